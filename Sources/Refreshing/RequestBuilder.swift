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

    init(
        for definition: Definition, credentials: Credentials, stations: Stations,
        configuration: Configuration
    ) {
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
        guard case .url(let url) = definition.origin else {
            throw FetchFailure(.configuration, "\(definition.name) has no address")
        }
        let validators = Validators(etag: state.etag, lastModified: state.lastModified)
        return try request(for: state.movedTo ?? url, validators)
    }

    /// Returns the request for an address that replaces the definition's own.
    ///
    /// - Throws: As above.
    func request(for url: String, _ validators: Validators) throws(FetchFailure) -> FetchRequest {
        let secret = try secret()
        var request = try request(for: filled(try located(url), secret: secret))
        request.headers = headers(secret)
        request.validators = validators
        request.bearsSecret = secret != nil
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
        return request
    }

    /// Creates a request by the rules of the definition, without header fields of its own.
    private func request(for url: String) throws(FetchFailure) -> FetchRequest {
        var request = FetchRequest(url: url, userAgent: configuration.userAgent)
        request.timeout = definition.timeout
        request.maximumBytes = definition.maximumBytes
        request.allowHTTP = definition.isOn("AllowHTTP")
        request.allowPrivate = definition.isOn("AllowPrivate")
        request.caFile = definition.setting("CAFile")
        request.proxy = definition.setting("Proxy")
        if let refusal = HostPolicy.refusal(of: request.url, contact: configuration.contact) {
            throw refusal
        }
        return request
    }

    private func secret() throws(FetchFailure) -> String? {
        guard let name = definition.setting("Credential") else { return nil }
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
