public import Decoding
public import Records

/// A decoder of RSS 0.9–2.0, RSS 1.0 (RDF), Atom 0.3 and 1.0, CDF and JSON Feed: one record for each entry.
///
/// The keys are those of `FeedKeys`, unless `RecordRules` define others. Documents that are not well-formed
/// are read as far as their meaning is clear.
public struct FeedDecoder: DocumentDecoder, RecallingDecoder {
    private let rules: RecordRules
    /// Whether no rules apply to the entries.
    private let isCopy: Bool
    private let builder: FeedBuilder
    private var keys = FeedKeys()
    private let transport: CharsetLabel?
    private let url: String?
    /// The present time.
    private let now: UTC
    private var decoder: TextDecoder?
    private var repair = XMLRepair(balancing: XMLBalance())
    private var reader: XMLReader?
    /// The first bytes until the encoding is known; the whole document for a JSON Feed.
    private var held: [UInt8] = []
    private var isJSON = false
    /// The last bytes of the text.
    private var ending = FeedEnding()
    /// The number of bytes so far.
    private var received = 0
    private var taken = 0
    private var lost = 0
    /// The greatest number of entries that wait for the end of the document, and of those that wait for the
    /// order of their dates.
    private static let mostWaiting = 500
    private static let mostUndated = 10_000
    /// The maximum length of a document whose entries wait, in bytes.
    private static let longestWaiting = 4 << 20
    /// The maximum size of a JSON Feed, in bytes.
    private static let maximumJSON = 16 << 20

