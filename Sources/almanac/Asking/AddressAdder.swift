import AlmanacClient
import AlmanacValues
import FeedLists
import Records
import Showing

/// Adds the feed that an address is, or that a web page refers to.
struct AddressAdder {
    /// The maximum number of a page's feeds that are fetched until one can be read.
    private static let mostTried = 5

    private let daemon: Daemon
    private let enabler: Enabler
    private let output: Output
    private let pages: DefinedPages
    private let choice: Int?
    private let name: String?

    init(_ invocation: Invocation, daemon: Daemon, enabler: Enabler, output: Output) throws(CommandError) {
        pages = DefinedPages(in: Folders(invocation))
        self.daemon = daemon
        self.enabler = enabler
        self.output = output
        choice = try invocation.count("choose")
        name = invocation["name"]
    }

    /// Adds the feed.
    ///
    /// - Parameters:
    ///   - address: The address of a page or of a document; webcal: and feed: mean https.
    ///   - new: The options that describe the new source.
    ///   - persists: Whether the source outlives the daemon.
    /// - Returns: A failure if no attempt can succeed before someone changes something.
    /// - Throws: A complaint if there is no feed that can be read, or the daemon refuses.
    func add(_ address: String, _ new: NewSource, persists: Bool) throws(CommandError) -> CommandStatus {
        let address = AddressAdder.ofWeb(address)
        if let status = try addDefined(address, new, persists: persists) { return status }
        let found = try discover(address, new)
        let sources = try daemon.sources()
        let candidates = try candidates(from: found, at: address)
        let known = (candidates.isEmpty ? [address] : candidates.map(\.url)).first.flatMap {
            AddressAdder.source(of: $0, among: sources)
        }
        if name == nil, let known {
            let url = candidates.first?.url ?? address
            output.printMessage(visible("\(url) is already the source \(known); --name adds another"))
            return .success
        }
        let feed = candidates.isEmpty ? nil : try working(candidates, of: address, new)
        if let feed {
            report(feed, among: found.feeds)
            if let status = try addDefined(feed.url, new, persists: persists) { return status }
        }
        let url = feed?.url ?? address
        var context = new.context(sourceName(of: url, feed, besides: sources))
        context.kind = context.kind ?? found.kind ?? "feed"
        context.url = url
        context.title = context.title ?? feed?.title.flatMap { AddressAdder.isTelling($0) ? $0 : nil }
        context.allowHTTP()
        if url.lowercased().hasPrefix("http://") { output.printMessage("\(url) is not encrypted") }
        return try enabler.add(context, persists: persists)
    }

    /// Enables the source that an installed definition makes of an address, without a request for the page,
    /// unless options describe another source.
    ///
    /// - Returns: `nil` if there is no such definition.
    private func addDefined(
        _ address: String, _ new: NewSource, persists: Bool
    ) throws(CommandError) -> CommandStatus? {
        guard new.isEmpty, name == nil, choice == nil, let source = pages.source(of: address) else {
            return nil
        }
        if let known = try daemon.sources().first(where: { $0.origin.flatMap(pages.source) == source }) {
            output.printMessage(
                visible("\(address) is already the source \(known.name); --name adds another"))
            return .success
        }
        guard persists else { return try enabler.add(new.context(source.text), persists: false) }
        try enabler.enable(source.text)
        return enabler.firstState(source.text)
    }

    /// Asks the daemon what the document at an address is; of one that it can decode, it keeps the document
    /// for the source to come.
    private func discover(_ address: String, _ new: NewSource) throws(CommandError) -> Discovery {
        var page = new.context("discovered-page")
        page.url = address
        page.allowHTTP()
        return try daemon.ask(.discover(page)) { [output] in
            let wait = "almanacd sends a host one request a second, and two at a time"
            output.printMessage(visible("waiting for \(address): \(wait)"))
        }
    }

    /// Returns the first feed that can be read.
    ///
    /// - Throws: A complaint with the reasons if none can.
    private func working(
        _ candidates: [Discovery.Feed], of address: String, _ new: NewSource
    ) throws(CommandError) -> Discovery.Feed {
        var reasons: [String] = []
        for feed in candidates.prefix(AddressAdder.mostTried) {
            do throws(CommandError) {
                let found = try discover(feed.url, new)
                if found.kind == new.context("").kind ?? "feed" { return feed }
                reasons.append("\(feed.url): it is no feed")
            } catch {
                guard ![.denied, .unavailable].contains(error.status) else { throw error }
                reasons.append("\(feed.url): \(error.message)")
            }
            output.printMessage(visible("cannot read \(reasons.last ?? "")"))
        }
        let rest = candidates.count - reasons.count
        let more = rest == 0 ? [] : ["\(rest) more were not tried; --choose NUMBER takes one"]
        throw CommandError(.failure, "no feed of \(address) can be read", hints: reasons + more)
    }

    /// Returns the name of the source that has an address; `nil` if there is none.
    private static func source(of url: String, among sources: [Source]) -> String? {
        var known = FeedAddresses()
        for source in sources { if let origin = source.origin { known.add(origin, as: source.name) } }
        return known[url]
    }

