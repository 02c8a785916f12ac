import Records

/// The conventions of a sender beyond CAP: its scale, and which of its messages continue each other without
/// references.
///
/// | dialect | recognized by | level |
/// | --- | --- | --- |
/// | `nws` | sender w-nws.webmaster@noaa.gov, or a VTEC | CAP severity; significance of the VTEC |
/// | `meteoAlarm` | `awareness_level`, `awareness_type` | colour of `awareness_level` |
/// | `meteoFrance` | as `meteoAlarm`, sender of meteo.fr | as `meteoAlarm` |
/// | `canada` | sender cap-pac@canada.ca, or `Alert_Type` | `Colour`; `Alert_Type` |
/// | `other` | none of these | CAP severity |
///
/// | dialect | a message of one sender continues another one of the same |
/// | --- | --- |
/// | `nws` | AWIPSidentifier, event and zones, both without VTEC, unless their polygons are apart |
/// | `nws` | event and zones that the list lacks now, if it updates a message that was never read |
/// | `meteoAlarm` | – |
/// | `meteoFrance` | awareness type, regions and day |
/// | `canada` | event, type, and zones that it covers, if it updates a message that was never read |
/// | `other` | – |
///
/// MET Norway's messages have the levels of MeteoAlarm. SMHI, IPAWS and SWIC differ in the form of their
/// documents only. What the absence of a message means is `Absence=` of a definition.
///
/// Source: `nws`: NWSI 10-1703; weather-gov/weather.gov issue 1321; seevee/cap_alerts, docs/evidence
/// (identity), 2026-08-06. `meteoAlarm`: MeteoAlarm CAP profile 1.2; home-assistant/core issue 56055.
/// `meteoFrance`: seevee/cap_alerts issue 37 and docs/evidence, 2026-07. `canada`: ECCC CAP layers 1.0 and
/// 1.1; seevee/cap_alerts issue 164, 2026-08-23. `other`: OASIS CAP 1.2 §3.2.
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

    /// Whether it says that there is nothing to warn of: MeteoAlarm's members publish a green entry for each
    /// region without a warning, and entries that end when they begin.
    ///
    /// Source: seevee/cap_alerts, docs/architecture.md, 2026-08.
    var isBlank: Bool {
        guard let level = self["awareness_level"] else {
            return self["awareness_type"] != nil && isEmptySpan
        }
        switch AlertColour(awareness: level) {
        // A severe danger contradicts the colour.
        case .green: return !["severe", "extreme"].contains(severity.lowercased())
        case nil: return isEmptySpan
        // A level of danger contradicts an empty span.
        case .yellow, .orange, .red: return false
        }
    }

    private var isEmptySpan: Bool {
        guard let begin = beginning, let end = statedEnd ?? expires else { return false }
        return end == begin
    }
}
