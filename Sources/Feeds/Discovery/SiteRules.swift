import Records

/// The feeds of sites whose pages often have no links to them, by rule.
///
/// Source: the documentation of each site; almanac.1 lists the rules.
struct SiteRules {
    let address: PageAddress
    let links: PageLinks
    let text: [UInt8]

    /// The feeds, the best one first; empty if there is no rule.
    var feeds: [DiscoveredFeed] {
        (hostRules() ?? programRules()).map { DiscoveredFeed(url: $0, origin: .site) }
    }

    private func hostRules() -> [String]? {
        let (origin, segments) = (address.origin, address.segments)
        switch address.host {
        case "youtube.com", "m.youtube.com", "youtu.be": return youtube
        case "github.com": return github
        case "gitlab.com": return gitlab(segments)
        case "codeberg.org" where segments.count >= 2:
            return ["releases.rss", "rss"].map {
                "\(origin)/\(segments[0])/\(segments[1])" + ($0 == "rss" ? ".rss" : "/\($0)")
            }
        case "medium.com":
            guard let first = segments.first else { return [] }
            return ["https://medium.com/feed/\(first)"]
        case "reddit.com", "old.reddit.com", "new.reddit.com": return reddit(segments)
        default: break
        }
        if address.isOf("substack.com") { return address.host == "substack.com" ? [] : ["\(origin)/feed"] }
        if address.isOf("medium.com") { return ["\(origin)/feed"] }
        if address.isOf("wordpress.com"), address.host != "wordpress.com" { return ["\(origin)/feed/"] }
        if address.host.contains(text: ".blogspot.") { return ["\(origin)/feeds/posts/default"] }
        return nil
    }

    /// The feeds of a site by the program that made the page.
    private func programRules() -> [String] {
        let origin = address.origin
        let generator = links.metadata.first { $0.name == "generator" }?.content.lowercased() ?? ""
        if generator.hasPrefix("wordpress") { return ["\(origin)/feed/"] }
        if generator.hasPrefix("blogger") { return ["\(origin)/feeds/posts/default"] }
        if address.segments.count == 1, address.segments[0].hasPrefix("@"), contains("mastodon") {
            return ["\(origin)/\(address.segments[0]).rss"]
        }
        if contains("substackcdn.com/") { return ["\(origin)/feed"] }
        if contains("//cdn-client.medium.com/") { return ["\(origin)/feed"] }
        if contains("\(origin)/wp-content/") { return ["\(origin)/feed/"] }
        return []
    }

    /// The feed of a channel or playlist; a page states its channel in several ways.
    private var youtube: [String] {
        let feed = "https://www.youtube.com/feeds/videos.xml"
        if let list = address.parameter("list"), address.segments.first == "playlist", SiteRules.isPlain(list)
        {
            return ["\(feed)?playlist_id=\(list)"]
        }
        var found = address.segments.first == "channel" ? address.segments.dropFirst().first : nil
        found = found ?? links.metadata.first { $0.name == "channelid" || $0.name == "identifier" }?.content
        for mark in ["\"externalId\":\"", "\"externalChannelId\":\"", "\"channelId\":\"", "/channel/"]
        where found == nil {
            found = word(after: mark)
        }
        guard let channel = found, channel.hasPrefix("UC"), SiteRules.isPlain(channel) else { return [] }
        return ["\(feed)?channel_id=\(channel)"]
    }

    private var github: [String] {
        let reserved = [
            "about", "collections", "contact", "customer-stories", "enterprise", "events", "explore",
            "features",
            "issues", "join", "login", "marketplace", "new", "notifications", "orgs", "pricing", "pulls",
            "readme",
            "search", "security", "settings", "site", "sponsors", "team", "topics", "trending",
        ]
        guard let owner = address.segments.first, !reserved.contains(owner.lowercased()) else { return [] }
        guard address.segments.count > 1 else { return ["https://github.com/\(owner).atom"] }
        return ["releases", "commits", "tags"].map {
            "https://github.com/\(owner)/\(address.segments[1])/\($0).atom"
        }
    }

    private func gitlab(_ segments: [String]) -> [String] {
        let project = segments.prefix { $0 != "-" }.joined(separator: "/")
        guard project.contains("/") else {
            return project.isEmpty ? [] : ["https://gitlab.com/\(project).atom"]
        }
        let root = "https://gitlab.com/\(project)"
        return ["\(root)/-/releases.atom", "\(root)/-/tags?format=atom", "\(root).atom"]
    }

    private func reddit(_ segments: [String]) -> [String] {
        guard segments.count > 1, ["r", "user", "u"].contains(segments[0].lowercased()) else {
            return ["https://www.reddit.com/.rss"]
        }
        let kind = segments[0].lowercased() == "r" ? "r" : "user"
        return ["https://www.reddit.com/\(kind)/\(segments[1])/.rss"]
    }

    private func contains(_ mark: String) -> Bool { place(of: mark) != nil }

    /// Returns the text between a mark and the next character that is neither a letter, a digit, `-` nor `_`.
    private func word(after mark: String) -> String? {
        guard let start = place(of: mark) else { return nil }
        let word = text[(start + mark.utf8.count)...].prefix(64)
            .prefix { $0.isLetterOrDigit || $0 == .hyphen || $0 == .underscore }
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    private func place(of mark: String) -> Int? {
        let bytes = Array(mark.utf8)
        guard let first = bytes.first, text.count >= bytes.count else { return nil }
        for at in 0...(text.count - bytes.count) where text[at] == first {
            if text[at...].starts(with: bytes) { return at }
        }
        return nil
    }

    private static func isPlain(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == .hyphen || $0 == .underscore }
    }
}
