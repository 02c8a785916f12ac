import Records
package import Showing

/// A record on the map.
public struct MapFeature: Sendable {
    /// A wind, as the map draws it.
    public struct Wind: Sendable, Equatable {
        /// The direction from which it blows, in degrees; `nil` if it is variable or unknown.
        public var direction: Double?
        /// The speed in knots.
        public var speed: Double
        /// The speed of gusts in knots; `nil` if there are none.
        public var gust: Double?
        /// Whether the direction varies.
        public var isVariable: Bool
    }

    /// The name of the source.
    public let source: String
    /// The format of the source's documents, such as `metar`; `nil` if unknown.
    public let kind: String?
    /// The key within the source.
    public let key: String
    /// The title, or else the key.
    public let title: String
    /// The address of the record's page.
    public let href: String
    /// The flight rules, which may be unknown; of a forecast, the worst ones. `nil` for a record that has
    /// none.
    package let category: ProvenCategory?
    /// The wind; `nil` if unknown.
    public let wind: Wind?
    /// The content in one line of words; `nil` if there is none.
    public let text: String?
    /// The magnitude of an earthquake; `nil` for all other records.
    public let magnitude: Double?
    /// The severity of a warning, such as `Severe`; `nil` if it has none.
    public let severity: String?
    /// The place of the record.
    public let shape: MapShape

    /// The title with the content: `KPWM: VFR, 230° 12 kt`.
    var line: String { [title, severity, text].compactMap(\.self).joined(separator: ": ") }
}

extension MapFeature {
    /// Whether it has an area.
    var isArea: Bool {
        if case .area = shape { true } else { false }
    }

    /// The name of its colour, of those in the style sheet.
    var color: String {
        if let category { return category.color }
        if magnitude != nil { return "bad" }
        if let color = severity.flatMap({ Severity(name: $0).ink }) { return "\(color)" }
        return wind == nil ? "accent" : "faint"
    }

    /// The letter on its mark, so that colour is never alone.
    var letter: String {
        if let category { return category.letter }
        if let magnitude { return String(Int(magnitude.rounded())) }
        let name = source.lowercased()
        if name.contains(text: "hospital") || name.contains(text: "clinic") { return "+" }
        if name.contains(text: "school") || name.hasSuffix("sat") { return "S" }
        return source.first { $0.isLetter }.map { $0.uppercased() } ?? "•"
    }

    /// Whether it represents a group better than another feature: worse flight rules, or a greater magnitude.
    func isWorse(than other: MapFeature) -> Bool {
        guard let category else { return other.category == nil && (magnitude ?? 0) > (other.magnitude ?? 0) }
        return other.category.map(category.isWorse) ?? true
    }
}

extension ProvenCategory {
    /// The name of the colour, of those in the style sheet; the neutral one if the rules are unknown.
    var color: String { rules?.color ?? "faint" }
}

extension FlightRules {
    /// The name of the colour on charts, of those in the style sheet.
    var color: String {
        switch self {
        case .visual: "good"
        case .marginalVisual: "fair"
        case .instrument: "bad"
        case .lowInstrument: "grave"
        }
    }
}
