public import Records

/// Counts the records that a search finds.
extension Finder {
    /// The test that a record must pass. Without one, records are not read, but only counted.
    public typealias RecordTest = (StoredRecord) -> Bool

    /// Returns the number of the next records that contain all words, whole or as prefixes.
    ///
    /// - Parameters:
    ///   - words: The words to find.
    ///   - isOfNames: Whether to search only titles and keys.
    ///   - entry: The end of the previous part; 0 for the first part.
    ///   - isFrom: Whether to include the records of a source, given its name.
    ///   - wants: Whether to include a record; `nil` for all.
    /// - Returns: The number, and the end of the part; `nil` at the end.
    /// - Throws: `StoreError` if the database cannot be read or a record is damaged.
    public func count(
        _ words: Words, isOfNames: Bool = false, after entry: Int64 = 0,
        from isFrom: @escaping (String) -> Bool = { _ in true }, where wants: RecordTest? = nil
    ) throws(StoreError) -> (count: Int, next: Int64?) {
        guard !words.isEmpty else { return (0, nil) }
        let question = words.question(isOfNames: isOfNames)
        let size = Finder.counted(isRead: wants != nil)
        var sources = SourceNames(isFrom)
        return try reading { () throws(StoreError) in
            let ids = try statements.words.all(.text(question), .int(entry), .count(size)) { $0.int(0) }
            var count = 0
            for id in ids where try isWanted(id, &sources, wants) { count += 1 }
            return (count, ids.count < size ? nil : ids.last)
        }
    }

    /// Returns the number of the next records around a position.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - radius: The maximum distance in metres; `nil` for any.
    ///   - place: The end of the previous part; `nil` for the first part.
    ///   - isFrom: Whether to include the records of a source, given its name.
    ///   - wants: Whether to include a record; `nil` for all.
    /// - Returns: The number, and the end of the part; `nil` at the end.
    /// - Throws: `StoreError` if the database cannot be read or a record is damaged.
    public func count(
        around position: Position, within radius: Double? = nil, after place: NearPlace? = nil,
        from isFrom: @escaping (String) -> Bool = { _ in true }, where wants: RecordTest? = nil
    ) throws(StoreError) -> (count: Int, next: NearPlace?) {
        let center = SearchCenter(position)
        // The area of a record may be smaller than its box.
        let isNear = radius.map { radius in
            { (stored: StoredRecord) in
                (stored.record.distance(from: position) ?? .infinity) <= radius && wants?(stored) ?? true
            }
        }
        let test = isNear ?? wants
        let size = Finder.counted(isRead: test != nil)
        let start = place ?? NearPlace()
        var sources = SourceNames(isFrom)
        var pass = NearPass(after: start)
        return try reading { () throws(StoreError) in
            var (count, isDone) = (0, true)
            try statements.spots.each(
                .real(center.latitude), .real(center.longitude), .real(center.sine), .real(center.cosine),
                .real(Nearness.share(ofMetres: radius ?? .infinity)), .real(start.nearest)
            ) { row throws(StoreError) in
                guard pass.count < size else {
                    isDone = false
                    return false
                }
                guard pass.add(row.int(0), share: Nearness.share(from: center, to: row)) else { return true }
                if try isWanted(row.int(0), &sources, test) { count += 1 }
                return true
            }
            return (count, isDone ? nil : pass.end)
        }
    }

    /// Returns the number of entries that are examined for a part, so that other calls are served in between:
    /// a part takes 1 to 5 ms.
    private static func counted(isRead: Bool) -> Int { isRead ? 400 : 2000 }

    private func isWanted(
        _ id: Int64, _ sources: inout SourceNames, _ wants: RecordTest?
    ) throws(StoreError) -> Bool {
        if let wants { return try record(of: id, &sources).map(wants) ?? false }
        guard let source = try statements.source.first(.int(id), read: { $0.int(0) }) else { return false }
        return try sources.name(of: source, statements) != nil
    }
}