    /// The schemes by which pages hand calendars, feeds and podcasts to programs.
    private static let handedOver: Set<String> = [
        "feed", "feeds", "itpc", "itpcs", "pcast", "podcast", "webcal", "webcals",
    ]

    /// Returns the address of the web that one of a program stands for: `webcal://HOST` and `feed://HOST` mean
    /// https, `feed:http://HOST` what follows.
    private static func ofWeb(_ address: String) -> String {
        let scheme = address.prefix { $0 != ":" }
        guard handedOver.contains(scheme.lowercased()) else { return address }
        let rest = address.dropFirst(scheme.count + 1)
        return rest.hasPrefix("//") ? "https:\(rest)" : String(rest)
    }

    /// Returns the feeds of a page to try in turn, or the chosen one; none if the document itself is added.
    private func candidates(
        from found: Discovery, at address: String
    ) throws(CommandError) -> [Discovery.Feed] {
        if found.kind != nil { return [] }
        guard !found.feeds.isEmpty else {
            throw CommandError(
                .failure, "\(address) is neither a feed nor a page that refers to one",
                hints: ["if it is another document: almanac add NAME --kind KIND --url \(address)"])
        }
        guard let choice else {
            let own = found.feeds.filter { !$0.isOfComments }
            guard own.isEmpty, let first = found.feeds.first else { return own }
            throw CommandError(
                .failure, "\(address) refers only to feeds of comments, such as \(first.url)",
                hints: ["to add that one: almanac add \(address) --choose 1"])
        }
        guard choice <= found.feeds.count else {
            throw .usage("--choose \(choice): the page has \(counted(found.feeds.count, "feed"))", see: "add")
        }
        return [found.feeds[choice - 1]]
    }

    /// Prints the feed of the page, and how it was found if that is a guess; or its feeds.
    private func report(_ chosen: Discovery.Feed, among feeds: [Discovery.Feed]) {
        guard feeds.count > 1 else {
            let found =
                switch chosen.origin {
                case "site": "the page states no feed; by a rule for its site, it has"
                case "anchor": "the page states no feed, but has a link to"
                default: "the page refers to"
                }
            return output.printMessage("\(found) \(visible(chosen.url))")
        }
        output.printMessage("the page has \(counted(feeds.count, "feed")); --choose NUMBER takes another:")
        for (index, feed) in feeds.enumerated() {
            let mark = feed == chosen ? "*" : " "
            let words = [
                feed.format == "unknown" ? nil : feed.format, feed.isOfComments ? "comments" : nil,
                feed.title,
            ]
            let detail = words.compactMap { $0 }.joined(separator: ", ")
            let line = "\(mark) \(index + 1)  \(feed.url)" + (detail.isEmpty ? "" : "  (\(detail))")
            output.printMessage(visible(line))
        }
    }

    /// Returns the name that the user states, or one made of the title, or of the address.
    private func sourceName(
        of url: String, _ feed: Discovery.Feed?, besides sources: [Source]
    ) -> String {
        if let name { return name }
        let title = feed?.title.flatMap { AddressAdder.isTelling($0) ? $0 : nil }
        let fallback = feed?.origin == "site" ? AddressAdder.place(of: url) : nil
        var names = FeedNames(except: sources.map(\.name))
        return names.name(of: FeedList.Feed(url: url, title: title ?? fallback, tags: [])).text
    }

    /// Returns the words of an address that tell the feeds of one site apart, such as those of
    /// `github.com/owner/project/releases`; `nil` if it has no host.
    private static func place(of url: String) -> String? {
        guard let scheme = url.firstRange(ofText: "://") else { return nil }
        let place = url[scheme.upperBound...].prefix { $0 != "?" }
        let parts = place.split(separator: "/").enumerated().map { index, part in
            index == 0 ? part.hasPrefix("www.") ? part.dropFirst(4) : part : part.prefix { $0 != "." }
        }
        return parts.filter { isTelling(String($0)) || $0.contains { $0.isNumber } }.joined(separator: " ")
    }

    /// Whether a title says more than that it is one of a feed.
    private static func isTelling(_ title: String) -> Bool {
        let words = title.lowercased().split { !$0.isLetter }
        let general: Set<Substring> = [
            "atom", "feed", "feeds", "json", "rss", "rdf", "main", "posts", "entries", "all", "v",
            "subscribe", "default", "videos",
        ]
        return words.contains { !general.contains($0) }
    }
}

extension SourceContext {
    /// Allows an http address, which the user states or chooses; `AllowHTTP=` may be set already.
    fileprivate mutating func allowHTTP() {
        guard url?.lowercased().hasPrefix("http://") == true else { return }
        var sections = options?.object ?? []
        let index = sections.firstIndex { $0.name == "Source" } ?? sections.count
        if index == sections.count { sections.append(.init("Source", .object([]))) }
        let settings = sections[index].value.object ?? []
        if !settings.contains(where: { $0.name == "AllowHTTP" }) {
            sections[index].value = .object(settings + [.init("AllowHTTP", "yes")])
        }
        options = .object(sections)
    }
}
