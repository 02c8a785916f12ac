import Records

/// The conventions of a sender beyond CAP: its scale, and how its messages continue each other.
///
/// | dialect | level | continuity without references | source |
/// | --- | --- | --- | --- |
/// | `nws` | CAP severity; significance of the VTEC | AWIPSidentifier, event and zones, unless the polygons are apart | NWSI 10-1703; weather-gov/weather.gov issue 1321 |
/// | `meteoAlarm` | colour of `awareness_level` | none | MeteoAlarm CAP profile 1.2; home-assistant/core issue 56055 |
/// | `meteoFrance` | as `meteoAlarm` | awareness type, regions and day | seevee/cap_alerts, docs/evidence, 2026-07 |
/// | `canada` | `Colour`; `Alert_Type` | an update whose predecessor is unknown: event and zones | ECCC CAP layers 1.0 and 1.1 |
/// | `other` | CAP severity | none | OASIS CAP 1.2 |
///
/// MET Norway's messages have the levels of MeteoAlarm. SMHI and IPAWS differ in the form of their documents only, and
/// what the absence of a message means is `Absence=` of a definition.
enum AlertDialect: Sendable {
    case nws, meteoAlarm, meteoFrance, canada, other

}

extension AlertMessage {
    /// The dialect of its first block.
    var dialect: AlertDialect {
        if blocks.isEmpty { return .other }
        return sender.hasBytes(of: "w-nws.webmaster@noaa.gov") ? .nws : blocks[0].dialect(by: sender)
    }
}

extension AlertBlock {
    fileprivate func dialect(by sender: String) -> AlertDialect {
        if self["VTEC"] != nil { return .nws }
        if self["awareness_level"] != nil || self["awareness_type"] != nil {
            return sender.hasSuffix("@meteo.fr") ? .meteoFrance : .meteoAlarm
        }
        return sender.hasBytes(of: "cap-pac@canada.ca") || layered("Alert_Type") != nil ? .canada : .other
    }

    /// Whether it says that there is nothing to warn of: MeteoAlarm's members publish a green entry for each region
    /// without a warning, and entries that end when they begin.
    var isBlank: Bool {
        guard let level = self["awareness_level"] else {
            return self["awareness_type"] != nil && isEmptySpan
        }
        return AlertColour(awareness: level) == .green || isEmptySpan
    }

    private var isEmptySpan: Bool {
        guard let begin = beginning, let end = statedEnd ?? expires else { return false }
        return end <= begin
    }
}

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
            default: return nil
            }
        }
    }

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
            severity: colour?.severity ?? severity, colour: colour,
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
