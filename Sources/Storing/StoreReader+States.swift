public import Records

extension StoreReader {
    /// Returns the states of all known sources, by name.
    ///
    /// - Throws: `StoreError` if the database cannot be read or a state is damaged.
    public func states() throws(StoreError) -> [SourceState] {
        try statements.states.all { row throws(StoreError) in try SourceState(row) }.compactMap { $0 }
    }

    /// Returns the state of a source; `nil` when none was ever stored or the source was removed.
    ///
    /// - Throws: `StoreError` if the database cannot be read or the state is damaged.
    public func state(of source: String) throws(StoreError) -> SourceState? {
        try statements.state.first(.text(source)) { row throws(StoreError) in try SourceState(row) } ?? nil
    }

    /// Returns the states of all requests, by identity.
    ///
    /// - Throws: `StoreError` if the database cannot be read or a state is damaged.
    public func requests() throws(StoreError) -> [RequestState] {
        try statements.requests.all { row throws(StoreError) in
            let identity = row.text(2) ?? ""
            var state = RequestState(identity: identity)
            state.read(try JSON(row, of: identity))
            return state
        }
    }

    /// Returns the rows of the last accepted document of a source that could not be read, at most 1,000, in
    /// document order.
    ///
    /// - Throws: `StoreError` if the database cannot be read or the rejects are damaged.
    public func rejects(of source: String, limit: Int = Store.maximumRejects) throws(StoreError) -> [Reject] {
        try connection.reading { () throws(StoreError) in
            guard let row = try row(of: source) else { return [] }
            let json = try statements.rejects.first(.int(row.id)) { found throws(StoreError) in
                try JSON(found, of: row.name)
            }
            return (json?.array ?? []).prefix(max(0, limit)).map(Reject.init(json:))
        }
    }
}

extension SourceState {
    /// Reads a source's row followed by `body, sum, at`; `nil` when no state was ever stored.
    fileprivate init?(_ row: Row) throws(StoreError) {
        let (source, isKept) = (try SourceRow(row), !row.isNull(6))
        guard isKept || source.records > 0 else { return nil }
        self.init(name: source.name)
        if isKept { read(try JSON(row, of: source.name, at: 6)) }
        (generation, recordCount, number) = (source.generation, source.records, source.number)
        if !row.isNull(8) { changed = row.moment(8) }
    }
}

extension JSON {
    /// Reads `body, sum` of the row of the request or source `name`.
    init(_ row: Row, of name: String, at column: CInt = 0) throws(StoreError) {
        let body = row.bytes(column) ?? []
        guard JSON.checksum(of: body, name) == row.int(column + 1), let json = try? JSON(parsing: body) else {
            // A parse error means only that the row is damaged.
            throw .damage("read the state of \(name)", "its checksum differs")
        }
        self = json
    }

    /// Returns the checksum that a row of JSON contains.
    static func checksum(of body: [UInt8], _ name: String) -> Int64 {
        var sum = Checksum()
        sum.add(name)
        sum.add(body)
        return sum.value
    }
}

extension Reject {
    /// The JSON that a row stores.
    var json: JSON {
        .members([
            "line": line.map { .int($0) }, "offset": offset.map { .int($0) }, "key": key.map(JSON.string),
            "field": field.map(JSON.string), "found": .string(found), "reason": .string(reason),
        ])
    }

    /// Reads what `json` wrote.
    init(json: JSON) {
        self.init(
            line: json["line"]?.int, offset: json["offset"]?.int, key: json["key"]?.string,
            field: json["field"]?.string, found: json["found"]?.string ?? "",
            reason: json["reason"]?.string ?? "")
    }
}
