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

    /// Returns the address of a feed; `feed:` in front of it is removed.
    ///
    /// - Throws: An error if it is not an http or https address, or contains a password.
    static func checked(_ text: String) throws(Refusal) -> String {
        var url = text.inOneLine
        if url.lowercased().hasPrefix("feed://") { url = "http://" + url.dropFirst(7) }
        if url.lowercased().hasPrefix("feed:") { url = String(url.dropFirst(5)) }
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
        guard !authority.isEmpty, url.utf8.count <= longest, !url.utf8.contains(.space) else {
            throw Refusal(shown: shown(url), reason: "is not an address of a feed")
        }
        return "\(scheme)://\(rest)"
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

    /// Notes an address with the name of its source; the first name of an address remains.
    public mutating func note(_ url: String, as name: String) {
        let key = FeedAddress.canonical(url)
        if names[key] == nil { names[key] = name }
    }
}
