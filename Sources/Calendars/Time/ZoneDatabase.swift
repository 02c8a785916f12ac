import Records

/// The tz database of the machine, as the process that expands calendars knows it.
struct ZoneDatabase {
    /// The moment to which the window of the calendar belongs, in seconds since 1970.
    let now: Int64
    /// Its version as a number, such as 202502 for `2025b`; 0 if it is unknown.
    let edition: Int
    /// Returns the zone of a name, and of the empty name that of the machine; `nil` if there is none.
    let find: (String) -> TimeZoneFile?

    /// The end of each fault that says that a newer database is needed.
    static let age = "that of this machine is older"

    /// The time in which a definition is compared with the database, in seconds.
    private static let horizon = 366 * CalendarTime.day
    /// The time between two comparisons, in seconds.
    private static let step = 14 * CalendarTime.day
    /// The first year of which the database is compared.
    private static let firstYear: Int64 = 1970

    /// The zones whose rules changed in 2026, and the edition that knows them.
    ///
    /// Source: the release notes of the tz database, 2026b to 2026e.
    private static let changes = [
        "America/Vancouver": 202_602, "America/Edmonton": 202_603, "Africa/Casablanca": 202_603,
        "Africa/El_Aaiun": 202_603, "America/Inuvik": 202_604, "America/Winnipeg": 202_605,
    ]

    /// A moment before its release, in seconds since 1970; nothing is known to be newer if the version is
    /// unknown.
    var release: Int64 {
        edition == 0
            ? .max : CivilDay.first(ofMonth: 1, year: Int64(edition / 100)) * CalendarTime.day
    }

    /// Returns a zone and its name in this database, perhaps another one; `nil` if there is no such zone.
    func file(_ name: String) -> (file: TimeZoneFile, name: String)? {
        guard !name.isEmpty else { return nil }
        for name in [name] + ZoneLinks.others(of: name) {
            if let file = find(name) { return (file, name) }
        }
        return nil
    }

    /// Returns the edition that knows the rules of a zone, such as `2026b`, if this one is older.
    func needed(for name: String) -> String? {
        let names = [name] + ZoneLinks.others(of: name)
        guard edition != 0, let needed = names.compactMap({ ZoneDatabase.changes[$0] }).max(),
            needed > edition
        else { return nil }
        return ZoneDatabase.text(of: needed)
    }

    /// Returns the number of a version such as `2025b`; 0 if the text is none.
    static func number(of version: String) -> Int {
        let letters = version.utf8.dropFirst(4)
        guard let year = Int(version.prefix(4)), letters.count == 1, let letter = letters.first,
            letter.isLowercase
        else { return 0 }
        return year * 100 + Int(letter - UInt8(ascii: "a")) + 1
    }

    private static func text(of edition: Int) -> String {
        let letter = Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(edition % 100 - 1)))
        return "\(edition / 100)\(letter)"
    }

    /// Returns the date from which a definition differs from the zone after the release of this database;
    /// `nil` if it does not, or if it is outdated.
    func difference(of definition: DocumentZone, from file: TimeZoneFile) -> String? {
        guard edition != 0 else { return nil }
        let start = max(release, now - ZoneDatabase.horizon)
        let moments = moments(from: start, to: now + ZoneDatabase.horizon)
        guard let first = moments.first(where: { differs(definition, file, at: $0) }),
            !isOutdated(definition, file, at: first)
        else { return nil }
        return String(UTC(seconds: first).description.prefix(10))
    }

    /// Whether the rules of a definition at a moment began before the release and were once the zone's.
    private func isOutdated(_ definition: DocumentZone, _ file: TimeZoneFile, at moment: Int64) -> Bool {
        let half = ZoneDatabase.horizon / 2
        let begin = max(definition.start(at: moment), definition.start(at: moment + half))
        guard begin < release else { return false }
        let year = CivilDay(number: begin.floored(by: CalendarTime.day)).year
        let first = max(year + 1, ZoneDatabase.firstYear)
        let years = stride(from: first, to: Int64(edition / 100), by: 1)
        return years.contains { year in
            let start = CivilDay.first(ofMonth: 1, year: year) * CalendarTime.day
            return !moments(from: start, to: start + 365 * CalendarTime.day)
                .contains { differs(definition, file, at: $0) }
        }
    }

    private func moments(from start: Int64, to end: Int64) -> StrideTo<Int64> {
        stride(from: start, to: end, by: Int(ZoneDatabase.step))
    }

    private func differs(_ definition: DocumentZone, _ file: TimeZoneFile, at moment: Int64) -> Bool {
        definition.offset(at: moment) != Int64(file.offset(at: UTC(seconds: moment)))
    }
}
