/// A colour of warnings, from the lowest to the highest level.
enum AlertColour: String, Sendable {
    case green, yellow, orange, red

    /// Reads `awareness_level` of MeteoAlarm, such as `4; red; Extreme`; `nil` if it names no level.
    init?(awareness text: String) {
        let parts = text.lowercased().split { ";, ".utf8.contains($0.utf8.first ?? 0) }.map(String.init)
        if let named = parts.lazy.compactMap(AlertColour.init(rawValue:)).first {
            self = named
        } else {
            switch parts.first {
            case "1": self = .green
            case "2": self = .yellow
            case "3": self = .orange
            case "4": self = .red
            default:
                let stated = parts.lazy.compactMap { AlertColour.severities[$0] }.first
                guard let stated else { return nil }
                self = stated
            }
        }
    }

    /// The colours of severities in lower case, without `minor`: green would mean that there is no warning.
    private static let severities: [String: AlertColour] = [
        "moderate": .yellow, "severe": .orange, "extreme": .red,
    ]

    /// The severity of CAP at this level.
    var severity: String {
        switch self {
        case .green: "Minor"
        case .yellow: "Moderate"
        case .orange: "Severe"
        case .red: "Extreme"
        }
    }
}

/// The level of a part of a warning by the sender's own scale.
struct AlertLevel {
    /// A severity of CAP, which stands for the colour if there is one; empty if neither is stated.
    let severity: String
    /// The colour; `nil` if the sender has none.
    let colour: AlertColour?
    /// `warning`, `watch`, `advisory` or `statement`; `nil` if the sender does not distinguish them.
    let significance: String?

    /// The number of the severity, 0 for an unknown one.
    var rank: Int { AlertLevel.severities.firstIndex(of: severity.lowercased()) ?? 0 }

    private static let severities = ["unknown", "minor", "moderate", "severe", "extreme"]
}

extension AlertBlock {
    /// The level.
    var level: AlertLevel {
        if let vtec = self["VTEC"] {
            return AlertLevel(severity: severity, colour: nil, significance: VTEC(vtec).significanceName)
        }
        let colour =
            self["awareness_level"].flatMap(AlertColour.init(awareness:))
            ?? layered("Colour").flatMap { AlertColour(rawValue: $0.lowercased()) }
        return AlertLevel(
            severity: colour.flatMap { $0 == .green ? nil : $0.severity } ?? severity, colour: colour,
            significance: layered("Alert_Type").map { $0.lowercased() })
    }
}

extension VTEC {
    /// The significance in words; `nil` for one that is no warning.
    fileprivate var significanceName: String? {
        switch significance {
        case UInt8(ascii: "W"): "warning"
        case UInt8(ascii: "A"): "watch"
        case UInt8(ascii: "Y"): "advisory"
        case UInt8(ascii: "S"): "statement"
        default: nil
        }
    }
}
