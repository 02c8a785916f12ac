import Records

/// The choice of the proxy for an address.
public nonisolated struct ProxyRule: Hashable, Sendable {
    /// No proxy.
    public static let none = ProxyRule(nil)

    /// The proxies by the scheme of the address.
    private let proxies: [String: String]
    /// The hosts that are contacted directly, in lower case; `nil` for no host at all.
    private let exceptions: [String]?

    /// Creates a rule with one proxy for all addresses.
    public init(_ proxy: String?) {
        proxies = proxy.map { ["http": $0, "https": $0] } ?? [:]
        exceptions = nil
    }

    /// Creates a rule with one proxy for all addresses but those of this machine and the exceptions.
    ///
    /// - Parameters:
    ///   - proxy: The proxy.
    ///   - exceptions: Domains, which include their subdomains, addresses, networks such as `10.0.0.0/8`, or
    ///     `*` for all.
    public init(_ proxy: String, except exceptions: [String]) {
        proxies = ["http": proxy, "https": proxy]
        self.exceptions = exceptions.map { $0.lowercased() }
    }

    /// Creates a rule from the variables of the environment, with the exceptions of `no_proxy`.
    ///
    /// `HTTP_PROXY` is not read, because requests to a CGI program can set it.
    ///
    /// Source: curl(1), section ENVIRONMENT.
    ///
    /// - Parameter value: Returns the value of a variable; `nil` if it is not set.
    public init(environment value: (String) -> String?) {
        func first(_ names: String...) -> String? {
            names.lazy.compactMap(value).first { !$0.isEmpty }
        }
        let all = first("all_proxy", "ALL_PROXY")
        var proxies: [String: String] = [:]
        proxies["http"] = first("http_proxy") ?? all
        proxies["https"] = first("https_proxy", "HTTPS_PROXY") ?? all
        self.proxies = proxies
        exceptions = (first("no_proxy", "NO_PROXY") ?? "").lowercased()
            .split { $0 == "," || $0 == " " }.map(String.init)
    }

    /// Returns the proxy for an address; `nil` if it is contacted directly.
    func proxy(for address: WebAddress) -> String? {
        guard let proxy = proxies[address.scheme] else { return nil }
        guard let exceptions else { return proxy }
        let isDirect = address.isThisMachine || exceptions.contains { ProxyRule.matches($0, address.host) }
        return isDirect ? nil : proxy
    }

    private static func matches(_ exception: String, _ host: String) -> Bool {
        if exception == "*" || exception == host { return true }
        if let ip = IPAddress(host) { return contains(exception, ip) }
        let domain = exception.drop { $0 == "." }
        return !domain.isEmpty && (host == domain || host.hasSuffix("." + domain))
    }

    /// Whether a network, or an address in another notation, contains an address.
    private static func contains(_ network: String, _ ip: IPAddress) -> Bool {
        let parts = network.split(separator: "/", maxSplits: 1)
        guard let first = parts.first, let base = IPAddress(String(first)), base.bytes.count == ip.bytes.count
        else { return false }
        let whole = ip.bytes.count * 8
        guard parts.count == 2 else { return base.bytes == ip.bytes }
        guard let length = Int(parts[1]), (0...whole).contains(length) else { return false }
        return (0..<length).allSatisfy { bit in
            (base.bytes[bit / 8] ^ ip.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
        }
    }
}
