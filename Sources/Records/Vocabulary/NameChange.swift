/// A change of the names that a provider uses, such as a member that is new.
///
/// Source: io.almanac.varlink, type NameChange.
public struct NameChange: Hashable, Sendable {
    /// The kind of change.
    public enum Kind: String, Hashable, Sendable {
        /// The name is in a document, and in none of many documents before.
        case new
        /// All records of many documents had the name, and none of the last documents has it.
        case vanished
    }

    /// The name with the names around it, such as `info/parameter/BLOCKCHANNEL`.
    public let name: String
    /// The kind of change.
    public let kind: Kind
    /// The time of the first document that has a new name, or lacks one that vanished.
    public let since: UTC
    /// The number of documents that had the name.
    public let documents: Int
    /// The number of records that had the name.
    public let records: Int
    /// The new name that appeared in the same place when this one vanished, perhaps the same under another
    /// name; `nil` if there is none.
    public let instead: String?

    /// Creates a change.
    public init(
        _ name: String, _ kind: Kind, since: UTC, documents: Int, records: Int, instead: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.since = since
        self.documents = documents
        self.records = records
        self.instead = instead
    }

    /// Parses a change; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let name = json["name"]?.string, let kind = json["change"]?.string.flatMap(Kind.init),
            let since = json["sinceUSec"]?.int, since.magnitude < 1 << 57,
            let documents = json["documents"]?.int, let records = json["records"]?.int
        else { return nil }
        self.init(
            name, kind, since: UTC(microseconds: Int64(since)), documents: documents, records: records,
            instead: json["instead"]?.string)
    }

    /// The change as an object of type NameChange.
    public var json: JSON {
        .members([
            "name": .string(name), "change": .string(kind.rawValue), "sinceUSec": .int(since.microseconds),
            "documents": .int(documents), "records": .int(records), "instead": instead.map(JSON.string),
        ])
    }

    /// The change in words, with the date and the counts.
    public var text: String {
        let day = since.description.prefix(10)
        switch (kind, instead) {
        case (.new, _): return "\(name) is new since \(day): \(count)"
        case (.vanished, nil): return "\(name) has vanished since \(day): \(count) had it"
        case (.vanished, let other?):
            return "\(name) has vanished since \(day) while \(other) is new, perhaps instead: \(count) had it"
        }
    }

    private var count: String {
        "\(records) record\(records == 1 ? "" : "s") of \(documents) document\(documents == 1 ? "" : "s")"
    }
}
