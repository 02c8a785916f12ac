import Records

extension StoreReader {
    /// The data, bytes, that makes a page of records full where nothing else is said.
    public static var pageBytes: Int { 1 << 20 }

    /// A page of the records that there are, by the bytes of source and key.
    ///
    /// A page ends after `limit` records or once it holds `bytes` of data; the next one begins `after` its
    /// last record. Records that changed after `number` are left out, for whoever then replays the log from
    /// there: all pages and the log together give the state at its end.
    ///
    /// - Parameters:
    ///   - sources: Whose records; `nil` for all sources.
    ///   - place: Where the page before ended; `nil` for the first page.
    ///   - number: The last change that counts; `nil` for all.
    ///   - limit: The most records in a page.
    ///   - bytes: The data that makes a page full.
    /// - Returns: The records; none at the end.
    /// - Throws: When the database cannot be read or a record is damaged.
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
        while let next = names.take(after: name) {
            if let row = try row(of: next) { return row }
        }
        return nil
    }
}

/// A page as it fills.
private struct Page {
    let until: Int64
    private(set) var records: [StoredRecord] = []
    private var limit: Int
    private var bytes: Int

    init(until: Int64, limit: Int, bytes: Int) {
        (self.until, self.limit, self.bytes) = (until, limit, bytes)
    }

    var isFull: Bool { records.count >= limit || bytes <= 0 }

    mutating func add(_ record: StoredRecord) {
        records.append(record)
        bytes -= record.record.data.count
    }
}

/// The sources that are asked for, in the order of their bytes.
private struct Names {
    private var sorted: [String]?

    init(_ names: [String]?) {
        sorted = names?.sorted { $1.precedes($0) }
    }

    var isRestricted: Bool { sorted != nil }

    func includes(_ name: String) -> Bool { sorted?.contains { $0.utf8.elementsEqual(name.utf8) } ?? true }

    /// Takes the first name behind another one out, and those before it.
    mutating func take(after name: String) -> String? {
        while let next = sorted?.popLast() {
            if name.precedes(next) { return next }
        }
        return nil
    }
}
