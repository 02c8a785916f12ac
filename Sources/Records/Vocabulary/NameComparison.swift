/// The documents, names and values with which the next document of a provider is compared: without them, it
/// is unknown whether a name or value is new.
///
/// Source: io.almanac.varlink, type Comparison.
public struct NameComparison: Hashable, Sendable {
    /// The number of documents whose names were compared.
    public let documents: Int
    /// The number of the first document that was compared: with fewer documents, none was.
    public let learning: Int
    /// The number of names that are compared.
    public let names: Int
    /// The number of those names of which a new value would be seen.
    public let values: Int

    /// Creates a comparison.
    public init(documents: Int, learning: Int, names: Int, values: Int = 0) {
        self.documents = documents
        self.learning = learning
        self.names = names
        self.values = values
    }

    /// Parses a comparison; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let documents = json["documents"]?.int, let learning = json["learning"]?.int,
            let names = json["names"]?.int, let values = json["values"]?.int
        else { return nil }
        self.init(documents: documents, learning: learning, names: names, values: values)
    }

    /// The comparison as an object of type Comparison.
    public var json: JSON {
        [
            "documents": .int(documents), "learning": .int(learning), "names": .int(names),
            "values": .int(values),
        ]
    }

    /// The comparison in words, if nothing is new and nothing has vanished.
    public var text: String {
        guard documents >= learning else { return "learning (\(documents) of \(learning) documents)" }
        let compared = values > 0 ? ", and the values of \(values)" : ""
        return "none in \(documents) documents: \(names) name\(names == 1 ? "" : "s")\(compared) compared"
    }
}
