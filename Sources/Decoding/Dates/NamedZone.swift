package import Records

/// The zone that a name means.
enum NamedZone {
    /// A fixed offset, in minutes east of UTC.
    case offset(Int)
    /// A zone of North America, whose offset depends on the date.
    case generic(GenericZone)
    /// A zone of the tz database.
    case file(TimeZoneFile)

    /// Returns the moment at which a clock of the zone shows a time, given as if it were in UTC.
    func moment(of wall: UTC) -> UTC {
        switch self {
        case .offset(let minutes): wall - .seconds(60 * minutes)
        case .generic(let zone): zone.moment(of: wall)
        case .file(let file): file.moment(of: wall)
        }
    }
}

/// The zones of the tz database that the dates of a document name.
package final class NamedZones {
    /// The greatest number of names that are looked up for a document.
    private static let most = 100

    private let find: (String) -> TimeZoneFile?
    private var known: [String: TimeZoneFile?] = [:]

    /// Creates the zones.
    ///
    /// - Parameter find: Returns the zone of a name such as `Europe/Berlin`; `nil` if there is none.
    package init(_ find: @escaping (String) -> TimeZoneFile?) { self.find = find }

    /// Returns the zone of a name; `nil` if it is not known, or has several meanings.
    func zone(_ name: String) -> NamedZone? {
        if ZoneNames.isAmbiguous(name) { return nil }
        if let minutes = ZoneNames.minutes(name) { return .offset(minutes) }
        if let generic = GenericZone(rawValue: name.lowercased()) { return .generic(generic) }
        if let zone = ZonePhrases.zone(name) { return zone }
        guard name.utf8.contains(.slash) else { return nil }
        return (file(name) ?? file(NamedZones.capitalized(name))).map(NamedZone.file)
    }

    private func file(_ name: String) -> TimeZoneFile? {
        if let file = known[name] { return file }
        guard known.count < NamedZones.most else { return nil }
        let file = find(name)
        known[name] = file
        return file
    }

    /// Returns a name in the case of the tz database: `america/los_angeles` is `America/Los_Angeles`.
    private static func capitalized(_ name: String) -> String {
        var isStart = true
        let bytes = name.utf8.map { byte in
            defer { isStart = !byte.isLetter }
            return isStart ? byte.uppercased : byte.lowercased
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
