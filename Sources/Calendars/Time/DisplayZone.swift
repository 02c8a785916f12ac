import Records

/// The time zones of Windows as users see them, such as `(UTC+01:00) Amsterdam, Berlin, Bern, Rome,
/// Stockholm, Vienna`.
struct DisplayZone {
    /// The stated offset of standard time from UTC, in seconds.
    let offset: Int64
    /// The places after it.
    let places: Substring

    /// Reads a name; `nil` if it has another form.
    init?(_ name: String) {
        guard name.hasPrefix("("), let end = name.firstIndex(of: ")") else { return nil }
        let inside = name[name.index(after: name.startIndex)..<end]
        guard let offset = ["UTC", "GMT"].contains(inside) ? 0 : UTCOffset.named(inside) else { return nil }
        self.offset = offset
        places = name[name.index(after: end)...].drop { $0 == " " }
    }

    /// The names in the tz database that the places may mean.
    ///
    /// Some places are countries or regions; others are cities, of which the database has at least one of
    /// each zone.
    var candidates: [String] {
        if let name = DisplayZone.regions[String(places)] { return [name] }
        let cities = places.split(separator: ",").map { city in
            String(city.split(separator: " ").joined(separator: "_"))
        }
        return cities.flatMap { city in DisplayZone.areas.map { "\($0)/\(city)" } }
    }

    /// Whether a zone has the stated offset, which daylight saving time exceeds.
    func describes(_ file: TimeZoneFile, at now: Int64) -> Bool {
        let offsets = (0..<4).map { file.offset(at: UTC(seconds: now + $0 * 91 * CalendarTime.day)) }
        return offsets.contains { Int64($0) == offset }
    }

    /// The areas of the tz database in which a city may be, in the order in which they are tried.
    private static let areas = [
        "Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian", "Canada", "US",
    ]

    /// The zones whose places are no cities of the tz database.
    private static let regions: [String: String] = [
        "Astana": "Asia/Almaty", "Atlantic Time (Canada)": "America/Halifax", "Azores": "Atlantic/Azores",
        "Baja California": "America/Tijuana", "Bougainville Island": "Pacific/Bougainville",
        "Brasilia": "America/Sao_Paulo", "Cabo Verde Is.": "Atlantic/Cape_Verde",
        "Cape Verde Is.": "Atlantic/Cape_Verde", "Caucasus Standard Time": "Asia/Yerevan",
        "Central America": "America/Guatemala", "Central Time (US & Canada)": "America/Chicago",
        "Chatham Islands": "Pacific/Chatham", "City of Buenos Aires": "America/Argentina/Buenos_Aires",
        "Coordinated Universal Time": "Etc/UTC", "Easter Island": "Pacific/Easter",
        "Eastern Time (US & Canada)": "America/New_York", "Ekaterinburg": "Asia/Yekaterinburg",
        "Greenland": "America/Nuuk", "Indiana (East)": "America/Indiana/Indianapolis",
        "International Date Line West": "Etc/GMT+12", "Kiritimati Island": "Pacific/Kiritimati",
        "Lord Howe Island": "Australia/Lord_Howe", "Marquesas Islands": "Pacific/Marquesas",
        "Mid-Atlantic": "Etc/GMT+2", "Mid-Atlantic - Old": "Etc/GMT+2",
        "Midway Island, Samoa": "Pacific/Pago_Pago",
        "Mountain Time (US & Canada)": "America/Denver", "Nuku'alofa": "Pacific/Tongatapu",
        "Old Krasnoyarsk": "Asia/Krasnoyarsk", "Pacific Time (US & Canada)": "America/Los_Angeles",
        "Petropavlovsk-Kamchatsky": "Asia/Kamchatka", "Petropavlovsk-Kamchatsky - Old": "Asia/Kamchatka",
        "Saint Pierre and Miquelon": "America/Miquelon", "Samoa": "Pacific/Apia",
        "Solomon Is., New Caledonia": "Pacific/Guadalcanal", "Sri Jayawardenepura": "Asia/Colombo",
        "Turks and Caicos": "America/Grand_Turk", "West Central Africa": "Africa/Lagos",
        "Yangon (Rangoon)": "Asia/Yangon",
    ]
}
