import Definitions
import Fetching
import Records
import Storing
import Systemd

/// Builds the request to an upstream from a definition and the state of the last response.
package struct RequestBuilder {
    private let definition: Definition
    private let credentials: Credentials
    private let stations: Stations
    private let configuration: Configuration
    /// The time by the wall clock.
    private let now: UTC

    init(
        for definition: Definition, credentials: Credentials, stations: Stations,
        configuration: Configuration, at now: UTC
    ) {
        self.now = now
        self.definition = definition
        self.credentials = credentials
        self.stations = stations
        self.configuration = configuration
    }

    /// Returns the request for a source.
    ///
    /// - Parameter state: The state of the last response.
    /// - Returns: The request, with the validators of the last response.
    /// - Throws: An error if the definition has no address, a credential or position in it is missing, or
    ///   the host policy forbids the request.
    func request(_ state: RequestState) throws(FetchFailure) -> FetchRequest {
        guard let url = definition.address(state.addresses.current) else {
            throw FetchFailure(.configuration, "\(definition.name) has no address")
        }
        let validators = Validators(etag: state.etag, lastModified: state.lastModified)
        var built = try request(for: state.movedTo ?? url, validators)
        // The source may have moved before its definition named a secret, which is for its own origin.
        if state.movedTo != nil, built.staysAtOrigin,
            try !WebAddress(built.url).isSameOrigin(as: WebAddress(filled(url, secret: nil)))
        {
            built = try request(for: url, Validators())
        }
        return built
    }

    /// Returns the request for an address that replaces the definition's own.
    ///
    /// - Throws: As above.
    func request(for url: String, _ validators: Validators) throws(FetchFailure) -> FetchRequest {
        let secret = try secret()
        let dated = Specifiers.date(try located(url), at: now)
        var request = try request(for: filled(dated, secret: secret))
        request.headers = headers(secret)
        request.validators = validators
        request.allowsNoContent = definition.noContent == .empty
        request.bearsSecret = secret != nil
        request.authentication = try authentication(secret)
        return request
    }

    /// Creates the request for a document that another one links to.
    ///
    /// The credential and the header fields of
    /// the definition are sent only to the origin of the linking document, and nothing in the link is
    /// replaced.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - index: The address of the linking document.
    /// - Returns: The request.
    /// - Throws: A failure if the host policy forbids it, or the address is none.
    func request(linked url: String, from index: String) throws(FetchFailure) -> FetchRequest {
        var request = try request(for: url)
        guard try WebAddress(url).isSameOrigin(as: WebAddress(index)) else { return request }
        let secret = try secret()
        request.headers = headers(secret)
        request.bearsSecret = secret != nil
        request.authentication = try authentication(secret)
        return request
    }

    /// Creates the request for a stream, whose address stands for the host, the port and the encryption.
    ///
    /// - Throws: A failure if the host policy forbids it.
    func request(of stream: any StreamAddress) throws(FetchFailure) -> FetchRequest {
        try request(for: "\(stream.isSecure ? "https" : "http")://\(stream.hostAndPort)/")
    }

    /// Returns the user for a broker, with the credential of the definition; `nil` for none.
    ///
    /// - Throws: A failure if the credential is missing.
    func login(of hint: HintSetting) throws(FetchFailure) -> BrokerRequest.Login? {
        guard let user = hint.user else { return nil }
        let names = user + (hint.password ?? "")
        let secret = names.contains(text: "%{credential}") ? try secret() : nil
        return BrokerRequest.Login(
            user: filled(user, secret: secret), password: hint.password.map { filled($0, secret: secret) })
    }

    /// Creates a request by the rules of the definition, without header fields of its own.
    private func request(for url: String) throws(FetchFailure) -> FetchRequest {
        var request = FetchRequest(url: url, userAgent: configuration.userAgent)
        request.timeout = definition.timeout
        request.maximumBytes = definition.maximumBytes
        request.allowHTTP = definition.isOn("AllowHTTP")
        request.allowPrivate = definition.isOn("AllowPrivate")
        request.caFile = definition.setting("CAFile")
        request.allowHTTP2 = definition.setting("HTTP") != "1.1"
        request.proxies = proxies
        request.spacing = HostPolicy.spacing(of: url)
        if let refusal = HostPolicy.refusal(of: request.url, contact: configuration.contact) {
            throw refusal
        }
        return request
    }

    /// The choice of the proxy: that of the definition, or else of the configuration.
    private var proxies: ProxyRule {
        switch (definition.setting("Proxy"), configuration.proxy) {
        case ("none", _), (nil, nil): .none
        case (let proxy?, _): ProxyRule(proxy)
        case (nil, .environment): ProxyRule(environment: Environment.value)
        case (nil, .address(let proxy)): ProxyRule(proxy, except: configuration.proxyExceptions)
        }
    }

    private func authentication(_ secret: String?) throws(FetchFailure) -> Authentication {
        var authentication = Authentication()
        if let user = definition.setting("User"), let secret {
            let isDigest = definition.setting("Authentication") == "digest"
            authentication.password = .init(user: user, password: secret, isDigest: isDigest)
        }
        if let chain = try self.secret(of: "ClientCertificate") {
            let key = try self.secret(of: "ClientKey")
            authentication.certificate = .init(chain: chain, key: key ?? chain)
        }
        if let url = definition.setting("TokenURL"), let client = try self.secret(of: "ClientID"),
            let secret = try self.secret(of: "ClientSecret")
        {
            authentication.grant = TokenGrant(
                url: url, client: client, secret: secret, scope: definition.setting("Scope"))
        }
        return authentication
    }

    private func secret() throws(FetchFailure) -> String? { try secret(of: "Credential") }

    /// Returns the content of the credential that a setting names; `nil` if it is not set.
    private func secret(of setting: String) throws(FetchFailure) -> String? {
        guard let name = definition.setting(setting) else { return nil }
        do throws(SystemError) {
            if let secret = try credentials.secret(name) { return secret }
        } catch {
            throw FetchFailure(.configuration, "the credential \(name) cannot be read: \(error)")
        }
        throw FetchFailure(
            .configuration, "there is no credential \(name): \(credentials.advice(name))")
    }

    private func headers(_ secret: String?) -> [FetchRequest.Header] {
        definition.options.all(in: "Source", named: "Header").compactMap { entry in
            guard let colon = entry.value.firstIndex(of: ":") else { return nil }
            let value = entry.value[entry.value.index(after: colon)...].drop { $0 == " " }
            return FetchRequest.Header(String(entry.value[..<colon]), filled(String(value), secret: secret))
        }
    }

    /// Returns header fields with the credential of the definition.
    func filled(_ fields: [FetchRequest.Header]) throws(FetchFailure) -> [FetchRequest.Header] {
        let secret = try secret()
        return fields.map { FetchRequest.Header($0.name, filled($0.value, secret: secret)) }
    }

    private func filled(_ text: String, secret: String?) -> String {
        secret.map { text.replacing(text: "%{credential}", with: $0) } ?? text
    }

    /// Returns the address with the coordinates of the instance, to four decimals (11 metres), because some
    /// upstreams refuse more.
    private func located(_ url: String) throws(FetchFailure) -> String {
        guard Specifiers.wantsPosition(url) else { return url }
        let instance = definition.name.instance ?? ""
        guard let position = stations.position(of: instance) else {
            throw FetchFailure(
                .configuration,
                "\"\(instance)\" is neither a position such as 43.65,-70.31 nor a known station")
        }
        return Specifiers.locate(url, at: position)
    }
}