    /// Creates a decoder for one document.
    ///
    /// - Throws: `OptionError` if a setting of `[Record]` cannot be used.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        rules = try RecordRules(options)
        isCopy = rules.isEmpty
        builder = FeedBuilder(url: context.url, zones: NamedZones(context.zone))
        transport = context.charset.flatMap { CharsetLabel($0, of: .transport) }
        url = context.url
        now = context.now
    }

    /// Sets the records that earlier documents left.
    public mutating func recall(_ stored: StoredKeys) {
        // Keys that a definition makes depend on nothing else.
        if rules.key.isEmpty { keys.recall(stored) }
    }

    /// The metadata of the feed, as far as it has been read.
    public var feed: Feed { builder.feed }

    /// Decodes the next slice.
    ///
    /// - Throws: `DecodeError` if the document is not a feed.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        received += bytes.count
        if decoder == nil {
            held.append(bytes)
            guard held.count >= FeedCharset.sampleSize else { return }
            try chooseFormat(into: &out)
        } else if isJSON {
            decoder?.decode(bytes, into: &held)
            try checkLength()
        } else {
            var text: [UInt8] = []
            decoder?.decode(bytes, into: &text)
            try read(text, isLast: false, into: &out)
        }
    }

    /// Decodes the rest after the last slice.
    ///
    /// - Throws: `DecodeError` if the document is empty or not a feed.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        if decoder == nil { try chooseFormat(into: &out) }
        var text: [UInt8] = []
        decoder?.finish(into: &text)
        if isJSON {
            held += text
            try readJSON(into: &out)
        } else {
            try read(text, isLast: true, into: &out)
            try check(into: &out)
        }
        out.notes += decoder?.notes ?? []
        out.names.merge(keys.names) { first, _ in first }
        out.title = builder.feed.title?.plain
        out.lifetime = builder.feed.lifetime
        if !builder.feed.quiet.isEmpty { out.quiet = builder.feed.quiet }
        try RecordCount(taken: taken, lost: lost).check(rules.minimum, unit: "entry", rejects: out.rejects)
    }

    /// Chooses the encoding and the format by the first bytes.
    private mutating func chooseFormat(into out: inout Decoded) throws(DecodeError) {
        let first = held
        held = []
        guard first.contains(where: { !$0.isWhitespace && $0 != 0 }) else {
            throw DecodeError(.empty, part: "feed", found: "", offset: 0)
        }
        if WebPage.begins(first.span) {
            throw DecodeError(.content, part: "feed", found: first.span.opening, offset: 0)
        }
        let labels = [transport, FeedCharset.declared(first)].compactMap { $0 }
        // A missing charset of text/xml used to mean ASCII; the document's own declaration is more reliable.
        let isWeak = transport?.charset == .windows1252
        var decoder = TextDecoder(
            charset: FeedCharset.revealed(first), labels: isWeak ? labels.reversed() : labels)
        var text: [UInt8] = []
        decoder.decode(first.span, into: &text)
        self.decoder = decoder
        let start = JSONFeed.start(in: text.isEmpty ? first : text)
        isJSON = start != nil
        if let start {
            held = Array(text.dropFirst(start))
            let isText = text.prefix(start).contains { !$0.isWhitespace }
            if isText { out.notes.append("text precedes the feed; left out") }
        } else {
            reader = try XMLReader(builder: builder)
            builder.reader = reader
            try read(text, isLast: false, into: &out)
        }
    }

    private mutating func read(_ text: [UInt8], isLast: Bool, into out: inout Decoded) throws(DecodeError) {
        ending.add(text)
        for start in stride(from: 0, to: text.count, by: 65_536) {
            let part = text.span.extracting(start..<min(start + 65_536, text.count))
            reader?.read(repair.repaired(part, isLast: false), isLast: false)
            if !isWaiting { appendEntries(into: &out) }
        }
        guard isLast else { return }
        reader?.read(repair.repaired([UInt8]().span, isLast: true), isLast: true)
        appendEntries(into: &out)
    }

    /// Whether the complete entries wait for the rest of the document, which decides the order of their dates
    /// in numbers, and shows which ids it repeats.
    private var isWaiting: Bool {
        let entries = builder.entries
        if entries.count < FeedDecoder.mostWaiting, received < FeedDecoder.longestWaiting { return true }
        return entries.count < FeedDecoder.mostUndated
            && entries.indices.contains { OpenDates.has(entries.span[$0]) }
    }

    /// Appends records of the complete entries.
    private mutating func appendEntries(into out: inout Decoded) {
        if let order = builder.openDates.order {
            for index in builder.entries.indices where OpenDates.has(builder.entries[index]) {
                builder.entries[index].readOpenDates(order, zones: builder.zones)
            }
        }
        let entries = builder.entries
        let lines = builder.lines
        builder.entries = []
        builder.lines = []
        keys.expect(entries, isAtom: builder.isAtom)
        // Iterate over indices: iterating over the array would copy each entry.
        for index in entries.indices {
            let known = out.rejects.count
            let key = keys.key(of: entries.span[index], isAtom: builder.isAtom)
            let isRead = rules.read(entries.span[index], key: key, isCopy: isCopy, into: &out)
            if isRead { taken += 1 } else { lost += 1 }
            if isRead, !isPast(entries.span[index]), let last = out.records.last {
                out.unordered.append(last.key)
            }
            guard lines.count == entries.count else { continue }
            for reject in known..<out.rejects.count {
                out.rejects[reject].line = lines[index] + repair.skippedLines
            }
        }
    }

    /// Whether an entry states a time that is past.
    private func isPast(_ entry: borrowing FeedEntry) -> Bool {
        (entry.published ?? entry.updated ?? entry.created).map { $0 <= now } ?? false
    }

    private func check(into out: inout Decoded) throws(DecodeError) {
        guard builder.isFeed else {
            let found = (builder.root ?? repair.opening.tag).map { "<\($0)>" } ?? "text"
            throw DecodeError(.content, part: "feed", found: found, offset: 0)
        }
        let unread = builder.unreadTexts
        let left =
            "\(unread) \(unread == 1 ? "text has" : "texts have") a media type that is no text; left out"
        out.notes +=
            [repair.opening.note].compactMap(\.self) + repair.balance.notes + (unread > 0 ? [left] : [])
        guard let reader else { return }
        let line = reader.line + repair.skippedLines
        // libxml2 2.9 stops after the first element if more follows; 2.15 only reports that.
        if !builder.isOpen, reader.isStopped || reader.hasMore {
            return out.notes.append("text follows the end of the feed in line \(line); left out")
        }
        guard reader.isStopped else { return try checkEnd(line, into: &out) }
        guard taken > 0 else {
            throw DecodeError(
                part: "readable feed, it is nested too deeply or has too long a text",
                found: "<\(builder.root ?? "")>", offset: 0, line: line)
        }
        out.rejects.append(
            Reject(line: line, found: "", reason: "the rest is nested too deeply or is too long"))
    }

    /// Checks that the document is not cut off: one that is not well-formed may have open elements, but ends
    /// with the end of its first element.
    private func checkEnd(_ line: Int, into out: inout Decoded) throws(DecodeError) {
        guard builder.isOpen, let root = builder.root, !ending.hasEnd(of: root) else { return }
        guard taken + lost > 0 else {
            throw DecodeError(.truncated, part: "entry", found: "", offset: received, line: line)
        }
        out.notes.append("the document is cut off in line \(line): entries after it are missing")
    }

    private func checkLength() throws(DecodeError) {
        guard held.count <= FeedDecoder.maximumJSON else {
            throw DecodeError(part: "JSON Feed of at most 16 MiB", found: held.span.opening, offset: 0)
        }
    }

    private mutating func readJSON(into out: inout Decoded) throws(DecodeError) {
        let document: JSON
        do {
            let parsed = try JSONFeed.parse(held)
            document = parsed.document
            if parsed.hasMore { out.notes.append("text follows the end of the feed; left out") }
        } catch {
            let found = held.span.extracting(min(error.offset, held.count)..<held.count).opening
            throw DecodeError(part: "JSON \(error.expected)", found: found, offset: error.offset)
        }
        guard let (feed, entries) = JSONFeed.read(document, url: url, zones: builder.zones) else {
            throw DecodeError(.content, part: "feed", found: held.span.opening, offset: 0)
        }
        guard let items = document["items"]?.array else {
            // An empty feed has an empty list.
            let names = (document.object ?? []).prefix(8).map(\.name).joined(separator: ", ")
            throw DecodeError(.shape, part: "list of items", found: names, offset: 0)
        }
        builder.feed = feed
        builder.entries = entries
        for item in items where item.object == nil {
            let found = String(decoding: item.bytes.prefix(80), as: UTF8.self)
            out.rejects.append(Reject(field: "items", found: found, reason: "not an item"))
        }
        for date in JSONFeed.dates(document) { builder.openDates.add(date) }
        appendEntries(into: &out)
    }
}

