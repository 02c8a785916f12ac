import Records
import Showing

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

extension FlightCategory {
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
