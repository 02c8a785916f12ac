import Records

/// A request to an upstream: its address, conditions, policy and limits.
public nonisolated struct FetchRequest: Hashable, Sendable {
    /// The address, http or https.
    public var url: String
    /// Additional header fields, in order.
    public var headers: [Header] = []
    /// The validators of the last accepted answer; empty validators request the whole document.
    public var validators = Validators()
    /// The user agent, such as `almanacd/1.0 (+mailto:ops@example.org)`.
    public var userAgent: String
    /// The time limit of the whole attempt, redirects included, but not the time in the queue of its host.
    public var timeout: Duration = .seconds(60)
    /// The maximum number of bytes of a document, after decoding.
    public var maximumBytes = 16 << 20
    /// Whether plain http is allowed; a redirect from https to http is never followed.
    public var allowHTTP = false
    /// Whether addresses of this machine and the local network may be reached.
    public var allowPrivate = false
    /// A PEM file with the certificates to trust instead of the system's; `nil` for the system's.
    public var caFile: String?
    /// The choice of the proxy; none by default, even if the environment names one.
    public var proxies = ProxyRule.none
    /// Whether HTTP/2 is used over TLS with a server that offers it.
    public var allowHTTP2 = true
    /// The secrets with which the request identifies its client.
    public var authentication = Authentication()
    /// The content of a form to send by POST, already encoded; `nil` for a GET request.
    public var form: String?
    /// Whether redirects are followed, within the other rules.
    public var followsRedirects = true
    /// Whether the error code in the response of a token server that refuses is read.
    public var readsRefusals = false
    /// Whether a response without content (204 or 205) is an answer, and not a failure.
    public var allowsNoContent = false
    /// Whether the address or a header contains a secret: then redirects to another origin are refused.
    public var bearsSecret = false
    /// The minimum interval between two requests to this host; `nil` for the fetcher's default, which is zero
    /// for this machine.
    public var spacing: Duration?

    /// Creates a request for a whole document with the default limits.
    public init(url: String, userAgent: String) {
        self.url = url
        self.userAgent = userAgent
    }

    /// One header field.
    public struct Header: Hashable, Sendable {
        /// The field's name, such as `Accept`.
        public let name: String
        /// The field's value.
        public let value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Returns why an IP address must not be contacted; `nil` if it may be.
    func refusal(of ip: IPAddress, for host: String) -> FetchFailure? {
        switch ip.scope {
        case .world: nil
        case .local where allowPrivate: nil
        case .local:
            FetchFailure(.policy, "\(host): \(ip) is in the local network: AllowPrivate=yes allows it")
        case .never: FetchFailure(.policy, "\(host): \(ip) is an address that is never contacted")
        }
    }

    /// Whether no header value contains a line end or another control character.
    var isSound: Bool {
        let texts =
            headers.flatMap { [$0.name, $0.value] } + validators.conditions.map(\.value) + [userAgent]
        return !texts.contains { $0.utf8.contains { $0.isControl && $0 != .tab } }
    }

    /// Whether the request is for one origin only, because it has a secret or header fields of its own.
    public var staysAtOrigin: Bool { bearsSecret || !headers.isEmpty || !authentication.isEmpty }

    /// Whether an answer may be quoted: it cannot repeat a secret, since the request has none.
    var hasNoSecret: Bool { !staysAtOrigin && form == nil && !url.utf8.contains(UInt8(ascii: "@")) }

    /// Returns the request with an access token (RFC 6750 §2.1).
    func bearing(_ token: String) -> FetchRequest {
        var request = self
        request.headers.append(Header("Authorization", "Bearer \(token)"))
        return request
    }
}
