public import Records

extension StoreReader {
    /// The changes that follow a place in the log, in order, each complete.
    ///
    /// - Parameters:
    ///   - number: The last change that has been seen; 0 for none.
    ///   - limit: The most changes.
    ///   - bytes: The data after which no further change is taken.
    /// - Returns: The changes, none at the end; `nil` when the log no longer reaches back that far.
    /// - Throws: When the database cannot be read or a change is damaged.
    public func changes(
        after number: Int64, limit: Int, bytes: Int = 1 << 20
    ) throws(StoreError) -> [Change]? {
        var found: [Change] = []
        var rest = bytes
        try statements.changes.each(.int(number)) { row throws(StoreError) in
            let change = try Change(row)
            found.append(change)
            rest -= change.size
            return found.count < limit && rest > 0
        }
        if let first = found.first { return first.number == number + 1 ? found : nil }
        return try bounds().end <= number ? found : nil
    }

    /// What a source's records, or one of them, have been, newest first.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - key: The record; `nil` for all.
    ///   - since: The earliest moment of commit; `nil` for any.
    ///   - until: The moment of commit before which it must lie; `nil` for any.
    ///   - number: Where the page before ended: only changes before that one; `nil` for the first page.
    ///   - limit: The most changes.
    /// - Returns: The changes that the log still holds.
    /// - Throws: When the database cannot be read or a change is damaged.
    public func history(
        of source: String, key: String? = nil, since: UTC? = nil, until: UTC? = nil,
        before number: Int64? = nil, limit: Int
    ) throws(StoreError) -> [Change] {
        try connection.reading { () throws(StoreError) in
            guard let row = try row(of: source) else { return [] }
            let (start, end) = (since?.microseconds ?? .min, until?.microseconds ?? .max)
            if let key {
                return try statements.recordHistory.all(
                    .int(row.id), .text(key), .int(number ?? .max), .int(start), .int(end), .count(limit),
                    read: Change.init)
            }
            return try statements.sourceHistory.all(
                .int(row.id), .int(number ?? .max), .int(start), .int(end), .count(limit), read: Change.init)
        }
    }
}

extension Change {
    /// Reads `number, source, key, kind, title, at, generation, data, patch, previous, sum`.
    init(_ row: Row) throws(StoreError) {
        let doing = "read change \(row.int(0))"
        guard let kind = Kind(row: row.int(3)) else { throw .damage(doing, "it is of no known kind") }
        self.init(
            number: row.int(0), source: row.text(1) ?? "", key: row.text(2) ?? "", kind: kind,
            title: row.text(4), at: row.moment(5), generation: row.count(6), data: row.bytes(7),
            patch: row.bytes(8), previous: row.bytes(9))
        guard checksum == row.int(10) else { throw .damage(doing, "its checksum differs") }
    }

    /// About how much memory its contents take, bytes.
    var size: Int { (data?.count ?? 0) + (patch?.count ?? 0) + (previous?.count ?? 0) }
}

extension Change.Kind {
    /// How a row writes it.
    var row: Int64 {
        switch self {
        case .added: 0
        case .changed: 1
        case .removed: 2
        }
    }

    /// Reads what `row` wrote.
    init?(row: Int64) {
        guard let kind = Change.Kind.allCases.first(where: { $0.row == row }) else { return nil }
        self = kind
    }
}
