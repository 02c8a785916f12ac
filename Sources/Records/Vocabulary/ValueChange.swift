/// A value that a provider uses for the first time, of a name whose values are few, such as `info/severity`.
///
/// Source: io.almanac.varlink, type ValueChange.
public struct ValueChange: Hashable, Sendable {
    /// The name with the names around it, such as `info/severity`.
    public let name: String
    /// The value, a text of at most 64 bytes.
    public let value: String
    /// The time of the first document that has the value.
    public let since: UTC
    /// The number of documents that had the value.
    public let documents: Int
    /// The number of records that had the value.
    public let records: Int

    /// Creates a change.
    public init(_ name: String, _ value: String, since: UTC, documents: Int, records: Int) {
        self.name = name
        self.value = value
        self.since = since
        self.documents = documents
        self.records = records
    }

    /// Parses a change; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let name = json["name"]?.string, let value = json["value"]?.string,
            let since = json["sinceUSec"]?.int, since.magnitude < 1 << 57,
            let documents = json["documents"]?.int, let records = json["records"]?.int
        else { return nil }
        self.init(
            name, value, since: UTC(microseconds: Int64(since)), documents: documents, records: records)
    }

    /// The change as an object of type ValueChange.
    public var json: JSON {
        [
            "name": .string(name), "value": .string(value), "sinceUSec": .int(since.microseconds),
            "documents": .int(documents), "records": .int(records),
        ]
    }

    /// The change in words, with the date and the counts.
    public var text: String {
        "\(name) has the new value \"\(value)\" since \(since.description.prefix(10)): "
            + "\(records) record\(records == 1 ? "" : "s") of "
            + "\(documents) document\(documents == 1 ? "" : "s")"
    }
}
