public import AlmanacValues
public import Records

/// A record that warns: it has a geometry and a severity.
public struct Warning {
    /// The kinds of sources whose records can have a geometry.
    public static let kinds = ["alert", "json", "join"]
    /// Selects these records.
    public static let selector = Selector(
        kinds: kinds,
        conditions: ["geometry exists and (severity exists or properties.severity exists)"])

    let item: Item
    /// The severity in the words of the record, such as `Severe`.
    let words: String
    /// The severity.
    let severity: Severity
    /// The end; `nil` if unknown.
    let ends: UTC?

    /// Makes a warning of a record; `nil` if the record is none.
    public init?(_ item: Item) {
        guard item.data["geometry"]?.object != nil,
            let words = item.property("severity")?.string, !words.isEmpty
        else { return nil }
        self.item = item
        self.words = words
        severity = Severity(name: words)
        ends =
            ["ends", "expires"].lazy
            .compactMap { item.property($0)?.string.flatMap { UTC(iso8601: $0) } }.first
    }

    /// Returns the warnings that are not over at a moment: the most severe first, and of these the one that ends
    /// first.
    public static func current(_ warnings: [Warning], at now: UTC) -> [Warning] {
        warnings.filter { $0.ends.map { now < $0 } ?? true }.sorted { left, right in
            guard left.severity == right.severity else { return left.severity > right.severity }
            return (left.ends?.microseconds ?? .max) < (right.ends?.microseconds ?? .max)
        }
    }
}

extension Item {
    /// Returns a member of the data, or else of the properties of data that are a GeoJSON feature.
    func property(_ name: String) -> JSON? { data[name] ?? data["properties"]?[name] }
}
