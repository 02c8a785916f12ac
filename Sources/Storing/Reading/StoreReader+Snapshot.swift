import Records

extension StoreReader {
    /// The default amount of data, in bytes, that fills a page.
    public static var pageBytes: Int { 1 << 20 }

    /// Returns a page of the current records, ordered by the bytes of source and key.
    ///
    /// A page ends after `limit` records or once it holds `bytes` of data; the next one begins `after` its
    /// last record. Records that changed after `number` are left out, for a caller that then replays the log
    /// from there: all pages and the log together give the state at the end of the log.
    ///
    /// - Parameters:
    ///   - sources: The sources whose records are returned; `nil` for all sources.
    ///   - place: The end of the previous page; `nil` for the first page.
    ///   - number: The last change that is included; `nil` for all.
    ///   - limit: The maximum number of records in a page.
    ///   - bytes: The amount of data that fills a page.
    /// - Returns: The records; none at the end.
    /// - Throws: `StoreError` if the database cannot be read or a record is damaged.
    public func snapshot(
        of sources: [String]? = nil, after place: (source: String, key: String)? = nil,
        until number: Int64? = nil, limit: Int, bytes: Int = StoreReader.pageBytes
    ) throws(StoreError) -> [StoredRecord] {
        var page = Page(until: number ?? .max, limit: limit, bytes: bytes)
        var names = Names(sources)
        try connection.reading { () throws(StoreError) in
            if let place, names.includes(place.source), let row = try row(of: place.source) {
                try fill(&page, from: row, after: place.key)
            }
            var name = place?.source ?? ""
            while !page.isFull, let row = try next(after: name, of: &names) {
                try fill(&page, from: row, after: "")
                name = row.name
            }
        }
        return page.records
    }

    private func fill(_ page: inout Page, from source: SourceRow, after key: String) throws(StoreError) {
        guard !page.isFull else { return }
        var filling = page
        try statements.page.each(.int(source.id), .text(key), .int(page.until)) { row throws(StoreError) in
            filling.add(try StoredRecord(row, of: source.name))
            return !filling.isFull
        }
        page = filling
    }

    private func next(after name: String, of names: inout Names) throws(StoreError) -> SourceRow? {
        guard names.isRestricted else {
            return try statements.sourceAfter.first(.text(name)) { row throws(StoreError) in
                try SourceRow(row)
            }
        }
        while let next = names.removeFirst(after: name) {
            if let row = try row(of: next) { return row }
        }
        return nil
    }
}

/// A page while it is filled.
private struct Page {
    let until: Int64
    private(set) var records: [StoredRecord] = []
    private var limit: Int
    private var bytes: Int

    init(until: Int64, limit: Int, bytes: Int) {
        self.until = until
        self.limit = limit
        self.bytes = bytes
    }

    var isFull: Bool { records.count >= limit || bytes <= 0 }

    mutating func add(_ record: StoredRecord) {
        records.append(record)
        bytes -= record.record.data.count
    }
}

/// The requested sources, ordered by their bytes.
private struct Names {
    private var sorted: [String]?

    init(_ names: [String]?) {
        sorted = names?.sorted { $1.precedes($0) }
    }

    var isRestricted: Bool { sorted != nil }

    func includes(_ name: String) -> Bool { sorted?.contains { $0.utf8.elementsEqual(name.utf8) } ?? true }

    /// Removes all names up to and including the first one after a name, and returns that one.
    mutating func removeFirst(after name: String) -> String? {
        while let next = sorted?.popLast() {
            if name.precedes(next) { return next }
        }
        return nil
    }
}
