public import Records

/// The user's time zone.
///
/// A time that stands alone says its zone: `17:13Z` in UTC, `12:13 EST`, or `12:13 -0300` in a zone whose
/// abbreviation has no letters. Where a heading states the zone of all times below it, they are plain.
public struct Zone: Sendable {
    /// The local time of a moment.
    public struct LocalTime: Sendable {
        /// The offset from UTC, in seconds; positive east of Greenwich.
        public let secondsEast: Int
        /// The abbreviation of the tz database, such as `EST` or `-03`; `nil` if unknown.
        public let abbreviation: String?

        /// Makes a local time.
        public init(secondsEast: Int, abbreviation: String?) {
            self.secondsEast = secondsEast
            self.abbreviation = abbreviation
        }
    }

    private let localTime: @Sendable (UTC) -> LocalTime

    /// Makes a zone from a function that returns the local time of a moment.
    public init(localTime: @escaping @Sendable (UTC) -> LocalTime) { self.localTime = localTime }

    /// Makes a zone without abbreviations from a function that returns, for a moment, the offset of local
    /// time from UTC in seconds.
    public init(secondsEast: @escaping @Sendable (UTC) -> Int) {
        localTime = { LocalTime(secondsEast: secondsEast($0), abbreviation: nil) }
    }

    /// UTC.
    public static let utc = Zone { _ in LocalTime(secondsEast: 0, abbreviation: "UTC") }

    /// Returns the calendar fields of a moment in local time.
    public func fields(_ moment: UTC) -> UTC.Fields { local(moment).fields }

    /// Returns the date, such as `2026-11-03`.
    public func date(_ moment: UTC) -> String {
        let f = fields(moment)
        return "\(f.year)-\(twoDigits(f.month))-\(twoDigits(f.day))"
    }

    /// Returns the weekday, such as `Mon`.
    public func weekday(_ moment: UTC) -> String { Zone.weekdays[local(moment).weekday] }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// Returns the offset of local time from UTC at a moment, in seconds.
    public func offset(at moment: UTC) -> Int { localTime(moment).secondsEast }

    private func local(_ moment: UTC) -> UTC { moment + .seconds(offset(at: moment)) }

    private func day(_ moment: UTC) -> Int {
        let seconds = Int(local(moment).seconds)
        return (seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400
    }
}

extension Zone {
    /// Returns the time of day with its zone, such as `14:02Z` or `09:02 EST`.
    public func time(_ moment: UTC) -> String { plainTime(moment) + mark(moment) }

    /// Returns the time of day with seconds and its zone, such as `14:02:07Z` or `09:02:07 EST`.
    public func clock(_ moment: UTC) -> String { plainClock(moment) + mark(moment) }

    /// Returns the time of day with its zone, preceded by the date if it differs from that of `now`:
    /// `14:02Z`, `Mon 14:02Z` within six days, otherwise `2026-11-03 14:02Z`.
    public func when(_ moment: UTC, from now: UTC) -> String { plainWhen(moment, from: now) + mark(moment) }

    /// Returns the time of day, such as `14:02`, for where its zone is stated.
    public func plainTime(_ moment: UTC) -> String {
        let f = fields(moment)
        return "\(twoDigits(f.hour)):\(twoDigits(f.minute))"
    }

    /// Returns the time of day with seconds, such as `14:02:07`, for where its zone is stated.
    func plainClock(_ moment: UTC) -> String { "\(plainTime(moment)):\(twoDigits(fields(moment).second))" }

    /// Returns `when` without its zone, for where that is stated.
    public func plainWhen(_ moment: UTC, from now: UTC) -> String {
        let days = day(moment) - day(now)
        switch days {
        case 0: return plainTime(moment)
        case -6...6: return "\(weekday(moment)) \(plainTime(moment))"
        default: return "\(date(moment)) \(plainTime(moment))"
        }
    }

    /// Returns the name of local time at a moment: `Z` for UTC, `EST`, or its offset `-0300` if the tz
    /// database has no letters for it, or those of a clock that it does not show.
    public func name(at moment: UTC) -> String {
        let local = localTime(moment)
        let letters = local.abbreviation ?? ""
        if ["UTC", "UCT", "GMT", "Z"].contains(letters) {
            if local.secondsEast != 0 { return Zone.offset(local.secondsEast) }
            return letters == "GMT" ? letters : "Z"
        }
        let isName = !letters.isEmpty && letters.utf8.allSatisfy(\.isLetter)
        return isName ? letters : Zone.offset(local.secondsEast)
    }

    /// Returns the name of local time as it follows a time: `Z`, ` EST`, ` -0300`.
    public func mark(_ moment: UTC) -> String {
        let name = name(at: moment)
        return name == "Z" ? name : " " + name
    }

    private static func offset(_ secondsEast: Int) -> String {
        let minutes = abs(secondsEast) / 60
        return (secondsEast < 0 ? "-" : "+") + twoDigits(minutes / 60) + twoDigits(minutes % 60)
    }
}

/// Returns a number from 0 to 99 with two digits.
package func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
