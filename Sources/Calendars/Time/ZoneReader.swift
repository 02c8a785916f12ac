import Decoding
import Records

/// Reads the time zones that a document defines.
///
/// Source: RFC 5545, 3.6.5.
enum ZoneReader {
    /// The most additional times of a period that are read.
    private static let mostDates = 1000

    /// Returns the zones of a calendar by their names; one that cannot be read is left out.
    static func zones(of calendar: Component) -> [String: DocumentZone] {
        var zones: [String: DocumentZone] = [:]
        for component in calendar.components("VTIMEZONE") {
            guard let name = component.first(.tzid)?.text.trimmingBlanks, zones[name] == nil else {
                continue
            }
            let periods = ["STANDARD", "DAYLIGHT"].flatMap { kind in
                component.components(kind).compactMap { observance($0, isStandard: kind == "STANDARD") }
            }
            zones[name] = DocumentZone(periods)
        }
        return zones
    }

    private static func observance(_ component: Component, isStandard: Bool) -> DocumentZone.Observance? {
        guard let start = component.first(.dtstart).flatMap({ TimeDigits($0.value) }),
            let from = offset(component.first(.tzoffsetfrom)), let to = offset(component.first(.tzoffsetto))
        else { return nil }
        var dates: [Int64] = []
        for property in component.properties where property.name == .rdate {
            let walls = property.single.compactMap { TimeDigits($0.value)?.wall }
            dates += walls.prefix(mostDates - dates.count)
        }
        let rule = component.first(.rrule).flatMap { RuleReader.read($0.value) }
        return DocumentZone.Observance(
            start: start.wall, offsetFrom: from, offsetTo: to, isStandard: isStandard, rule: rule,
            dates: dates)
    }

    private static func offset(_ property: Property?) -> Int64? {
        property.flatMap { UTCOffset.seconds($0.value.utf8) }
    }
}
