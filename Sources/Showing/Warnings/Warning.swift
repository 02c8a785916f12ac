public import AlmanacValues
public import Records

/// A record that warns: an alert, or a record with a geometry and a severity.
public struct Warning: Sendable {
    /// The kinds of sources whose records can warn.
    public static let kinds = ["alert", "json", "join"]
    /// Selects these records.
    public static let selector = Selector(
        kinds: kinds,
        conditions: [
            "phase in [announced, \"in force\"] or geometry exists and (severity exists or "
                + "properties.severity exists)"
        ])

    /// The record.
    public let item: Item
    /// The severity in the words of the record, such as `Severe`; empty if it states none.
    public let words: String
    /// The severity.
    public let severity: Severity
    /// The beginning; `nil` if unknown.
    public let onset: UTC?
    /// The end; `nil` if unknown.
    public let ends: UTC?

    /// Makes a warning of a record; `nil` if the record is none.
    public init?(_ item: Item) {
        let words = item.property("severity")?.string ?? ""
        guard Warning.isAlert(item) || item.data["geometry"]?.object != nil && !words.isEmpty else {
            return nil
        }
        self.item = item
        self.words = words
        severity = Severity(name: words)
        onset = item.moment(["onset"])
        ends = item.moment(["ends", "expires"])
    }

    /// Whether a record is one of a source of alerts.
    private static func isAlert(_ item: Item) -> Bool {
        ["announced", "in force"].contains(item.data["phase"]?.string)
    }

    /// Returns the warnings that are not over at a moment: the most severe first, and of these the one that ends
    /// first. One that several sources have is returned once.
    public static func current(_ warnings: [Warning], at now: UTC) -> [Warning] {
        var seen: Set<String> = []
        return warnings.filter { warning in
            guard warning.ends.map({ now < $0 }) ?? true else { return false }
            return warning.item.data["identifier"]?.string.map { seen.insert($0).inserted } ?? true
        }.sorted { left, right in
            guard left.severity == right.severity else { return left.severity > right.severity }
            return (left.ends?.microseconds ?? .max) < (right.ends?.microseconds ?? .max)
        }
    }

    /// The event, such as `Tornado Warning`, otherwise the name of the record.
    public var event: String { item.title ?? item.property("event")?.string ?? item.key }

    /// The areas in words; `nil` if unknown.
    public var area: String? { (item.property("area") ?? item.property("areaDesc"))?.string }

    /// Returns when it applies: `until 14:45`, `from Tue 06:00 until 18:00`, or an empty text.
    public func time(on paper: Paper) -> String {
        let begins = onset.flatMap { $0 > paper.now ? "from " + paper.zone.when($0, from: paper.now) : nil }
        let ends = ends.map { "until " + paper.zone.when($0, from: paper.now) }
        return [begins, ends].compactMap(\.self).joined(separator: " ")
    }

    /// Returns severity and event with the colour of the severity, such as `Severe: Flood Warning`.
    func heading() -> Line {
        let severity = words.isEmpty ? Line() : Line(words, self.severity.ink ?? .strong) + ": "
        return severity + Line(event, .strong)
    }
}

extension Item {
    /// Returns a member of the data, or else of the properties of data that are a GeoJSON feature.
    package func property(_ name: String) -> JSON? { data[name] ?? data["properties"]?[name] }

    /// Returns the first moment of these members; `nil` if there is none.
    fileprivate func moment(_ names: [String]) -> UTC? {
        names.lazy.compactMap { property($0)?.string.flatMap { UTC(iso8601: $0) } }.first
    }
}
