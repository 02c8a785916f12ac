import Records

extension JSON {
    /// Reads `body, sum` of the row of the request or source `name`, whose checksum includes further bytes if
    /// there are any.
    init(_ row: Row, of name: String, at column: CInt = 0, and more: [UInt8]? = nil) throws(StoreError) {
        let body = row.bytes(column) ?? []
        let sum = JSON.checksum(of: body, name, and: more)
        guard sum == row.int(column + 1), let json = try? JSON(parsing: body) else {
            // A parse error means only that the row is damaged.
            throw .damage("read the state of \(name)", "its checksum differs")
        }
        self = json
    }

    /// Returns the checksum that a row of JSON, and of further bytes if there are any, contains.
    static func checksum(of body: [UInt8], _ name: String, and more: [UInt8]? = nil) -> Int64 {
        var sum = Checksum()
        sum.add(name)
        sum.add(body)
        if let more { sum.add(more) }
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
