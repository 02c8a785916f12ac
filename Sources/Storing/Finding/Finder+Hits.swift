public import Records

/// Searches that find records without holding them.
///
/// A record may be large, and a call may find a thousand: a hit takes 16 bytes, and its record is read when
/// it is sent.
extension Finder {
    /// A record that was found.
    public struct Hit: Hashable, Sendable {
        let id: Int64
        /// The fingerprint of source and key: the row of a removed record may become that of another.
        let name: UInt64
    }

    /// A record that was found around a position.
    public struct NearHit: Hashable, Sendable {
        /// The record.
        public let hit: Hit
        /// The distance in metres, as that of a `Neighbor`.
        public let distance: Double
    }

    /// Returns the next records that contain all words, in the order of `find`.
    ///
    /// - Parameters:
    ///   - words: The words to find.
    ///   - isOfNames: Whether to search only titles and keys.
    ///   - place: The end of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of records.
    ///   - isFrom: Whether to include the records of a source, given its name.
    ///   - wants: Whether to include a record; `nil` for all.
    /// - Returns: The records, possibly none even though others follow, and the end of the page; `nil` at
    ///   the end.
    /// - Throws: `StoreError` if the database cannot be read or a record is damaged.
    public func hits(
        _ words: Words, isOfNames: Bool = false, after place: WordPlace? = nil, limit: Int,
        from isFrom: @escaping (String) -> Bool = { _ in true }, where wants: RecordTest? = nil
    ) throws(StoreError) -> (found: [Hit], next: WordPlace?) {
        var sources = SourceNames(isFrom)
        return try find(words, isOfNames, after: place, limit: limit) { (id) throws(StoreError) in
            guard let wants else { return (try hit(of: id, &sources), 0) }
            guard let stored = try record(of: id, &sources) else { return (nil, 0) }
            return (wants(stored) ? Hit(id: id, stored) : nil, stored.record.data.count)
        }
    }

    /// Returns the next records around a position, nearest first; see `nearest`.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - radius: The maximum distance in metres; `nil` for any.
    ///   - place: The end of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of records.
    ///   - isFrom: Whether to include the records of a source, given its name.
    ///   - wants: Whether to include a record; `nil` for all.
    /// - Returns: The records, possibly none even though others follow, and the end of the page; `nil` at
    ///   the end.
    /// - Throws: `StoreError` if the database cannot be read or a record is damaged.
    public func nearestHits(
        to position: Position, within radius: Double? = nil, after place: NearPlace? = nil, limit: Int,
        from isFrom: @escaping (String) -> Bool = { _ in true }, where wants: RecordTest? = nil
    ) throws(StoreError) -> (found: [NearHit], next: NearPlace?) {
        try nearest(to: position, within: radius, after: place, limit: limit, from: isFrom) {
            id, stored, distance in
            wants?(stored) ?? true ? NearHit(hit: Hit(id: id, stored), distance: distance) : nil
        }
    }

    /// Reads the current records of hits, in their order; those that were removed meanwhile are omitted.
    ///
    /// - Parameters:
    ///   - hits: The hits.
    ///   - bytes: The amount of data, in bytes, after which no further record is read.
    ///   - body: Receives each record.
    /// - Returns: The hits that follow.
    /// - Throws: `StoreError` if the database cannot be read or a record is damaged.
    public func read(
        _ hits: ArraySlice<Hit>, bytes: Int, _ body: (StoredRecord) -> Void
    ) throws(StoreError) -> ArraySlice<Hit> {
        var sources = SourceNames { _ in true }
        return try reading { () throws(StoreError) in
            var rest = hits
            var room = bytes
            while room > 0, let hit = rest.popFirst() {
                guard let stored = try record(of: hit.id, &sources), Hit(id: hit.id, stored) == hit else {
                    continue
                }
                room -= stored.size
                body(stored)
            }
            return rest
        }
    }

    /// Returns the hit of an entry, without reading its data; `nil` when the record was removed or its source
    /// is excluded.
    private func hit(of id: Int64, _ sources: inout SourceNames) throws(StoreError) -> Hit? {
        try statements.name.first(.int(id)) { row throws(StoreError) in
            try sources.name(of: row.int(1), statements).map {
                Hit(id: id, source: $0, key: row.text(0) ?? "")
            }
        } ?? nil
    }
}

extension Finder.Hit {
    init(id: Int64, _ stored: StoredRecord) {
        self.init(id: id, source: stored.source, key: stored.record.key)
    }

    init(id: Int64, source: String, key: String) {
        self.init(id: id, name: RecordHash(Array("\(source)/\(key)".utf8)).low)
    }
}

extension StoredRecord {
    /// The approximate size in bytes.
    fileprivate var size: Int { record.data.count + (record.title?.utf8.count ?? 0) + record.key.utf8.count }
}
