package import Decoding
import Feeds
package import Records

/// The messages of a document in any of the formats.
package struct AlertDocument {
    /// The messages, in the order of the document.
    package private(set) var messages: [AlertMessage] = []
    /// The parts that could not be read.
    package private(set) var rejects: [Reject] = []
    /// The remarks on the document.
    package private(set) var notes: [String] = []
    /// The title; `nil` if there is none.
    package private(set) var title: String?
    /// The names in the messages that it contains, and in linked ones that are read for the first time.
    package private(set) var providerNames = ProviderNames()
    /// When the document was made; `nil` if it does not say so.
    package private(set) var time: UTC?
    /// The names of messages that an index lists, and that were read before.
    package private(set) var listed: Set<String> = []
    /// The number of messages that an index lists, and that were never read.
    package private(set) var unread = 0
    /// Whether a message could not be read or is not in the document, so that it is not known which others
    /// it updates or ends.
    package private(set) var hasUnreadable = false
    /// The facts to remember of the linked messages, by name.
    package private(set) var names: [String: String] = [:]
    /// Whether the document has only messages, like a folder that collects files.
    package private(set) var isPlain = false

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The whole document.
    ///   - charset: The encoding named by the transport; `nil` if it named none.
    ///   - now: The moment at which links that cannot be read are remembered as such.
    ///   - archive: The archive of the upstream; `nil` if it has none.
    ///   - recall: Returns what is remembered of a linked message; `nil` if it was never read.
    /// - Throws: `DecodeError` if it contains no alerts, or ends too early.
    package init(
        _ bytes: [UInt8], charset: String? = nil, at now: UTC = UTC(seconds: 0),
        archive: AlertArchive? = nil, recall: @escaping (String) -> String? = { _ in nil }
    ) throws(DecodeError) {
        links = LinkReader(at: now, recall)
        self.archive = archive
        if AlertBundle.begins(bytes) { try add(bundle: bytes) } else { try add(bytes, charset: charset) }
        let count = links.count
        guard unread > 0 else { return }
        notes.append("\(count - unread) of \(count) linked messages are read")
    }

    private var links: LinkReader
    private let archive: AlertArchive?

    /// The document as an answer.
    var answer: AlertAnswer {
        var answer = AlertAnswer(messages)
        answer.time = time
        answer.listed = listed
        answer.unread = unread
        answer.hasUnreadable = hasUnreadable
        return answer
    }

    private mutating func add(_ bytes: [UInt8], charset: String?) throws(DecodeError) {
        let text = bytes.unmarked
        guard let first = text.first(where: { $0 > .space }) else {
            throw DecodeError(.empty, part: "alert", found: "", offset: 0)
        }
        if first == .leftBrace || first == .leftBracket { return try add(json: text) }
        if WebPage.begins(text.span) {
            throw DecodeError(.content, part: "alert", found: text.span.opening, offset: 0)
        }
        try add(parts: AlertParts.split(bytes), charset: charset)
    }

    private mutating func add(json text: [UInt8]) throws(DecodeError) {
        let read = try AlertJSON(text)
        messages = read.messages
        hasUnreadable = read.hasUnreadable
        rejects = read.rejects
        title = read.title
        time = read.time
        providerNames = read.names
        notes = read.notes
    }

    /// Adds the files of a folder; a broken file is a reject, unless it is the only one.
    private mutating func add(parts: [ArraySlice<UInt8>], charset: String?) throws(DecodeError) {
        isPlain = true
        for part in parts {
            do throws(DecodeError) {
                let tree = try XMLTree(parsing: Array(part).span, charset: charset)
                notes += tree.notes.filter { !notes.contains($0) }
                try add(root: tree.root)
            } catch {
                guard parts.count > 1 else { throw error }
                hasUnreadable = true
                rejects.append(
                    Reject(offset: part.startIndex, found: Array(part).span.opening, reason: "\(error)"))
            }
        }
    }

    private mutating func add(bundle bytes: [UInt8]) throws(DecodeError) {
        guard let bundle = AlertBundle(bytes) else {
            throw DecodeError(.truncated, part: "linked document", found: "", offset: bytes.count)
        }
        links.add(bundle)
        for part in bundle.pushed { add(pushed: part) }
        if !bundle.index.isEmpty {
            let tree = try XMLTree(parsing: bundle.index.span)
            notes = tree.notes
            try add(root: tree.root)
        }
        for part in links.removeOthers(of: bundle) { add(referenced: part) }
        for failure in links.othersGone(of: bundle) {
            names[links.name(of: failure.url)] = links.dead(failure.reason).text
        }
    }

    /// Adds a message that the upstream pushed or, with an address, that a heartbeat names. Its address in the
    /// archive, which is also that in the index, is remembered, so that it is not requested there.
    private mutating func add(pushed part: AlertBundle.Linked) {
        do throws(DecodeError) {
            let root = try XMLTree(parsing: part.bytes.span).root
            guard root.name == "alert" else {
                throw DecodeError(.content, part: "alert", found: "<\(root.name)>", offset: 0)
            }
            let urls = archive?.urls(of: root) ?? []
            guard part.url.isEmpty || urls.contains(part.url) else {
                throw DecodeError(.content, part: "message that was named", found: "another", offset: 0)
            }
            guard let message = CAPReader.message(root, rejects: &rejects) else {
                hasUnreadable = true
                return rememberUnreadable(at: urls)
            }
            for url in urls { names[links.name(of: url)] = LinkMemo.read(message.name).text }
            messages.append(message)
        } catch {
            hasUnreadable = true
            rejects.append(Reject(key: part.url, found: part.bytes.span.opening, reason: "\(error)"))
            if !part.url.isEmpty { names[links.name(of: part.url)] = links.unreadable("\(error)").text }
        }
    }

    /// Remembers the reason of the last reject for the addresses of its message, which is not requested again
    /// soon.
    private mutating func rememberUnreadable(at urls: [String]) {
        let memo = links.unreadable(rejects.last?.reason ?? "not a message").text
        for url in urls { names[links.name(of: url)] = memo }
    }

    /// Adds a message that no index lists, but that another one names: it only connects others.
    private mutating func add(referenced part: AlertBundle.Linked) {
        var ignored: [Reject] = []
        // Another message than the named one counts like one that an archive no longer has.
        guard let tree = try? XMLTree(parsing: part.bytes.span), tree.root.name == "alert",
            let message = CAPReader.message(tree.root, rejects: &ignored),
            links.isNamed(message.name) || messages.contains(where: { $0.names(message.name) })
        else {
            names[links.name(of: part.url)] = links.dead("not the message that was named").text
            return
        }
        names[links.name(of: part.url)] = LinkMemo.read(message.name).text
        messages.append(message)
    }

    private mutating func add(root: XMLNode) throws(DecodeError) {
        if root.name == "alert" {
            add(alert: root)
        } else if let index = AlertIndex(root) {
            isPlain = false
            title = title ?? index.title
            time = time ?? index.time
            if index.hasNext {
                hasUnreadable = true
                notes.append("the document says that there are more alerts on its next page")
            }
            var stated: [AlertMessage] = []
            for entry in index.entries { add(entry, stated: &stated) }
            messages += stated.merged
            remark(onUnclear: index.entries.filter(\.isUnclear))
            // A message outside the entries is foreign markup, but no less a warning.
            for alert in root.all("alert") { add(alert: alert) }
        } else {
            let alerts = AlertIndex.alerts(in: root)
            guard !alerts.isEmpty else {
                throw DecodeError(.content, part: "alert", found: "<\(root.name)>", offset: 0)
            }
            for alert in alerts { add(alert: alert) }
        }
    }

    /// Adds the remark that entries are not read, such as one that only has a title; it may say that there is
    /// no alert.
    private mutating func remark(onUnclear entries: [AlertIndex.Entry]) {
        guard let first = entries.first else { return }
        let count = entries.count == 1 ? "an entry has" : "\(entries.count) entries have"
        let label = String(first.label.prefix(100))
        notes.append(
            "\(count) neither an alert nor a link to one: \(label)" + (entries.count > 1 ? ", ..." : ""))
    }

    private mutating func add(alert: XMLNode) {
        providerNames.add(alert: alert)
        if let message = CAPReader.message(alert, rejects: &rejects) {
            messages.append(message)
        } else {
            hasUnreadable = true
        }
    }

    /// Adds the messages of an entry; `stated` receives the one that it states itself.
    private mutating func add(_ entry: AlertIndex.Entry, stated: inout [AlertMessage]) {
        if entry.isInline {
            for alert in entry.alerts { add(alert: alert) }
        } else if entry.isComplete || !addLinked(of: entry), entry.isComplete || entry.isPreview {
            guard let message = AlertIndex.message(entry, rejects: &rejects) else {
                hasUnreadable = true
                return
            }
            stated.append(message)
        }
    }

    /// Adds the message that an entry links to.
    ///
    /// - Returns: Whether it is known, now or from earlier.
    private mutating func addLinked(of entry: AlertIndex.Entry) -> Bool {
        guard let url = entry.address else { return true }
        switch links.state(of: url) {
        case .seen: return true
        case .known(let name): listed.insert(name)
        case .unread:
            unread += 1
            return false
        case .failed(let failure):
            rejects.append(Reject(key: url, field: "link", found: url, reason: failure.reason))
            if let memo = failure.memo { names[links.name(of: url)] = memo.text }
            if failure.memo == nil { unread += 1 }
            hasUnreadable = hasUnreadable || failure.isOfContent
            return false
        case .fetched(let bytes): return add(bytes, from: url, of: entry)
        }
        return true
    }

    /// Adds the message of a link; one that is broken affects only itself, and is not requested again soon.
    private mutating func add(_ bytes: [UInt8], from url: String, of entry: AlertIndex.Entry) -> Bool {
        do throws(DecodeError) {
            let tree = try XMLTree(parsing: bytes.span)
            guard let alert = tree.root.name == "alert" ? tree.root : AlertIndex(tree.root)?.firstAlert else {
                throw DecodeError(.content, part: "alert", found: "<\(tree.root.name)>", offset: 0)
            }
            providerNames.add(alert: alert)
            guard var message = CAPReader.message(alert, rejects: &rejects) else {
                hasUnreadable = true
                rememberUnreadable(at: [url])
                return false
            }
            if entry.isPreview { message.entry = entry.name ?? "" }
            names[links.name(of: url)] = LinkMemo.read(message.name).text
            messages.append(message)
            return true
        } catch {
            hasUnreadable = true
            rejects.append(Reject(key: url, found: bytes.span.opening, reason: "\(error)"))
            names[links.name(of: url)] = links.unreadable("\(error)").text
            return false
        }
    }
}

extension AlertIndex {
    /// The first message inside an entry; `nil` if there is none.
    fileprivate var firstAlert: XMLNode? { entries.lazy.flatMap(\.alerts).first }
}

extension AlertMessage {
    /// Whether it refers to the message of a name.
    fileprivate func names(_ other: String) -> Bool { references.contains { name(of: $0) == other } }
}
