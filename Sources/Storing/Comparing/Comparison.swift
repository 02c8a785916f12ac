public import Records

/// Compares a document with the stored records by hash, without holding either in memory.
///
/// Call `add` with the records as they are decoded and `finish` once the document is known to be complete.
/// Then `next` returns the differences in parts, each suitable for one `Store.commit`; after all commits,
/// call `storeOrder`. If a document breaks off, drop its comparison: nothing was written.
///
/// A few changed records are held in memory, many in a temporary file. Each stored record, and each record of
/// the document, takes eight bytes.
///
/// Use a comparison on the thread of its reader. No other document of the source may be committed meanwhile.
public final class Comparison {
    /// Merges two records of the document with the same key: the first and a later one.
    ///
    /// Returns the merged record, or `nil` to keep the first unchanged.
    public typealias Merge = (_ first: Record, _ later: Record) -> Record?
    /// Returns the record to store in place of the stored one, from which a new one differs: the new one, the
    /// stored one, or one made of both.
    public typealias Resolution = (_ new: Record, _ stored: Record) -> Record

    /// Returns a record as it is compared: without what was added to it when it was stored.
    public typealias Bare = (_ record: Record) -> Record

    /// Returns why a record with a key is removed; `nil` if that is not known.
    public typealias Reason = (_ key: String) throws(StoreError) -> RemovalReason?

    /// The number of records in the document; several records with one key count once.
    public var recordCount: Int { seen.markedCount + newCount }
    /// The number of records that are new or differ from the stored ones.
    public var changedCount: Int { held.count }
    /// The number of stored records that the document does not contain.
    public var absentCount: Int { max(0, (source?.records ?? 0) - seen.markedCount) }

    let name: String
    let reader: StoreReader
    private let merge: Merge
    private let resolve: Resolution?
    private let bare: Bare?
    let source: SourceRow?
    var seen = Fingerprints()
    /// The fingerprints of the document's records as they will be stored, in document order, each once.
    var order: [UInt64] = []
    /// The fingerprints in `order` of records that a merge with later ones has changed.
    var outdated: Set<UInt64> = []
    /// The stored order of the last document, if `seen` was loaded from it.
    var kept: [UInt64]?
    private var addedCount = 0
    private var loaded = Loaded.none
    private var newCount = 0
    private var held: PendingRecords
    var stage = Stage.adding
    /// Returns why a record that the document lacks, and that the rule does not retain, is removed.
    private(set) var why: Reason = { _ in nil }
    /// The records that documents lack or contain again, by key.
    private var marks: [String: UTC?] = [:]

    /// Begins a comparison.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - reader: The reader of the stored records.
    ///   - merge: Merges records of the document with one key; by default, the first wins.
    ///   - resolve: Decides between a record and the stored one; `nil` when the record always counts.
    ///   - bare: Returns a record as documents have it, and as its hash is stored; `nil` when nothing is added
    ///     to records.
    /// - Throws: `StoreError` if the database cannot be read.
    public init(
        of source: String, in reader: StoreReader, merge: @escaping Merge = { _, _ in nil },
        resolve: Resolution? = nil, bare: Bare? = nil
    ) throws(StoreError) {
        name = source
        self.reader = reader
        self.merge = merge
        self.resolve = resolve
        self.bare = bare
        held = PendingRecords(in: reader.connection.directory)
        self.source = try reader.row(of: source)
    }

    /// Compares the next decoded records.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - completed: Returns a record that is not stored yet with what is added to it; `bare` removes that.
    /// - Throws: `StoreError` if the database or the temporary file cannot be used.
    public func add(_ records: [Record], completed: (Record) -> Record = { $0 }) throws(StoreError) {
        guard case .adding = stage else { preconditionFailure("the document of \(name) was complete") }
        try loadIfWorthwhile(adding: records.count)
        guard let first = seen.pass(records, from: 0, adding: &order) else { return }
        try reader.connection.reading { () throws(StoreError) in
            var other: Fingerprints.MovedRecord? = first
            while let one = other {
                try add(records[one.place], hash: one.hash, completed)
                other = seen.pass(records, from: one.place + 1, adding: &order)
            }
        }
    }

