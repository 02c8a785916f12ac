public import Records

extension StoreReader {
    /// Returns the changes that follow a number in the log, in order, with their complete data.
    ///
    /// - Parameters:
    ///   - number: The number of the last known change; 0 for none.
    ///   - limit: The maximum number of changes.
    ///   - bytes: The amount of data after which no further change is added.
    /// - Returns: The changes, trimmed ones included, none at the end; `nil` when the log does not reach back
    ///   that far.
    /// - Throws: `StoreError` if the database cannot be read or a change is damaged.
    public func changes(
        after number: Int64, limit: Int, bytes: Int = 1 << 20
    ) throws(StoreError) -> [Change]? {
        try connection.reading { () throws(StoreError) in
            let found = try part(after: number, limit: limit, bytes: bytes)
            guard found.first?.number != number + 1 else { return found }
            let (oldest, end) = try bounds()
            if number + 1 < oldest { return nil }
            guard end <= number else { throw .damage("read change \(number + 1)", "it is missing") }
            return []
        }
    }

    private func part(after number: Int64, limit: Int, bytes: Int) throws(StoreError) -> [Change] {
        var found: [Change] = []
        var rest = bytes
        try statements.changes.each(.int(number)) { row throws(StoreError) in
            let change = try Change(row)
            if let last = found.last, change.number != last.number + 1 {
                throw .damage("read change \(last.number + 1)", "it is missing")
            }
            found.append(change)
            rest -= change.size
            return found.count < limit && rest > 0
        }
        return found
    }

    /// Returns the sources of which the log has dropped the content of changes after a number, each with the
    /// number of the last such change: whoever needs these sources cannot continue from that number.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public func trimmedSources(after number: Int64) throws(StoreError) -> [(name: String, last: Int64)] {
        try statements.trimmed.all(.int(number)) { ($0.text(0) ?? "", $0.int(1)) }
    }

    /// Returns the past changes of a source or of one of its records, newest first.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - key: The key of the record; `nil` for all records.
    ///   - since: The earliest moment of commit; `nil` for any.
    ///   - until: The moment before which the commit must lie; `nil` for any.
    ///   - number: The end of the previous page: only changes before that number; `nil` for the first page.
    ///   - limit: The maximum number of changes.
    /// - Returns: The changes that the log still contains.
    /// - Throws: `StoreError` if the database cannot be read or a change is damaged.
    public func history(
        of source: String, key: String? = nil, since: UTC? = nil, until: UTC? = nil,
        before number: Int64? = nil, limit: Int
    ) throws(StoreError) -> [Change] {
        try historyPage(of: source, key: key, since: since, until: until, before: number, limit: limit).found
    }

    /// Returns a page of a history after examining a bounded number of changes.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - key: The key of the record; `nil` for all records.
    ///   - since: The earliest moment of commit; `nil` for any.
    ///   - until: The moment before which the commit must lie; `nil` for any.
    ///   - number: The end of the previous page: only changes before that number; `nil` for the first page.
    ///   - limit: The maximum number of changes.
    ///   - looks: The maximum number of changes to examine, including those outside `since` and `until`.
    ///   - bytes: The amount of data after which no further change is added.
    /// - Returns: The changes that were found, the number at which the next page begins; `nil` at the end, and
    ///   whether the log no longer has earlier changes that belong to the history.
    /// - Throws: `StoreError` if the database cannot be read or a change is damaged.
    public func historyPage(
        of source: String, key: String? = nil, since: UTC? = nil, until: UTC? = nil,
        before number: Int64? = nil, limit: Int, looks: Int = .max, bytes: Int = .max
    ) throws(StoreError) -> (found: [Change], next: Int64?, isCut: Bool) {
        try connection.reading { () throws(StoreError) in
            guard let row = try row(of: source) else { return ([], nil, false) }
            var found: [Change] = []
            var next = try newest(of: row, key, before: number)
            var rest = looks
            var room = bytes
            var last = number
            var earliest: UTC?
            if let number { earliest = try change(number, of: row, key)?.change.at }
            while let (change, links) = try change(next, of: row, key) {
                guard found.count < limit, rest > 0, room > 0 else { return (found, last, false) }
                next = key == nil ? links.source : links.record
                rest -= 1
                last = change.number
                earliest = change.at
                let isDue = change.at >= since ?? change.at && number.map { change.number < $0 } ?? true
                guard isDue, until.map({ change.at < $0 }) ?? true else { continue }
                found.append(change)
                room -= change.size
            }
            let reachesBack = since.flatMap { since in earliest.map { $0 < since } } ?? false
            return (found, nil, next != 0 && !reachesBack)
        }
    }

    /// Returns the number of the change at which a page of a history begins; 0 when there is none.
    func newest(of source: SourceRow, _ key: String?, before number: Int64?) throws(StoreError)
        -> Int64
    {
        if let number, let (_, links) = try change(number, of: source, key) {
            return key == nil ? links.source : links.record
        }
        guard let key else { return source.number }
        if let (_, stored) = try stored(key, in: source) { return stored.number }
        return try lastRemoval(of: key, in: source)
    }

    /// Returns the number of the last removal of a record with that key; 0 when the log has none.
    func lastRemoval(of key: String, in source: SourceRow) throws(StoreError) -> Int64 {
        try statements.removal.first(.int(source.id), .text(key)) { $0.int(0) } ?? 0
    }

    /// Returns a change of a source, or of one record; `nil` when the log has none with that number, or not
    /// its content.
    func change(
        _ number: Int64, of source: SourceRow, _ key: String?
    ) throws(StoreError) -> (change: Change, links: ChangeLinks)? {
        let found = try statements.change.first(.int(number)) { row throws(StoreError) in
            (try Change(row), ChangeLinks(row))
        }
        guard let (change, links) = found, !change.isTrimmed,
            change.source.utf8.elementsEqual(source.name.utf8),
            key.map({ $0.utf8.elementsEqual(change.key.utf8) }) ?? true
        else { return nil }
        return (change, links)
    }
}
