import Records

/// Writes the changes of one transaction.
struct ChangeWriter {
    /// The size up to which a change has the body before it, in bytes: its row then fits a page.
    private static let small = 700
    private let reader: StoreReader
    private let statements: WriteStatements
    private(set) var source: SourceRow
    private let oldest: Int64
    private var end: Int64
    private var at: UTC
    /// The generation that the almanac from which the changes come has given them; `nil` for the next one.
    private var stated: Int?
    /// Whether every difference adds a record whose key need not be looked up.
    private let areNew: Bool
    private(set) var hasChanged: Bool
    private(set) var changes: [Change] = []
    /// The number of bytes that the log has grown by; see `StoreSchema.loggedBytes`.
    private(set) var logged = 0

    /// Prepares to change the records of a source.
    ///
    /// - Parameters:
    ///   - reader: The reader of the stored records, on the connection of the transaction.
    ///   - statements: The statements that write.
    ///   - source: The row of the source.
    ///   - oldest: The number of the oldest change in the log that has its content.
    ///   - end: The number of the last change in the log; the first change gets the next one.
    ///   - at: The moment of the changes.
    ///   - isContinuing: Whether an earlier transaction has stored changes of the same document.
    ///   - areNew: Whether every difference adds a record, no key has a record or a removal in the log, and
    ///     no key occurs twice: then no key is looked up.
    init(
        reader: StoreReader, statements: WriteStatements, source: SourceRow, oldest: Int64,
        after end: Int64, at: UTC, isContinuing: Bool, areNew: Bool = false
    ) {
        self.reader = reader
        self.statements = statements
        self.source = source
        self.oldest = oldest
        self.end = end
        self.at = at
        self.areNew = areNew
        hasChanged = isContinuing
    }

    mutating func apply(_ difference: Difference) throws(StoreError) {
        switch difference {
        case .put(let record, let hash): try put(record, hash)
        case .remove(let key, let reason): try remove(key, because: reason)
        case .mark(let key, let moment): try mark(key, since: moment)
        }
    }

    /// Marks a record as missing in documents since a moment, by its member `unconfirmed`, or removes the
    /// mark.
    ///
    /// The hash stays that of the record without the mark, so that the document that contains it again does
    /// not differ.
    private func mark(_ key: String, since moment: UTC?) throws(StoreError) {
        guard let (id, old) = try reader.stored(key, in: source),
            let data = old.record.data.marked(since: moment), data != old.record.data
        else { return }
        var record = old.record
        record.data = data
        let stored = StoredRecord(
            source: source.name, record: record, number: old.number, generation: old.generation, at: old.at)
        try statements.setBody.run(.int(stored.checksum), .bytes(data), .int(id))
    }

    /// Applies a change of another almanac, with its moment and its generation.
    mutating func apply(_ change: MirroredChange) throws(StoreError) {
        at = change.at
        stated = change.generation
        try apply(change.difference)
    }

    /// Adopts the source's generation in another almanac.
    mutating func adopt(generation: Int) throws(StoreError) {
        guard source.generation != generation else { return }
        source.generation = generation
        try storeCounts()
    }

    /// Stores the source's counts.
    func finish() throws(StoreError) {
        guard !changes.isEmpty else { return }
        try storeCounts()
    }

    private func storeCounts() throws(StoreError) {
        try statements.setSource.run(
            .count(source.generation), .count(source.records), .int(source.number), .int(source.checksum),
            .int(source.id))
    }

    private mutating func put(_ record: Record, _ hash: RecordHash) throws(StoreError) {
        guard !areNew, let (id, old) = try reader.stored(record.key, in: source) else {
            return try add(record, hash)
        }
        // The content is unchanged under an older hash algorithm, or one of more than the document has: only
        // the hash is updated.
        guard old.record.hash != record.hash else { return try statements.setHash.run(.hash(hash), .int(id)) }
        let texts = try patch(from: old.record, to: record)
        let links = ChangeLinks(record: old.number, source: source.number)
        let was = old.record.position
        let change = next(
            .changed, record.key, record, patch: texts.patch, previous: texts.previous,
            from: was == record.position ? nil : was)
        let hasBody = hasBody(of: old, beside: texts.patch.count + texts.previous.count)
        try keepBody(of: old, in: hasBody ? change.number : nil)
        try write(record, hash, change, statements.setRecord, .int(id), nil)
        try log(change, links, body: hasBody ? old.record.data : nil)
    }

    /// Whether a change has the whole body before it, from which both patches follow, in place of these.
    ///
    /// It has if most of the record is replaced; or if the body is kept anyway, and small: the rows of changes
    /// are at the end of their table, those of bodies in between, where they split pages.
    private func hasBody(of old: StoredRecord, beside patches: Int) -> Bool {
        let size = old.record.data.count
        return patches > size || old.number >= oldest && size <= ChangeWriter.small
    }

