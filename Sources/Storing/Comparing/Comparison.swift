public import Records

/// Finds in what a document differs from the records that are stored, by hash, without holding either.
///
/// Records are added as they are decoded; once the document is known to be complete, `finish`; then `next`
/// yields the differences in parts fit for one `Store.commit` each; when all are committed, `settle`. A document that
/// breaks off is dropped with its comparison: nothing was written. Of the changed records a few are held in memory,
/// many in a temporary file; of the stored ones, and of those in the document, eight bytes each.
///
/// Used on the thread of its reader. No other document of the source may be committed meanwhile.
public final class Comparison {
    /// Joins the records of one key in one document: the first, and one that came later.
    ///
    /// Answers the record that stands for both, or `nil` to leave the first as it is.
    public typealias Merge = (_ first: Record, _ later: Record) -> Record?
    /// Whether a record may take the place of the stored one, from which it differs.
    public typealias Supersession = (_ new: Record, _ stored: Record) -> Bool

    /// How many records the document has, those of one key counted once.
    public var recordCount: Int { seen.markedCount + newCount }
    /// How many records are new or other than the stored ones.
    public var changedCount: Int { held.count }
    /// How many stored records the document does not have.
    public var absentCount: Int { max(0, (source?.records ?? 0) - seen.markedCount) }

    private let name: String
    private let reader: StoreReader
    private let merge: Merge
    private let supersedes: Supersession?
    private let source: SourceRow?
    private var seen = Fingerprints()
    /// The numbers of the document's records as they will be stored, in its order, each once.
    private var order: [UInt64] = []
    /// Of these, the numbers of records that were joined with later ones and became others.
    private var outdated: Set<UInt64> = []
    /// The order that was kept of the last document, if that is what `seen` was made of.
    private var kept: [UInt64]?
    private var addedCount = 0
    private var loaded = Loaded.none
    private var newCount = 0
    private var held: Held
    private var stage = Stage.adding
    /// So many records at most leave a source with one document while others stay.
    private static let mostDropped = 10_000

    /// Begins a comparison.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - reader: Where its records are stored.
    ///   - merge: Joins the records of one key in the document; as it is, the first wins.
    ///   - supersedes: Whether a record may take the place of the stored one; `nil` when each may.
    /// - Throws: When the database cannot be read.
    public init(
        of source: String, in reader: StoreReader, merge: @escaping Merge = { _, _ in nil },
        supersedes: Supersession? = nil
    ) throws(StoreError) {
        (name, self.reader, self.merge, self.supersedes) = (source, reader, merge, supersedes)
        held = Held(in: reader.connection.directory)
        self.source = try reader.row(of: source)
    }

    /// Compares what was decoded next.
    ///
    /// - Throws: When the database or the temporary file cannot be used.
    public func add(_ records: [Record]) throws(StoreError) {
        guard case .adding = stage else { preconditionFailure("the document of \(name) was complete") }
        try loadIfWorthwhile(adding: records.count)
        guard let first = seen.pass(records, from: 0, adding: &order) else { return }
        try reader.connection.reading { () throws(StoreError) in
            var other: Fingerprints.Other? = first
            while let one = other {
                try add(records[one.place], one.hash)
                other = seen.pass(records, from: one.place + 1, adding: &order)
            }
        }
    }

    /// Says that the document was complete.
    ///
    /// - Parameter keeping: Which stored records stay that the document does not have. Of those that are to go
    ///   while others stay, at most 10,000 go with one document.
    public func finish(keeping: Keeping = .none) {
        if absentCount == 0 || keeping == .all {
            stage = .putting(after: Held.Place())
        } else {
            stage = keeping == .none ? .removing(after: "") : .choosing(keeping)
        }
    }

    /// The next part of the differences: first the records that are no more, by key, or those that changed
    /// longest ago first where others stay; then those that are new or other, in the order of the document
    /// when they are few, by key when they are many.
    ///
    /// - Parameters:
    ///   - limit: The most differences.
    ///   - bytes: The data that makes a part full.
    /// - Returns: A part, which can be empty; `nil` at the end.
    /// - Throws: When the database or the temporary file cannot be used.
    public func next(limit: Int = 500, bytes: Int = 1 << 20) throws(StoreError) -> [Difference]? {
        switch stage {
        case .adding: preconditionFailure("the document of \(name) is not complete")
        case .removing(let key): return try removals(after: key, limit: limit)
        case .choosing(let keeping):
            stage = .dropping(try surplus(keeping)[...])
            return try next(limit: limit, bytes: bytes)
        case .dropping(let keys):
            stage = keys.count > limit ? .dropping(keys.dropFirst(limit)) : .putting(after: Held.Place())
            return keys.prefix(limit).map(Difference.remove)
        case .putting(var place):
            let part = try held.part(after: &place, limit: limit, bytes: bytes)
            stage = .putting(after: place)
            return part.isEmpty ? nil : part.map { .put($0.record, $0.hash) }
        }
    }
}

extension Comparison {
    /// Keeps the order of the document, so that the next one is compared sooner.
    ///
    /// - Parameter number: The source's last change by this document; `nil` when there was none.
    /// - Throws: When it cannot be kept.
    public func settle(at number: Int64?) throws(StoreError) {
        if !outdated.isEmpty { order.removeAll { outdated.contains($0) } }
        guard number != nil || order != kept else { return }
        try DocumentOrder(order, at: cursor(number ?? source?.number ?? 0)).keep(of: name, in: directory)
    }

