public import Records

extension StoreReader {
    /// Returns the number of changes of a part of a history, without their data.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - key: The key of the record; `nil` for all records.
    ///   - since: The earliest moment of commit; `nil` for any.
    ///   - until: The moment before which the commit must lie; `nil` for any.
    ///   - number: The end of the previous part: only changes before that number; `nil` for the first part.
    ///   - looks: The maximum number of changes to examine, including those outside `since` and `until`.
    /// - Returns: The number of changes, and the number at which the next part begins; `nil` at the end.
    /// - Throws: `StoreError` if the database cannot be read.
    public func countHistory(
        of source: String, key: String? = nil, since: UTC? = nil, until: UTC? = nil,
        before number: Int64? = nil, looks: Int
    ) throws(StoreError) -> (count: Int, next: Int64?) {
        try connection.reading { () throws(StoreError) in
            guard let row = try row(of: source) else { return (0, nil) }
            var count = 0
            var next = try newest(of: row, key, before: number)
            var last = number
            for _ in 0..<looks {
                guard let link = try link(next, of: row, key) else { return (count, nil) }
                last = next
                next = link.next
                if link.at >= since ?? link.at, until.map({ link.at < $0 }) ?? true { count += 1 }
            }
            return (count, last)
        }
    }

    /// Returns the time of a change of a source, or of one record, and the number of the one before it; `nil`
    /// when the log has none with that number, or not its content.
    func link(
        _ number: Int64, of source: SourceRow, _ key: String?
    ) throws(StoreError) -> (at: UTC, next: Int64)? {
        try statements.link.first(.int(number)) { row in
            let isOfKey = key.map { $0.utf8.elementsEqual((row.text(1) ?? "").utf8) } ?? true
            guard row.int(0) == source.id, isOfKey else { return nil }
            return (UTC(microseconds: row.int(2)), row.int(key == nil ? 4 : 3))
        } ?? nil
    }
}
