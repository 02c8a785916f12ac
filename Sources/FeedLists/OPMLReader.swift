import Records

/// Reads OPML: folders are outlines without an address, feeds are those with one.
///
/// Source: OPML 2.0, opml.org/spec2.opml, and what readers write: `xmlUrl` in any case, `title` before
/// `text`.
struct OPMLReader {
    private var scanner: MarkupScanner
    private var list = FeedList()
    /// An open outline.
    private struct Folder {
        /// The title; `nil` if it is a feed or has no title.
        let title: String?
        /// The fault of an outline that turns out to have no children, and so is no folder; `nil` for none.
        var fault: FeedList.Fault?
    }

    private var folders: [Folder] = []
    private var outlines = 0

    init(_ text: [UInt8]) { scanner = MarkupScanner(text) }

    /// Reads the whole list.
    ///
    /// - Throws: An error if the document is not OPML, or has too many or too deeply nested outlines.
    mutating func read() throws(FeedListError) -> FeedList {
        try readRoot()
        var isEnded = false
        while let token = scanner.next() {
            switch token {
            case .fault(let line, let reason): addFault(line, "", reason)
            case .tag(let tag) where tag.name.lowercased() == "outline": try read(tag)
            case .tag(let tag): if tag.isEnd, tag.name.lowercased() == "opml" { isEnded = true }
            }
        }
        for folder in folders { if let fault = folder.fault { list.faults.append(fault) } }
        list.faults.sort { $0.line < $1.line }
        if !isEnded {
            addFault(scanner.line, "", "the document ends before </opml>; what it may have lost is unknown")
        }
        return list
    }

    private mutating func readRoot() throws(FeedListError) {
        switch scanner.next() {
        case .tag(let tag) where tag.name.lowercased() == "opml" && !tag.isEnd: break
        case .tag(let tag):
            throw FeedListError(line: tag.line, reason: "<\(tag.name)> is the first element, not <opml>")
        case .fault(let line, let reason): throw FeedListError(line: line, reason: reason)
        case nil: throw FeedListError(line: 1, reason: "there is no <opml>")
        }
    }

    private mutating func read(_ tag: MarkupScanner.Tag) throws(FeedListError) {
        guard !tag.isEnd else {
            if let fault = folders.popLast()?.fault { list.faults.append(fault) }
            return
        }
        if !folders.isEmpty { folders[folders.count - 1].fault = nil }
        outlines += 1
        guard outlines <= FeedList.mostEntries else {
            throw FeedListError(
                line: tag.line, reason: "there are more than \(FeedList.mostEntries) outlines")
        }
        guard folders.count < FeedList.deepest else {
            throw FeedListError(line: tag.line, reason: "outlines are nested deeper than \(FeedList.deepest)")
        }
        let isFeed = readFeed(tag)
        let fault = isFeed ? nil : fault(of: tag)
        if !tag.isEmpty {
            folders.append(Folder(title: isFeed ? nil : title(of: tag), fault: fault))
        } else if let fault {
            addFault(fault.line, fault.text, fault.reason)
        }
    }

    /// Returns what is wrong with an outline that has no address of a feed, but says that it is one or has
    /// another address; `nil` for a folder or a text.
    private func fault(of tag: MarkupScanner.Tag) -> FeedList.Fault? {
        let type = tag["type"]?.lowercased() ?? ""
        let page = [tag["htmlurl"], tag["url"]].compactMap { $0?.inOneLine }.first { !$0.isEmpty }
        let isFeed = ["rss", "atom", "rdf", "json", "feed"].contains { type.hasPrefix($0) }
        guard type != "include", isFeed || page != nil || tag["xmlurl"] != nil else { return nil }
        let text = [title(of: tag), page].compactMap(\.self).joined(separator: ", ")
        return FeedList.Fault(line: tag.line, text: text, reason: "has no address of a feed (xmlUrl)")
    }

    /// Reads an outline that is a feed; returns `false` if it is a folder or a text.
    private mutating func readFeed(_ tag: MarkupScanner.Tag) -> Bool {
        let type = tag["type"]?.lowercased() ?? ""
        guard let address = tag["xmlurl"], !address.inOneLine.isEmpty else {
            if type == "include" {
                addFault(tag.line, title(of: tag) ?? "", "another list, which is not fetched")
            }
            return false
        }
        guard !["xpath", "dotnotation", "html"].contains(where: { type.contains(text: $0) }) else {
            addFault(
                tag.line, title(of: tag) ?? "", "type=\(type) is not a feed but a page and rules to read it")
            return true
        }
        do throws(FeedAddress.Refusal) {
            let url = try FeedAddress.checked(address)
            list.feeds.append(
                FeedList.Feed(
                    url: url, title: title(of: tag), tags: tags(of: tag),
                    folders: path.isEmpty ? [] : [path], name: tag["almanac:name"], line: tag.line))
        } catch {
            addFault(tag.line, error.shown, error.reason)
        }
        return true
    }

    private func title(of tag: MarkupScanner.Tag) -> String? {
        [tag["title"], tag["text"]].compactMap { $0?.inOneLine }.first { !$0.isEmpty }
    }

    /// The titles of the folders that contain the outline, from the outermost on.
    private var path: [String] { folders.compactMap(\.title) }

    /// Returns the folders that contain the outline, then its categories.
    private func tags(of tag: MarkupScanner.Tag) -> [String] {
        let categories = (tag["category"] ?? "").split(separator: ",").map { path in
            path.split(separator: "/").compactMap { Slug.tag(String($0).inOneLine) }
        }
        let paths = [FeedList.tag(of: path)] + categories.map { $0.joined(separator: "/") }
        var tags: [String] = []
        for tag in paths where !tag.isEmpty && !tags.contains(tag) { tags.append(tag) }
        return tags
    }

    private mutating func addFault(_ line: Int, _ text: String, _ reason: String) {
        guard list.faults.count < FeedList.mostEntries else { return }
        list.faults.append(FeedList.Fault(line: line, text: text, reason: reason))
    }
}
