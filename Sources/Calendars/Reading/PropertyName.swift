import Records

/// The name of a property that is read.
///
/// Source: RFC 5545, 3.7 and 3.8; vCalendar 1.0 and Apple for those of calendars.
enum PropertyName: String, CaseIterable {
    case begin = "BEGIN"
    case categories = "CATEGORIES"
    case description = "DESCRIPTION"
    case dtend = "DTEND"
    case dtstamp = "DTSTAMP"
    case dtstart = "DTSTART"
    case duration = "DURATION"
    case end = "END"
    case exdate = "EXDATE"
    case exrule = "EXRULE"
    case geo = "GEO"
    case location = "LOCATION"
    case method = "METHOD"
    case name = "NAME"
    case organizer = "ORGANIZER"
    case rdate = "RDATE"
    case recurrenceID = "RECURRENCE-ID"
    case rrule = "RRULE"
    case sequence = "SEQUENCE"
    case status = "STATUS"
    case summary = "SUMMARY"
    case transp = "TRANSP"
    case tzid = "TZID"
    case tzoffsetfrom = "TZOFFSETFROM"
    case tzoffsetto = "TZOFFSETTO"
    case uid = "UID"
    case url = "URL"
    case calendarName = "X-WR-CALNAME"
    case calendarZone = "X-WR-TIMEZONE"
    /// That of any other property.
    case other = ""

    /// The names by their lengths: no more than five have the same.
    private static let byLength: [[(letters: [UInt8], name: PropertyName)]] = {
        let named = allCases.map { (letters: Array($0.rawValue.utf8), name: $0) }
        let longest = named.map(\.letters.count).max() ?? 0
        return (0...longest).map { length in named.filter { $0.letters.count == length } }
    }()

    /// Returns the name with these letters, which are in upper case.
    static func named(_ letters: Span<UInt8>) -> PropertyName {
        guard letters.count < byLength.count else { return .other }
        for known in byLength[letters.count] where letters.hasSameBytes(as: known.letters.span) {
            return known.name
        }
        return .other
    }
}
