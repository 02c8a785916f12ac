package import Records

/// A zone whose name covers both standard and daylight saving time, such as `ET`: the date decides.
package enum GenericZone: String, CaseIterable {
    case eastern = "et"
    case central = "ct"
    case mountain = "mt"
    case pacific = "pt"

    /// Returns the moment at which a clock of the zone shows a time, given as if it were in UTC.
    package func moment(of wall: UTC) -> UTC {
        let isEarlier = wall.fields.year < GenericZone.firstYear
        let zone = (isEarlier ? GenericZone.earlier : GenericZone.zones)[self]
        return zone?.moment(of: wall) ?? wall
    }

    /// The first year of the present rule. Source: Energy Policy Act of 2005, section 110.
    private static let firstYear = 2007
    private static let zones = zones(rule: ",M3.2.0,M11.1.0")
    /// The zones before that. Source: Public Law 99-359, which holds from 1987.
    private static let earlier = zones(rule: ",M4.1.0,M10.5.0")

    private static func zones(rule: String) -> [GenericZone: TimeZoneFile] {
        // The rules are valid: none is missing.
        let zones = allCases.compactMap { zone in
            (try? TimeZoneFile(rule: zone.clocks + rule)).map { (zone, $0) }
        }
        return Dictionary(uniqueKeysWithValues: zones)
    }

    /// The names and the offset of its clocks in the form of `TZ`.
    private var clocks: String {
        switch self {
        case .eastern: "EST5EDT"
        case .central: "CST6CDT"
        case .mountain: "MST7MDT"
        case .pacific: "PST8PDT"
        }
    }
}
