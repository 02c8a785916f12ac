import CCurl

/// An address in the web, read as libcurl reads it, so that what is checked is what is asked.
///
/// Source: RFC 3986, curl_url_set(3).
public nonisolated struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The whole address, without fragment; may bear secrets.
    public let text: String
    /// `http` or `https`.
    public let scheme: String
    /// The host in lower case, a name or an address, without brackets.
    public let host: String
    /// The port, the scheme's own when none is written.
    public let port: Int
    /// Whether a user's name or password stands in it.
    public let hasUser: Bool
    private let path: String

    /// Reads an address.
    ///
    /// - Throws: A failure of reason `configuration` when it is none, or neither http nor https.
    public init(_ text: String) throws(FetchFailure) {
        let parts = URLParts()
        guard parts.read(text) else {
            throw FetchFailure(.configuration, "the address is not a URL: mend URL= in the definition")
        }
        try self.init(parts)
    }

    private init(_ parts: borrowing URLParts) throws(FetchFailure) {
        guard let text = parts[CURLUPART_URL], let scheme = parts[CURLUPART_SCHEME],
            let host = parts[CURLUPART_HOST], ["http", "https"].contains(scheme)
        else { throw FetchFailure(.configuration, "the address is neither http nor https") }
        (self.text, self.scheme) = (text, scheme)
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.host = bare.lowercased()
        port = parts[CURLUPART_PORT, CUnsignedInt(CURLU_DEFAULT_PORT)].flatMap { Int($0) } ?? 0
        hasUser = parts[CURLUPART_USER] != nil || parts[CURLUPART_PASSWORD] != nil
        path = parts[CURLUPART_PATH] ?? "/"
    }

    /// The address that a reference, such as that of a `Location` field, means when it stands in this one.
    ///
    /// - Throws: A failure of reason `policy` when it leads to what is neither http nor https.
    public func resolving(_ reference: String) throws(FetchFailure) -> WebAddress {
        let parts = URLParts()
        guard parts.read(text), parts.read(reference), let found = try? WebAddress(parts) else {
            throw FetchFailure(.policy, "\(host): it redirects to what is no address of the web")
        }
        return found
    }

    /// Whether both have scheme, host and port in common (RFC 6454 §5).
    public func isSameOrigin(as other: WebAddress) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    /// Whether it names this very machine.
    public var isThisMachine: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        return IPAddress(host)?.bytes.first == 127 && host.contains(".")
    }

    /// The address without user, password and query, which may be secret.
    public var description: String {
        let usual = scheme == "https" ? 443 : 80
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(name)\(port == usual ? "" : ":\(port)")\(path)"
    }
}

/// A URL in libcurl's hands.
private nonisolated struct URLParts: ~Copyable {
    private let handle: OpaquePointer

    init() {
        guard let handle = curl_url() else { preconditionFailure("no memory for a URL") }
        self.handle = handle
    }

    /// Takes a URL, or one that counts from the URL taken before.
    func read(_ text: String) -> Bool {
        let flags = CUnsignedInt(CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME)
        guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
            curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK
        else { return false }
        // What stands behind # is for the reader's program and not sent; removing what is not there fails harmlessly.
        _ = curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
        return true
    }

    subscript(_ part: CURLUPart, _ flags: CUnsignedInt = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_part(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    deinit {
        curl_url_cleanup(handle)
    }
}
