/// One question to an upstream: where, under which conditions, and within which limits.
public nonisolated struct Request: Hashable, Sendable {
    /// The address, http or https.
    public var url: String
    /// Header fields of our own, names and values, in order.
    public var headers: [Header] = []
    /// What the last accepted answer gave to ask by; empty asks for the whole document.
    public var validators = Validators()
    /// Who asks, such as `almanacd/1.0 (+mailto:ops@example.org)`.
    public var userAgent: String
    /// How long the whole attempt may take, redirects included.
    public var timeout: Duration = .seconds(60)
    /// The most bytes of a document, decoded.
    public var maximumBytes = 16 << 20
    /// Whether plain http will do; a redirect from https to http is never followed.
    public var allowHTTP = false
    /// Whether addresses of this machine and the local network may be reached.
    public var allowPrivate = false
    /// Certificates to trust instead of the system's, a file in PEM; `nil` for the system's.
    public var caFile: String?
    /// The proxy, such as `http://proxy:3128`; `nil` for none, whatever the environment says.
    public var proxy: String?
    /// Whether the address or a header holds a secret: then no redirect leads to another origin.
    public var bearsSecret = false
    /// The least time between two requests to this host; `nil` for the fetcher's own rule, which is none
    /// for this machine.
    public var spacing: Duration?

    /// Makes a request that asks for a whole document, within the usual limits.
    public init(url: String, userAgent: String) {
        self.url = url
        self.userAgent = userAgent
    }

    /// One header field.
    public struct Header: Hashable, Sendable {
        /// The field's name, such as `Accept`.
        public let name: String
        /// What it says.
        public let value: String

        /// Makes a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Why an address may not be asked; `nil` when it may.
    func refusal(of ip: IPAddress, for host: String) -> FetchFailure? {
        switch ip.reach {
        case .world: nil
        case .local where allowPrivate: nil
        case .local:
            FetchFailure(.policy, "\(host): \(ip) is in the local network: AllowPrivate=yes allows it")
        case .never: FetchFailure(.policy, "\(host): \(ip) is an address that is never asked")
        }
    }

    /// Whether every line that goes out is one line.
    var isSound: Bool {
        let texts =
            headers.flatMap { [$0.name, $0.value] } + validators.conditions.map(\.value) + [userAgent]
        return !texts.contains { $0.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
    }

    /// Whether an answer may only come from the origin that was asked.
    var staysAtOrigin: Bool { bearsSecret || !headers.isEmpty }
}