    /// Keeps a stored record that the document does not state, unchanged.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public func keep(_ key: String) throws(StoreError) {
        guard let number = try storedHash(key)?.number(under: key), seen.mark(number) else { return }
        order.append(number)
    }

    /// Marks stored records that documents lack, by key, with the moment of the first document that lacked
    /// them, or that they contain again.
    public func mark(_ marks: [String: UTC?]) { self.marks.merge(marks) { $1 } }

    /// Marks the document as complete.
    ///
    /// - Parameters:
    ///   - keeping: The rule for stored records that the document does not contain. When it retains some of
    ///     them, one document removes at most 10,000 others.
    ///   - why: Returns why such a record is removed if the rule retains none.
    public func finish(keeping: RetentionRule = .none, because why: @escaping Reason = { _ in nil }) {
        self.why = why
        if absentCount == 0 || keeping == .all {
            stage = .putting(after: PendingRecords.Place())
        } else {
            stage = keeping == .none ? .removing(after: "") : .choosing(keeping)
        }
    }

    /// Returns the next part of the differences.
    ///
    /// Removals come first: by key, or, when some absent records are retained, those that changed longest ago
    /// first. New and changed records follow: a few in document order, many by key.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of differences.
    ///   - bytes: The amount of data that fills a part.
    /// - Returns: A part, which can be empty; `nil` at the end.
    /// - Throws: `StoreError` if the database or the temporary file cannot be used.
    public func next(limit: Int = 500, bytes: Int = 1 << 20) throws(StoreError) -> [Difference]? {
        switch stage {
        case .adding: preconditionFailure("the document of \(name) is not complete")
        case .removing(let key): return try removals(after: key, limit: limit)
        case .choosing(let keeping):
            stage = .dropping(try surplus(keeping)[...])
            return try next(limit: limit, bytes: bytes)
        case .dropping(let keys):
            stage =
                keys.count > limit
                ? .dropping(keys.dropFirst(limit)) : .putting(after: PendingRecords.Place())
            return keys.prefix(limit).map { .remove($0, because: .retention) }
        case .putting(var place):
            let part = try held.part(after: &place, limit: limit, bytes: bytes)
            stage = .putting(after: place)
            guard part.isEmpty else { return part.map { .put($0.record, $0.hash) } }
            defer { marks = [:] }
            return marks.isEmpty ? nil : marks.sorted { $0.key < $1.key }.map { .mark($0.key, $0.value) }
        }
    }
}

extension Comparison {
    var directory: String { reader.connection.directory }

    /// The stored fingerprints that `seen` was initialized with.
    private enum Loaded {
        case none
        /// No fingerprints, and no usable order of the last document is stored.
        case noOrder
        case all
    }

    enum Stage {
        case adding
        /// Searches for absent records after a key.
        case removing(after: String)
        /// Selects the absent records that are too many or too old.
        case choosing(RetentionRule)
        /// Returns the removals of the selected keys.
        case dropping(ArraySlice<String>)
        /// Returns the held records after a place.
        case putting(after: PendingRecords.Place)
    }

    /// Loads the fingerprints of all stored records once the document is so large that looking up each of its
    /// keys takes longer.
    private func loadIfWorthwhile(adding count: Int) throws(StoreError) {
        addedCount += count
        guard let source, loaded != .all, source.records / 1000 < addedCount else { return }
        let mayBeKept = loaded == .none && source.records >= DocumentOrder.worthwhile
        if mayBeKept,
            let order = DocumentOrder(of: name, in: directory, at: try reader.cursor(of: source.number)),
            order.numbers.count >= DocumentOrder.worthwhile
        {
            load(order.numbers)
            kept = order.numbers
        } else if source.records / 8 < addedCount {
            load(try storedNumbers(of: source))
        } else {
            loaded = .noOrder
        }
    }

