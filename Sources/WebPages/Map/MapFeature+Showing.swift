import Records
import Showing

extension MapFeature {
    /// Whether it has an area.
    var isArea: Bool {
        if case .area = shape { true } else { false }
    }

    /// The name of its colour, of those in the style sheet.
    var color: String {
        if let rules { return rules.color }
        if magnitude != nil { return "bad" }
        if let color = severity.flatMap({ Severity(name: $0).ink }) { return "\(color)" }
        return wind == nil ? "accent" : "faint"
    }

    /// The letter on its mark, so that colour is never alone.
    var letter: String {
        if let rules { return String(rules.rawValue.prefix(1)) }
        if let magnitude { return String(Int(magnitude.rounded())) }
        let name = source.lowercased()
        if name.contains(text: "hospital") || name.contains(text: "clinic") { return "+" }
        if name.contains(text: "school") || name.hasSuffix("sat") { return "S" }
        return source.first { $0.isLetter }.map { $0.uppercased() } ?? "•"
    }

    /// Whether it represents a group better than another feature: worse flight rules, or a greater magnitude.
    func isWorse(than other: MapFeature) -> Bool {
        guard let rules else { return other.rules == nil && (magnitude ?? 0) > (other.magnitude ?? 0) }
        return other.rules.map { rules < $0 } ?? true
    }
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
