/// The parts of the address of a page.
struct PageAddress {
    /// `https://host`, with the port if one is stated.
    let origin: String
    /// The host in lower case, without port and `www.`.
    let host: String
    /// The segments of the path that are not empty.
    let segments: [String]
    /// The path, with a slash at its start.
    let path: String
    /// The query without its question mark; empty if there is none.
    let query: String

    init(_ url: String) {
        let bare = url.prefix { $0 != "#" }
        let scheme = bare.prefix { $0 != ":" }.lowercased()
        let rest = bare.dropFirst(scheme.count + 3)
        let authority = rest.prefix { !"/?".contains($0) }
        let after = rest.dropFirst(authority.count)
        let name = authority.prefix { $0 != ":" }.lowercased()
        origin = "\(scheme)://\(authority.lowercased())"
        host = name.hasPrefix("www.") ? String(name.dropFirst(4)) : name
        path = after.hasPrefix("/") ? String(after.prefix { $0 != "?" }) : "/"
        query = String(after.drop { $0 != "?" }.dropFirst())
        segments = path.split(separator: "/").map(String.init)
    }

    /// Whether the host is a domain or one of its subdomains.
    func isOf(_ domain: String) -> Bool { host == domain || host.hasSuffix("." + domain) }

    /// The value of a parameter in the query; `nil` if there is none.
    func parameter(_ name: String) -> String? {
        for part in query.split(separator: "&") where part.hasPrefix(name + "=") {
            return String(part.dropFirst(name.count + 1))
        }
        return nil
    }

    /// Whether both hosts belong to one site: they have their last two labels in common, or the last three if
    /// the second to last one is as short as in `.co.uk`.
    func isOfSameSite(as other: PageAddress) -> Bool {
        PageAddress.site(host) == PageAddress.site(other.host)
    }

    private static func site(_ host: String) -> String {
        let labels = host.split(separator: ".")
        let isNested = labels.count > 2 && labels[labels.count - 2].count <= 3 && labels.last?.count == 2
        return labels.suffix(isNested ? 3 : 2).joined(separator: ".")
    }
}
