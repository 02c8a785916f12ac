import CCurl
import Records

/// A web address, parsed by libcurl, so that the address that is checked is the address that is requested.
///
/// Source: RFC 3986, curl_url_set(3).
public nonisolated struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The whole address without its fragment; may contain secrets.
    public let text: String
    /// `http` or `https`.
    public let scheme: String
    /// The host in lower case, a name in its ASCII form or an IP address without brackets.
    public let host: String
    /// The host as libcurl looks it up: equal to `host`, but with the brackets of an IPv6 address.
    let asciiHost: String
    /// The port; the default of the scheme if none is written.
    public let port: Int
    /// Whether it contains a user name or a password.
    public let hasUser: Bool
    /// The path, `/` if none is written.
    let path: String

    /// Parses an address.
    ///
    /// - Throws: A failure of reason `configuration` if it is not a URL, or its scheme is neither http nor
    ///   https.
    public init(_ text: String) throws(FetchFailure) {
        let parts = try URLParts()
        guard parts.read(text) else {
            throw FetchFailure(.configuration, "the address is not a URL: correct URL= in the definition")
        }
        try self.init(parts)
    }

    private init(_ parts: borrowing URLParts) throws(FetchFailure) {
        guard parts.makeHostASCII() else {
            throw FetchFailure(.configuration, "the address has a host that is not a valid name")
        }
        guard let text = parts[CURLUPART_URL], let scheme = parts[CURLUPART_SCHEME],
            let host = parts[CURLUPART_HOST], ["http", "https"].contains(scheme)
        else { throw FetchFailure(.configuration, "the address is neither http nor https") }
        self.text = text
        self.scheme = scheme
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.host = bare.lowercased()
        asciiHost = host.lowercased()
        port = parts[CURLUPART_PORT, CUnsignedInt(CURLU_DEFAULT_PORT)].flatMap { Int($0) } ?? 0
        hasUser = parts[CURLUPART_USER] != nil || parts[CURLUPART_PASSWORD] != nil
        path = parts[CURLUPART_PATH] ?? "/"
    }

    /// Returns the address that a reference, such as that in a `Location` field, denotes relative to this
    /// one.
    ///
    /// - Throws: A failure of reason `policy` if the result is neither http nor https.
    public func resolving(_ reference: String) throws(FetchFailure) -> WebAddress {
        let parts = try URLParts()
        guard parts.read(text), parts.read(reference), let found = try? WebAddress(parts) else {
            throw FetchFailure(.policy, "\(host): it redirects to an invalid address")
        }
        return found
    }

    /// Whether both have the same scheme, host and port (RFC 6454 §5).
    public func isSameOrigin(as other: WebAddress) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    /// Whether the host is this machine.
    public var isThisMachine: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        return IPAddress(host)?.bytes.first == 127 && host.contains(".")
    }

    /// Whether the host is a name that must be resolved.
    var needsLookup: Bool {
        IPAddress(host) == nil && !isThisMachine && !host.contains(":") && !host.contains("%")
    }

    /// The host that limits apply to, with the port if that is not a usual one of the web.
    var hostAndPort: String { port == 80 || port == 443 ? host : "\(host):\(port)" }

    /// The address without user, password and query, which may be secret.
    public var description: String {
        let usual = scheme == "https" ? 443 : 80
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(name)\(port == usual ? "" : ":\(port)")\(path)"
    }
}

/// A URL handle of libcurl.
private nonisolated struct URLParts: ~Copyable {
    private let handle: OpaquePointer

    init() throws(FetchFailure) {
        try FetchFailure.requireLibrary()
        guard let handle = almanac_curl_url() else {
            throw FetchFailure(.file, "there is no memory for an address")
        }
        self.handle = handle
    }

    /// Sets the URL, or resolves a reference relative to the URL set before.
    func read(_ text: String) -> Bool {
        let flags = CUnsignedInt(CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME)
        guard !text.utf8.contains(where: { $0 < .space || $0 == .delete }),
            almanac_curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK
        else { return false }
        // The fragment is for the user agent and is not sent; removing one that does not exist fails
        // harmlessly.
        _ = almanac_curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
        return true
    }

    /// Replaces a host name with other characters by its ASCII form, and reads the address again, since that
    /// form may be a number, which denotes an IPv4 address; returns whether it has one.
    ///
    /// libcurl would convert it as well, but in the character set of the locale, and it leaks memory for a
    /// name that it cannot convert (curl_url_get(3) of 7.88.1); redirects can contain any name.
    func makeHostASCII() -> Bool {
        guard let host = self[CURLUPART_HOST], !host.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        guard let name = InternationalNames.shared?.ascii(host) else { return false }
        guard almanac_curl_url_set(handle, CURLUPART_HOST, name, 0) == CURLUE_OK,
            let text = self[CURLUPART_URL]
        else { return false }
        return read(text)
    }

    subscript(_ part: CURLUPart, _ flags: CUnsignedInt = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard almanac_curl_url_part(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { almanac_curl_free(text) }
        return String(cString: text)
    }

    deinit {
        almanac_curl_url_cleanup(handle)
    }
}
