import Fetching
import Records
import Storing
import Systemd

/// Makes the question to an upstream of a definition and what is known of the last answer.
struct RequestBuilder {
    private let definition: Definition
    private let tools: SourceTools

    init(_ definition: Definition, _ tools: SourceTools) {
        (self.definition, self.tools) = (definition, tools)
    }

    /// The question of one source.
    ///
    /// - Parameter state: What is known of the last answer.
    /// - Returns: The question, with the conditions that the last answer gave.
    /// - Throws: When the definition has no address, what stands in it is not there, or the upstream's etiquette
    ///   forbids to ask.
    func request(_ state: RequestState) throws(FetchFailure) -> Request {
        guard case .url(let url) = definition.origin else {
            throw FetchFailure(.configuration, "\(definition.name) has no address")
        }
        let validators = Validators(etag: state.etag, lastModified: state.lastModified)
        return try request(for: state.movedTo ?? url, validators)
    }

    /// The question to an address that stands in place of the definition's own.
    ///
    /// - Throws: As above.
    func request(for url: String, _ validators: Validators) throws(FetchFailure) -> Request {
        let secret = try secret()
        var request = Request(
            url: filled(try located(url), secret), userAgent: tools.introduction.userAgent)
        request.headers = headers(secret)
        request.validators = validators
        request.timeout = definition.timeout
        request.maximumBytes = definition.maximumBytes
        request.allowHTTP = definition.isOn("AllowHTTP")
        request.allowPrivate = definition.isOn("AllowPrivate")
        request.caFile = definition.setting("CAFile")
        request.proxy = definition.setting("Proxy")
        request.bearsSecret = secret != nil
        if let refusal = Etiquette.refusal(of: request.url, contact: tools.introduction.contact) {
            throw refusal
        }
        return request
    }

    private func secret() throws(FetchFailure) -> String? {
        guard let name = definition.setting("Credential") else { return nil }
        do throws(SystemError) {
            if let secret = try tools.credentials.secret(name) { return secret }
        } catch {
            throw FetchFailure(.configuration, "the credential \(name) cannot be read: \(error)")
        }
        throw FetchFailure(
            .configuration, "there is no credential \(name): \(tools.credentials.advice(name))")
    }

    private func headers(_ secret: String?) -> [Request.Header] {
        definition.options.all("Source", "Header").compactMap { entry in
            guard let colon = entry.value.firstIndex(of: ":") else { return nil }
            let value = entry.value[entry.value.index(after: colon)...].drop { $0 == " " }
            return Request.Header(String(entry.value[..<colon]), filled(String(value), secret))
        }
    }

    private func filled(_ text: String, _ secret: String?) -> String {
        secret.map { text.replacing(text: "%{credential}", with: $0) } ?? text
    }

    /// The address with the coordinates of the instance, to four decimals: eleven metres, and more is refused by some.
    private func located(_ url: String) throws(FetchFailure) -> String {
        guard Specifiers.wantsPosition(url) else { return url }
        let instance = definition.name.instance ?? ""
        guard let position = tools.stations.position(of: instance) else {
            throw FetchFailure(
                .configuration,
                "\"\(instance)\" is neither a position such as 43.65,-70.31 nor a station that is known")
        }
        return Specifiers.locate(url, at: position)
    }
}