    private func load(_ numbers: [UInt64]) {
        var all = Fingerprints(numbers)
        for number in seen.marked { _ = all.mark(number) }
        seen = all
        loaded = .all
    }

    private func storedNumbers(of source: SourceRow) throws(StoreError) -> [UInt64] {
        var numbers: [UInt64] = []
        numbers.reserveCapacity(source.records)
        try reader.statements.keys.each(.int(source.id), .text(""), .int(.max)) { row throws(StoreError) in
            guard let number = row.fingerprint(key: 0, hash: 1) else { throw hashMissing(row.text(0) ?? "") }
            numbers.append(number)
            return true
        }
        return numbers
    }

    /// Compares a record that is not at the position it had in the last document.
    private func add(
        _ record: Record, hash: RecordHash, _ completed: (Record) -> Record
    ) throws(StoreError) {
        let number = hash.number(under: record.key)
        if let place = seen.place(of: number) {
            if seen.mark(at: place) { order.append(number) } else { try join(record, to: hash) }
            return
        }
        guard let known = try storedHash(record.key) else {
            return try addNew(record, hash: hash, completed)
        }
        let old = known.number(under: record.key)
        guard seen.mark(old) else { return try join(record, to: known) }
        guard known != hash, let entry = try resolved((record, hash)) else { return order.append(old) }
        _ = try held.add(entry)
        order.append(entry.hash.number(under: record.key))
    }

    private func addNew(
        _ record: Record, hash: RecordHash, _ completed: (Record) -> Record
    ) throws(StoreError) {
        if try held.add((completed(record), hash)) {
            newCount += 1
            order.append(hash.number(under: record.key))
        } else if let first = try held.record(record.key), let joined = merge(first, record) {
            try held.put((joined, replacing(first, by: joined)))
        }
    }

    /// Merges a record whose key occurred before with the record for that key, held or stored.
    private func join(_ record: Record, to known: RecordHash) throws(StoreError) {
        var first = try held.record(record.key)
        if first == nil { first = try stored(record.key) }
        guard let first, let joined = merge(first, record) else { return }
        let hash = replacing(first, by: joined)
        if hash != known, let entry = try resolved((joined, hash)) {
            try held.put(entry)
        } else {
            try held.remove(record.key)
        }
    }

    /// Records that a merged record replaces the first one of its key.
    ///
    /// - Returns: The hash of the merged record.
    private func replacing(_ first: Record, by joined: Record) -> RecordHash {
        let before = hash(of: first)
        let now = hash(of: joined)
        if before != now { outdated.insert(before.number(under: first.key)) }
        return now
    }

    private func hash(of record: Record) -> RecordHash { bare?(record).hash ?? record.hash }

    private func storedHash(_ key: String) throws(StoreError) -> RecordHash? {
        guard let source else { return nil }
        return try reader.statements.hash.first(.int(source.id), .text(key)) { row throws(StoreError) in
            guard let hash = row.hash(0) else { throw hashMissing(key) }
            return hash
        }
    }

    private func stored(_ key: String) throws(StoreError) -> Record? {
        guard let source else { return nil }
        return try reader.stored(key, in: source)?.record.record
    }

    private func hashMissing(_ key: String) -> StoreError {
        .damage("compare \(name)/\(key)", "its hash is missing")
    }

    /// Returns the entry to store in place of the stored record; `nil` if that one stays. A record that
    /// equals it only renews an older hash.
    private func resolved(_ entry: PendingRecords.Entry) throws(StoreError) -> PendingRecords.Entry? {
        guard let resolve, let stored = try stored(entry.record.key) else { return entry }
        guard hash(of: stored) != entry.hash else { return (stored, entry.hash) }
        let record = resolve(entry.record, stored)
        return record == stored ? nil : (record, hash(of: record))
    }
}
