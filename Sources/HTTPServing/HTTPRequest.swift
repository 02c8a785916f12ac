import Records

/// A request whose head has arrived.
///
/// Source: RFC 9110, 7 (routing), 9 (methods); RFC 9112, 3 (request line).
public nonisolated struct HTTPRequest: Sendable {
    /// The client at the other end of the connection.
    public enum Client: Hashable, Sendable {
        /// A process of a user, by number, that connected to a Unix socket, such as a reverse proxy.
        case user(UInt32)
        /// An IP address of four or sixteen bytes, or the first eight bytes of a network of IPv6.
        case address([UInt8])
    }

    /// The method, such as `GET`.
    public let method: String
    /// The path before decoding, which begins with a slash.
    public let rawPath: String
    /// The query before decoding; empty if there is none.
    public let rawQuery: String
    /// The host of the request with its port; `nil` if there is none.
    public let host: String?
    /// The process or address at the other end of the connection.
    public let client: Client
    /// The client that limits count: the address that the reverse proxy states, or else ``client``. It says
    /// nothing about rights.
    public internal(set) var counted: Client
    private let headers: [(name: String, value: String)]

    /// Makes a request; `nil` if the target has neither form, if a field is repeated that must not be, or if
    /// the length of the content is ambiguous.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The target of the request line: a path with a query, or a URL.
    ///   - headers: The header fields, in the order of the request.
    ///   - client: The client.
    public init?(method: String, target: String, headers: [(name: String, value: String)], client: Client) {
        guard let target = RequestTarget(target) else { return nil }
        self.method = method
        self.headers = headers
        self.client = client
        counted = client.counted
        rawPath = target.path
        rawQuery = target.query
        let hosts = HTTPRequest.values(of: "host", in: headers)
        guard hosts.count <= 1, HTTPRequest.hasClearLength(headers) else { return nil }
        host = target.authority ?? hosts.first
    }

    /// Returns the value of a header field, given its name in lower case; the first value if it is repeated,
    /// `nil` if it is missing.
    public func header(_ name: String) -> String? { HTTPRequest.values(of: name, in: headers).first }

    /// Returns the last value of a header field that may be repeated.
    func lastHeader(_ name: String) -> String? { HTTPRequest.values(of: name, in: headers).last }

    /// Whether the request announces content.
    var hasContent: Bool {
        header("transfer-encoding") != nil || header("content-length").map { $0 != "0" } ?? false
    }

    /// Whether at most one field states the length of the content, in digits.
    ///
    /// Source: RFC 9112, 6.3: anything else may be an attempt to smuggle a request past a proxy.
    private static func hasClearLength(_ headers: [(name: String, value: String)]) -> Bool {
        let lengths = values(of: "content-length", in: headers)
        let codings = values(of: "transfer-encoding", in: headers)
        guard lengths.count + codings.count <= 1 else { return false }
        return lengths.allSatisfy { $0.utf8.allSatisfy(\.isDigit) && !$0.isEmpty }
            && codings.allSatisfy { hasName($0, "chunked") }
    }

    private static func values(of name: String, in headers: [(name: String, value: String)]) -> [String] {
        headers.compactMap { hasName($0.name, name) ? $0.value : nil }
    }

    private static func hasName(_ name: String, _ other: String) -> Bool {
        name.utf8.count == other.utf8.count
            && zip(name.utf8, other.utf8).allSatisfy { $0.lowercased == $1 }
    }
}

/// The target of a request line in origin form or absolute form.
///
/// Source: RFC 9112, 3.2.
private nonisolated struct RequestTarget {
    let authority: String?
    let path: String
    let query: String

    init?(_ text: String) {
        var rest = text[...]
        if rest.hasPrefix("http://") {
            let other = rest.dropFirst("http://".count)
            authority = String(other.prefix { $0 != "/" && $0 != "?" })
            rest = other.dropFirst(authority?.count ?? 0)
            if rest.isEmpty { rest = "/" }
        } else {
            authority = nil
        }
        guard rest.utf8.first == .slash, rest.utf8.allSatisfy({ $0.isASCII && $0 > .space && !$0.isControl })
        else { return nil }
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        self.path = String(path)
        query = String(rest.dropFirst(path.count).drop { $0 == "?" }.prefix { $0 != "#" })
    }
}
