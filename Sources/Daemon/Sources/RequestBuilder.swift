import Fetching
import Records
import Storing
import Systemd

/// Makes the question to an upstream of a definition and what is known of the last answer.
struct RequestBuilder {
    private let definition: Definition
    private let state: RequestState
    private let credentials: Credentials
    private let userAgent: String

    init(_ definition: Definition, _ state: RequestState, _ credentials: Credentials, userAgent: String) {
        (self.definition, self.state) = (definition, state)
        (self.credentials, self.userAgent) = (credentials, userAgent)
    }

    /// - Throws: When the definition has no address, or its credential is not there.
    func request() throws(FetchFailure) -> Request {
        guard case .url(let url) = definition.origin else {
            throw FetchFailure(.configuration, "\(definition.name) has no address")
        }
        let secret = try secret()
        var request = Request(url: filled(state.movedTo ?? url, secret), userAgent: userAgent)
        request.headers = headers(secret)
        request.validators = Validators(etag: state.etag, lastModified: state.lastModified)
        request.timeout = definition.timeout
        request.maximumBytes = definition.maximumBytes
        request.allowHTTP = definition.isOn("AllowHTTP")
        request.allowPrivate = definition.isOn("AllowPrivate")
        request.caFile = definition.setting("CAFile")
        request.proxy = definition.setting("Proxy")
        request.bearsSecret = secret != nil
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
            .configuration,
            "there is no credential \(name): put it into /etc/almanac/credentials/\(name) and restart almanacd"
        )
    }

    private func headers(_ secret: String?) -> [Request.Header] {
        definition.options.all("Source", "Header").compactMap { entry in
            guard let colon = entry.value.firstIndex(of: ":") else { return nil }
            let value = entry.value[entry.value.index(after: colon)...].drop { $0 == " " }
            return Request.Header(String(entry.value[..<colon]), filled(String(value), secret))
        }
    }

    private func filled(_ text: String, _ secret: String?) -> String {
        secret.map { text.replacing("%{credential}", with: $0) } ?? text
    }
}