extension RecordRules {
    /// Appends the record of an entry without applying rules.
    private func copy(_ entry: borrowing FeedEntry, key: String, into out: inout Decoded) -> Bool {
        out.records.append(Record(key: key, data: entry.canonicalData))
        return true
    }

    /// Appends the record of an entry.
    fileprivate func read(
        _ entry: borrowing FeedEntry, key own: String, isCopy: Bool, into out: inout Decoded
    ) -> Bool {
        let count = (out.records.count, out.rejects.count)
        let isRead =
            isCopy ? copy(entry, key: own, into: &out) : read(entry.data, named: nil, at: nil, into: &out)
        guard out.records.count > count.0, let last = out.records.indices.last else { return isRead }
        if key.isEmpty { out.records[last].key = own }
        if title.isEmpty { out.records[last].title = entry.name }
        out.records[last].position = out.records[last].position ?? entry.position
        for index in count.1..<out.rejects.count { out.rejects[index].key = out.records[last].key }
        for (field, zone) in entry.unknownZones.sorted(by: { $0.key < $1.key }) {
            let reason = "the zone is not known, or has several meanings: the time is read as UTC"
            out.rejects.append(Reject(key: out.records[last].key, field: field, found: zone, reason: reason))
        }
        guard !entry.unreadTimes.isEmpty else { return isRead }
        for (field, text) in entry.unreadTimes.sorted(by: { $0.key < $1.key }) {
            let isNumber = ["episode", "season"].contains(field)
            let reason = isNumber ? "not a number" : OpenDates.fault(text)
            out.rejects.append(Reject(key: out.records[last].key, field: field, found: text, reason: reason))
        }
        return isRead
    }
}
