import Records

extension Indexer {
    /// Indexes the record of a row of `selectRecord`, unless that was done.
    ///
    /// - Returns: The approximate number of bytes processed.
    func index(_ row: Row) throws(StoreError) -> Int {
        guard !row.isNull(0) else { return 100 }
        let id = row.int(0)
        let number = try statements.numberOf.first(.int(id)) { $0.int(0) }
        guard number != row.int(6) else { return 100 }
        let stored = try StoredRecord(row, of: "")
        try write(stored, id: id, isNew: number == nil)
        if let bounds = stored.record.bounds {
            spots.append(IndexedSpot(id: id, bounds: bounds))
        } else if number != nil {
            try statements.dropSpot.run(.int(id))
        }
        return 100 + stored.record.data.count
    }

    private func write(_ stored: StoredRecord, id: Int64, isNew: Bool) throws(StoreError) {
        let record = stored.record
        let length = (record.title ?? record.key).folded.unicodeScalars.count
        let entry: [Binding] = [.int(id), .int(stored.number), .count(length)]
        try isNew ? statements.addEntry.run(entry) : statements.setEntry.run(entry)
        try write(IndexedTexts(of: record), over: isNew ? nil : texts(of: id), id: id)
    }

    private func write(
        _ texts: IndexedTexts, over former: IndexedTexts?, id: Int64
    ) throws(StoreError) {
        guard texts != former else { return }
        if let former { try statements.dropWords.run(former.words + [.int(id)]) }
        try statements.addWords.run(texts.words + [.int(id)])
        try statements.setTexts.run(.int(id), .bytes(texts.stored(by: compressor)))
    }

    /// Returns the texts whose words an entry has.
    ///
    /// - Throws: `StoreError` for damaged indexes if they are missing or unreadable.
    private func texts(of id: Int64) throws(StoreError) -> IndexedTexts {
        let stored = try statements.texts.first(.int(id)) { $0.bytes(0) } ?? nil
        guard let texts = stored.flatMap({ IndexedTexts($0, by: compressor) }) else { throw .indexDamage }
        return texts
    }

    /// Drops the entries of removed records. Another record may have got the row of a removed one: then that
    /// one is indexed.
    func dropGone(limit: Int) throws(StoreError) {
        for id in try statements.gone.all(.count(limit), read: { $0.int(0) }) {
            let bytes = try statements.record.first(.int(id)) { row throws(StoreError) in try index(row) }
            if bytes == nil { try drop(id) }
            try statements.dropGone.run(.int(id))
        }
    }

    private func drop(_ id: Int64) throws(StoreError) {
        guard try statements.numberOf.first(.int(id), read: { $0.int(0) }) != nil else { return }
        try statements.dropWords.run(texts(of: id).words + [.int(id)])
        try statements.dropTexts.run(.int(id))
        try statements.dropSpot.run(.int(id))
        try statements.dropEntry.run(.int(id))
    }

    /// Adds the places of the records of this step, neighbours after one another, so that they change the
    /// same pages.
    func placeSpots() throws(StoreError) {
        for spot in spots.sorted(by: { $0.order < $1.order }) {
            let (west, east) = spot.bounds.eastward
            try statements.setSpot.run(
                .int(spot.id), .real(spot.bounds.south), .real(spot.bounds.north), .real(west), .real(east))
        }
        spots.removeAll(keepingCapacity: true)
    }
}

extension IndexedTexts {
    /// The values of the columns of `word`.
    fileprivate var words: [Binding] { [.text(names), .text(beginnings), .text(body)] }
}

/// The place of a record.
struct IndexedSpot {
    let id: Int64
    let bounds: GeoBounds
    /// The place along a curve that visits neighbours after one another: the bits of latitude and longitude,
    /// interleaved.
    let order: UInt64

    init(id: Int64, bounds: GeoBounds) {
        func steps(_ degrees: Double) -> UInt64 { UInt64(max(0, min(degrees / 360, 1)) * 0xFFFF) }
        let (south, west) = (steps(bounds.south + 90), steps(bounds.west + 180))
        self.id = id
        self.bounds = bounds
        order = (0..<16).reduce(0) { order, bit in
            let pair = south >> bit & 1 | (west >> bit & 1) << 1
            return order | pair << (2 * bit)
        }
    }
}

extension Record {
    /// The box around the area, otherwise around the position; `nil` without either.
    fileprivate var bounds: GeoBounds? {
        area?.bounds
            ?? position.map {
                GeoBounds(south: $0.latitude, west: $0.longitude, north: $0.latitude, east: $0.longitude)
            }
    }
}
