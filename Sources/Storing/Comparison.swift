public import Records

/// Finds in what a document differs from the records that are stored, by hash, without holding either.
///
/// Records are added as they are decoded; once the document is known to be complete, `finish`; then `next`
/// yields the differences in parts fit for one `Store.commit` each. A document that breaks off is dropped
/// with its comparison: nothing was written. Of the changed records a few are held in memory, many in a
/// temporary file; of the stored
/// ones, twelve bytes each.
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
    private var addedCount = 0
    private var isLoaded = false
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
        guard !records.isEmpty else { return }
        try reader.connection.reading { () throws(StoreError) in
            try loadIfWorthwhile(adding: records.count)
            for record in records { try add(record) }
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

    /// Reads all hashes once the document is so large that looking up each of its keys takes longer.
    private func loadIfWorthwhile(adding count: Int) throws(StoreError) {
        addedCount += count
        guard !isLoaded, let source, source.records / 8 < addedCount else { return }
        isLoaded = true
        var all = seen
        all.reserve(source.records)
        try reader.statements.keys.each(.int(source.id), .text(""), .int(.max)) { row throws(StoreError) in
            guard let number = row.fingerprint(key: 0, hash: 1) else { throw hashMissing(row.text(0) ?? "") }
            all.add(number)
            return true
        }
        seen = all
    }

    private func add(_ record: Record) throws(StoreError) {
        let hash = record.hash
        let number = Fingerprints.of(record.key, hash)
        if isLoaded, seen.contains(number) {
            if !seen.mark(number) { try join(record, hash) }
            return
        }
        guard let known = try storedHash(record.key) else { return try addNew(record, hash) }
        if seen.mark(Fingerprints.of(record.key, known)) {
            guard known != hash, try mayReplace(record) else { return }
            _ = try held.add((record, hash))
        } else {
            try join(record, known)
        }
    }

    private func addNew(_ record: Record, _ hash: RecordHash) throws(StoreError) {
        if try held.add((record, hash)) {
            newCount += 1
        } else if let first = try held.record(record.key), let joined = merge(first, record) {
            try held.put((joined, joined.hash))
        }
    }

    /// A key for the second time: joins with what stands for the first, held or stored.
    private func join(_ record: Record, _ known: RecordHash) throws(StoreError) {
        var first = try held.record(record.key)
        if first == nil { first = try reader.record(name, record.key)?.record }
        guard let first, let joined = merge(first, record) else { return }
        let hash = joined.hash
        if hash != known, try mayReplace(joined) {
            try held.put((joined, hash))
        } else {
            try held.remove(record.key)
        }
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
            if row.fingerprint(key: 0, hash: 1).map(seen.isMarked) ?? false { return true }
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
            if !(row.fingerprint(key: 0, hash: 1).map(seen.isMarked) ?? false) { found.append(.remove(last)) }
            return found.count < limit
        }
        let isDone = count < limit * 10 && found.count < limit
        stage = isDone ? .putting(after: Held.Place()) : .removing(after: last)
        return found
    }
}