    private var directory: String { reader.connection.directory }

    private func cursor(_ number: Int64) -> Cursor { Cursor(epoch: reader.epoch, number: number) }

    /// Which numbers `seen` was given beforehand.
    private enum Loaded {
        case none
        /// None, and no order of the last document is kept.
        case noOrder
        case all
    }

    private enum Stage {
        case adding
        /// Looking for absent records behind a key.
        case removing(after: String)
        /// Looking for the absent records that are too many or too old.
        case choosing(Keeping)
        /// Handing out their keys.
        case dropping(ArraySlice<String>)
        /// Handing out the held records behind a place.
        case putting(after: Held.Place)
    }

    /// Reads what stands for all records once the document is so large that looking up each of its keys takes longer.
    private func loadIfWorthwhile(adding count: Int) throws(StoreError) {
        addedCount += count
        guard let source, loaded != .all, source.records / 1000 < addedCount else { return }
        let mayBeKept = loaded == .none && source.records >= DocumentOrder.worthwhile
        if mayBeKept, let order = DocumentOrder(of: name, in: directory, at: cursor(source.number)) {
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
        (seen, loaded) = (all, .all)
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

    /// Compares a record that is not where the last document had it.
    private func add(_ record: Record, _ hash: RecordHash) throws(StoreError) {
        let number = hash.number(under: record.key)
        if let place = seen.place(of: number) {
            if seen.mark(at: place) { order.append(number) } else { try join(record, hash) }
            return
        }
        guard let known = try storedHash(record.key) else { return try addNew(record, hash) }
        let old = known.number(under: record.key)
        guard seen.mark(old) else { return try join(record, known) }
        guard known != hash, try mayReplace(record) else { return order.append(old) }
        _ = try held.add((record, hash))
        order.append(number)
    }

    private func addNew(_ record: Record, _ hash: RecordHash) throws(StoreError) {
        if try held.add((record, hash)) {
            newCount += 1
            order.append(hash.number(under: record.key))
        } else if let first = try held.record(record.key), let joined = merge(first, record) {
            try held.put((joined, replacing(first, by: joined)))
        }
    }

    /// A key for the second time: joins with what stands for the first, held or stored.
    private func join(_ record: Record, _ known: RecordHash) throws(StoreError) {
        var first = try held.record(record.key)
        if first == nil { first = try reader.record(name, record.key)?.record }
        guard let first, let joined = merge(first, record) else { return }
        let hash = replacing(first, by: joined)
        if hash != known, try mayReplace(joined) {
            try held.put((joined, hash))
        } else {
            try held.remove(record.key)
        }
    }

    /// Notes that what stood for a key does so no more.
    ///
    /// - Returns: The hash of what stands for it now.
    private func replacing(_ first: Record, by joined: Record) -> RecordHash {
        let (before, now) = (first.hash, joined.hash)
        if before != now { outdated.insert(before.number(under: first.key)) }
        return now
    }

    private func storedHash(_ key: String) throws(StoreError) -> RecordHash? {
        guard let source else { return nil }
        return try reader.statements.hash.first(.int(source.id), .text(key)) { row throws(StoreError) in
            guard let hash = row.hash(0) else { throw hashMissing(key) }
            return hash
        }
    }

    private func hashMissing(_ key: String) -> StoreError {
        .damage("compare \(name)/\(key)", "its hash is missing")
    }

    private func mayReplace(_ record: Record) throws(StoreError) -> Bool {
        guard let supersedes, let stored = try reader.record(name, record.key) else { return true }
        return supersedes(record, stored.record)
    }

    /// The absent records that are not to stay, those that changed longest ago first.
    private func surplus(_ keeping: Keeping) throws(StoreError) -> [String] {
        var (keys, tooMany): ([String], Int) = ([], absentCount - keeping.count)
        try reader.statements.oldest.each(.int(source?.id ?? 0)) { row in
            if let number = row.fingerprint(key: 0, hash: 1), seen.isMarked(number) { return true }
            let isSurplus = tooMany > 0 || keeping.changedSince.map { row.moment(2) < $0 } ?? false
            tooMany -= 1
            if isSurplus { keys.append(row.text(0) ?? "") }
            return isSurplus && keys.count < Comparison.mostDropped
        }
        return keys
    }

    /// Absent records among the next ten times `limit` keys.
    private func removals(after key: String, limit: Int) throws(StoreError) -> [Difference] {
        var (found, last, count): ([Difference], String, Int) = ([], key, 0)
        try reader.statements.keys.each(.int(source?.id ?? 0), .text(key), .count(limit * 10)) { row in
            last = row.text(0) ?? ""
            count += 1
            let isThere = row.fingerprint(key: 0, hash: 1).map { seen.isMarked($0) } ?? false
            if !isThere { found.append(.remove(last)) }
            return found.count < limit
        }
        let isDone = count < limit * 10 && found.count < limit
        stage = isDone ? .putting(after: Held.Place()) : .removing(after: last)
        return found
    }
}
