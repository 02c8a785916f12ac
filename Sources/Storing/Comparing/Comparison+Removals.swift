import Records

/// The removals of stored records that the document does not contain.
extension Comparison {
    /// The maximum number of absent records that one document removes when others are retained.
    private static let mostDropped = 10_000

    /// Returns the keys of the absent records that are not retained, those that changed longest ago first.
    func surplus(_ keeping: RetentionRule) throws(StoreError) -> [String] {
        var keys: [String] = []
        var tooMany = absentCount - keeping.count
        try reader.statements.oldest.each(.int(source?.id ?? 0)) { row in
            if let number = row.fingerprint(key: 0, hash: 1), seen.isMarked(number) { return true }
            let isSurplus = tooMany > 0 || keeping.changedSince.map { row.moment(2) < $0 } ?? false
            tooMany -= 1
            if isSurplus { keys.append(row.text(0) ?? "") }
            return isSurplus && keys.count < Comparison.mostDropped
        }
        return keys
    }

    /// Returns the removals among the next ten times `limit` keys.
    func removals(after key: String, limit: Int) throws(StoreError) -> [Difference] {
        var found: [Difference] = []
        var last = key
        var count = 0
        try reader.statements.keys.each(.int(source?.id ?? 0), .text(key), .count(limit * 10)) { row in
            last = row.text(0) ?? ""
            count += 1
            let isThere = row.fingerprint(key: 0, hash: 1).map { seen.isMarked($0) } ?? false
            if !isThere { found.append(.remove(last)) }
            return found.count < limit
        }
        found = try found.map { one throws(StoreError) in .remove(one.key, because: try why(one.key)) }
        let isDone = count < limit * 10 && found.count < limit
        stage = isDone ? .putting(after: PendingRecords.Place()) : .removing(after: last)
        return found
    }
}
