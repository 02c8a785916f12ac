import Records

/// The address of a feed in a list.
enum FeedAddress {
    /// The reason why an address is refused.
    struct Refusal: Error {
        /// The address without user and password.
        let shown: String
        let reason: String
    }

    private static let longest = 2_048
    /// The schemes with which other programs open a feed, and those of the web that they mean.
    private static let schemes = [
        "feed": "http", "feeds": "https", "itpc": "http", "pcast": "http", "itms-pcast": "http",
        "itms-pcasts": "https", "podcast": "http", "rss": "http", "zune": "http",
    ]

    /// Returns the address of a feed, with the scheme of the web that it means and without blanks.
    ///
    /// - Throws: An error if it is not an http or https address, or contains a password.
    static func checked(_ text: String) throws(Refusal) -> String {
        // No address contains `&amp;` but one that was escaped twice.
        let url = ofWeb(text.inOneLine.replacing(text: "&amp;", with: "&"))
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https", url.dropFirst(scheme.count).hasPrefix("://") else {
            throw Refusal(shown: shown(url), reason: "is not an http or https address")
        }
        let rest = url.dropFirst(scheme.count + 3)
        let authority = rest.prefix { !"/?#\\".contains($0) }
        // These characters end the host, except in a password, after a colon, that was copied without
        // escapes.
        let site = authority.contains(":") ? rest.prefix { $0 != "/" } : authority
        guard !site.contains("@") else {
            let bare = site.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
            throw Refusal(
                shown: "\(scheme)://\(bare)",
                reason: "contains a user or password, which a list cannot give to almanac: "
                    + "root can add the feed with a credential")
        }
        guard !authority.isEmpty, url.utf8.count <= longest, !authority.utf8.contains(.space) else {
            throw Refusal(shown: shown(url), reason: "is not an address of a feed")
        }
        return "\(scheme)://" + String(rest).replacing(text: " ", with: "%20")
    }

    /// Returns an address with the scheme of the web instead of one that opens a program, such as
    /// `feed:https://…` and `pcast://…`.
    private static func ofWeb(_ url: String) -> String {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard let meant = schemes[scheme] else { return url }
        let rest = url.dropFirst(scheme.count + 1)
        return rest.hasPrefix("//") ? "\(meant):\(rest)" : String(rest)
    }

    /// Returns an address in the form in which equal addresses are equal: the host in lower case, without the
    /// scheme's port and the fragment.
    static func canonical(_ url: String) -> String {
        let scheme = url.prefix { $0 != ":" }
        let rest = url.dropFirst(scheme.count + 3)
        var host = rest.prefix { !"/?#".contains($0) }.lowercased()
        let path = rest.dropFirst(rest.prefix { !"/?#".contains($0) }.count).prefix { $0 != "#" }
        let port = scheme.lowercased() == "https" ? ":443" : ":80"
        if host.hasSuffix(port) { host.removeLast(port.count) }
        return "\(scheme.lowercased())://\(host)\(path.isEmpty ? "/" : path)"
    }

    private static func shown(_ url: String) -> String {
        let start = url.firstRange(ofText: "://")?.upperBound ?? url.startIndex
        let end = url[start...].firstIndex(of: "/") ?? url.endIndex
        guard let at = url[start..<end].lastIndex(of: "@") else { return String(url.prefix(200)) }
        return String((url[..<start] + url[url.index(after: at)...]).prefix(200))
    }
}

/// The set of the addresses in a list.
public struct FeedAddresses: Sendable {
    private var names: [String: String] = [:]

    /// Creates an empty set.
    public init() {}

    /// Returns the name with which an address was noted; `nil` if it was not.
    public subscript(_ url: String) -> String? { names[FeedAddress.canonical(url)] }

    /// Adds an address with the name of its source; the first name of an address remains.
    public mutating func add(_ url: String, as name: String) {
        let key = FeedAddress.canonical(url)
        if names[key] == nil { names[key] = name }
    }

    /// Removes an address and returns the name with which it was noted; `nil` if it was not.
    public mutating func remove(_ url: String) -> String? {
        names.removeValue(forKey: FeedAddress.canonical(url))
    }
}
