import SimulatedSystem

/// A request that reached an upstream.
struct HTTPRequest {
    let number: UInt64
    let url: String
    let host: String
    let path: String
    let headers: [String]
    let addresses: [String]

    init(_ request: simulated_request) {
        number = request.number
        url = String(cString: request.url)
        let rest = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let authority = rest.count > 2 ? rest[2] : ""
        host = String(authority.prefix { $0 != "/" && $0 != "?" && $0 != ":" })
        path = String(authority.drop { $0 != "/" && $0 != "?" })
        var lines: [String] = []
        var line = request.headers
        while let text = line?.pointee {
            lines.append(String(cString: text))
            line = line?.advanced(by: 1)
        }
        headers = lines
        addresses = String(cString: request.addresses).split(separator: ",").map(String.init)
    }

    /// The end of a path that a redirect leads to.
    static let moved = "/moved"

    /// Whether it follows a redirect to another path.
    var isMoved: Bool { path.hasSuffix(Self.moved) }

    /// The value of a header field.
    func header(_ name: String) -> String? {
        let prefix = name.lowercased() + ":"
        guard let line = headers.first(where: { $0.lowercased().hasPrefix(prefix) }) else { return nil }
        return String(line.dropFirst(prefix.count).drop { $0 == " " })
    }
}