    private mutating func add(_ record: Record, _ hash: RecordHash) throws(StoreError) {
        // Replies of the interface can contain only JSON objects: anything else is rejected here, once.
        guard isObject(record.data.span) else { throw refusal(record) }
        let removal = areNew ? 0 : try reader.lastRemoval(of: record.key, in: source)
        let links = ChangeLinks(record: removal, source: source.number)
        source.records += 1
        let change = next(.added, record.key, record)
        try write(record, hash, change, statements.addRecord, .int(source.id), .text(record.key))
        try log(change, links)
    }

    private mutating func remove(_ key: String, because reason: RemovalReason?) throws(StoreError) {
        guard let (id, old) = try reader.stored(key, in: source) else { return }
        let links = ChangeLinks(record: old.number, source: source.number)
        source.records -= 1
        let change = next(
            .removed, key, nil, from: old.record.position, former: old.record.data, title: old.record.title,
            because: reason)
        // The log drops the change before it earlier, if it still has that one.
        try keepBody(of: old, in: change.number)
        try statements.dropRecord.run(.int(id))
        try statements.noteGone.run(.int(id))
        try log(change, links, body: old.record.data)
    }

    /// Stores the body that a record had since a change, if the log still contains that change.
    ///
    /// - Parameters:
    ///   - old: The record.
    ///   - number: The number of the next change if that has the body, as a removal does; `nil` to store the
    ///     body by itself.
    /// - Throws: `StoreError` if the database fails.
    private mutating func keepBody(of old: StoredRecord, in number: Int64?) throws(StoreError) {
        guard old.number >= oldest else { return }
        let body = number.map { Array("#\($0)".utf8) } ?? old.record.data
        try statements.keepBody.run(.int(old.number), .bytes(body))
        logged += body.count + 20
    }

    /// Returns the change with the next number; the first change of a document raises the generation.
    private mutating func next(
        _ kind: Change.Kind, _ key: String, _ record: Record?, patch: [UInt8]? = nil,
        previous: [UInt8]? = nil, from place: Position? = nil, former: [UInt8]? = nil,
        title: String? = nil, because reason: RemovalReason? = nil
    ) -> Change {
        if let stated { source.generation = stated } else if !hasChanged { source.generation += 1 }
        hasChanged = true
        end += 1
        source.number = end
        return Change(
            number: source.number, source: source.name, key: key, kind: kind,
            title: record?.title ?? title, at: at,
            generation: source.generation, data: record?.data, patch: patch, previous: previous,
            position: record?.position, previousPosition: place,
            former: former, reason: reason)
    }

    private func patch(
        from old: Record, to new: Record
    ) throws(StoreError) -> (patch: [UInt8], previous: [UInt8]) {
        guard new.data.first == .leftBrace else { throw refusal(new) }
        do {
            return try MergePatch.texts(from: old.data, to: new.data)
        } catch {
            // Stored data was validated by the checks above when it was written.
            throw isObject(new.data.span)
                ? .damage("read \(source.name)/\(old.key)", "it is not JSON") : refusal(new)
        }
    }

    private func isObject(_ text: Span<UInt8>) -> Bool {
        // The scanner skips strings without checking their UTF-8.
        guard (try? UTF8Span(validating: text)) != nil else { return false }
        var scanner = JSONScanner()
        // The kind of error does not matter here.
        return scanner.peek(text) == .leftBrace && (try? scanner.skipValue(text)) != nil
            && scanner.peek(text) == nil
    }

    private func refusal(_ record: Record) -> StoreError {
        StoreError(
            doing: "store \(source.name)/\(record.key)", code: 0, message: "its data are not a JSON object")
    }

    private func write(
        _ record: Record, _ hash: RecordHash, _ change: Change, _ statement: Statement,
        _ place: Binding, _ key: Binding?
    ) throws(StoreError) {
        let stored = StoredRecord(
            source: source.name, record: record, number: change.number, generation: change.generation, at: at)
        var values: [Binding] = [
            .hash(hash), .text(record.title), .text(record.group), .real(record.position?.latitude),
            .real(record.position?.longitude), .int(change.number), .count(change.generation), .moment(at),
            .int(stored.checksum), .bytes(record.data), place,
        ]
        if let key { values.append(key) }
        try statement.run(values)
    }

    /// Adds a change to the log.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - links: The numbers of preceding changes.
    ///   - body: The whole body before the change, to be stored in place of the patches; `nil` for these.
    /// - Throws: `StoreError` if the database fails.
    private mutating func log(
        _ change: Change, _ links: ChangeLinks, body: [UInt8]? = nil
    ) throws(StoreError) {
        let patch = body == nil ? change.patch : change.reason?.row
        let previous = body ?? change.previous
        try statements.addChange.run(
            .int(change.number), .int(source.id), .text(change.key), .int(change.kind.row),
            .text(change.title), .moment(at), .count(change.generation), .bytes(patch),
            .bytes(previous), .int(links.record), .int(links.source),
            .int(change.checksum(links, former: change.kind == .removed ? body : nil)))
        if let was = change.previousPosition {
            try statements.addMove.run(.int(change.number), .real(was.latitude), .real(was.longitude))
        }
        logged += 100 + change.key.utf8.count + (change.title?.utf8.count ?? 0)
        logged += (patch?.count ?? 0) + (previous?.count ?? 0)
        changes.append(change)
    }
}
