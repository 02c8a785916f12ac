import Records

extension JSON {
    /// Reads `body, sum` of the row of the request or source `name`.
    init(_ row: Row, of name: String) throws(StoreError) {
        var json: JSON?
        try JSON.read(row, of: name) { (bytes) throws(JSONError) in json = try JSON(parsing: bytes) }
        self = json ?? .null
    }

    /// Reads `body, sum` of the row of the request or source `name`, by a function that receives the body.
    static func read(
        _ row: Row, of name: String, at column: CInt = 0, by parse: (Span<UInt8>) throws(JSONError) -> Void
    ) throws(StoreError) {
        let body = row.bytes(column) ?? []
        let isSame = JSON.checksum(of: body, name) == row.int(column + 1)
        // A parse error means only that the row is damaged.
        guard isSame, (try? parse(body.span)) != nil else {
            throw .damage("read the state of \(name)", "its checksum differs")
        }
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
