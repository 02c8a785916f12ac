import Records

/// Reads the times of a document.
struct TimeReader {
    /// The zones of the document.
    let zones: ZoneTable
    /// The zone of times that name none.
    let floating: ZoneClock
    /// Whether the calendar names that zone, and it is not known.
    let hasUnknownZone: Bool

    /// The start of an event that is only known to be cancelled.
    static var unknown: CalendarTime { CalendarTime(wall: 0, isDate: false, zone: .utc, isFloating: false) }

    /// Whether the zone of a time is not known, so that the clock of the machine stands for it.
    func isZoneUnknown(of time: CalendarTime, in property: Property) -> Bool {
        time.isFloating && (hasUnknownZone || property.parameter("TZID") != nil)
    }

    /// Reads a date or time in the zone that a property names.
    ///
    /// - Parameters:
    ///   - text: The date or time.
    ///   - property: The property with its parameters `TZID` and `VALUE`.
    ///   - report: Called with the fault if the zone is unknown.
    /// - Returns: The date or time; `nil` if the text is none.
    func time(
        _ text: some StringProtocol, in property: Property, _ report: (EventFault) -> Void
    ) -> CalendarTime? {
        guard let digits = TimeDigits(text) else { return nil }
        // Some programs write the midnight of a date.
        let isDate =
            digits.isDate || digits.wall % CalendarTime.day == 0 && property.parameter("VALUE") == "DATE"
        if isDate {
            return CalendarTime(wall: digits.wall, isDate: true, zone: zones.machine, isFloating: false)
        }
        if digits.isUTC {
            return CalendarTime(wall: digits.wall, isDate: false, zone: .utc, isFloating: false)
        }
        let name = property.parameter("TZID")
        let zone = name.flatMap { zones[$0] }
        if let name, zone == nil {
            report(EventFault(field: "TZID", found: name, reason: "is no known time zone"))
        }
        return CalendarTime(
            wall: digits.wall, isDate: false, zone: zone ?? floating, isFloating: zone == nil)
    }
}
