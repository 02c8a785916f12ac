public import Records

/// The user's time zone.
public struct Zone: Sendable {
    private let secondsEast: @Sendable (UTC) -> Int

    /// Makes a zone from a function that returns, for a moment, the offset of local time from UTC in seconds.
    public init(secondsEast: @escaping @Sendable (UTC) -> Int) { self.secondsEast = secondsEast }

    /// UTC.
    public static let utc = Zone { _ in 0 }

    /// Returns the calendar fields of a moment in local time.
    public func fields(_ moment: UTC) -> UTC.Fields { local(moment).fields }

    /// Returns the time of day, such as `14:02`.
    public func time(_ moment: UTC) -> String {
        let f = fields(moment)
        return "\(twoDigits(f.hour)):\(twoDigits(f.minute))"
    }

    /// Returns the time of day with seconds, such as `14:02:07`.
    public func clock(_ moment: UTC) -> String { "\(time(moment)):\(twoDigits(fields(moment).second))" }

    /// Returns the time of day, preceded by the date if it differs from that of `now`: `14:02`, `Mon 14:02`
    /// within six days, otherwise `2026-11-03 14:02`.
    public func when(_ moment: UTC, from now: UTC) -> String {
        let days = day(moment) - day(now)
        switch days {
        case 0: return time(moment)
        case -6...6: return "\(Zone.weekdays[local(moment).weekday]) \(time(moment))"
        default: return "\(date(moment)) \(time(moment))"
        }
    }

    /// Returns the date, such as `2026-11-03`.
    public func date(_ moment: UTC) -> String {
        let f = fields(moment)
        return "\(f.year)-\(twoDigits(f.month))-\(twoDigits(f.day))"
    }

    /// Returns the weekday, such as `Mon`.
    public func weekday(_ moment: UTC) -> String { Zone.weekdays[local(moment).weekday] }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// Returns the offset of local time from UTC at a moment, in seconds.
    func offset(at moment: UTC) -> Int { secondsEast(moment) }

    private func local(_ moment: UTC) -> UTC { moment + .seconds(secondsEast(moment)) }

    private func day(_ moment: UTC) -> Int {
        let seconds = Int(local(moment).seconds)
        return (seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400
    }
}

/// Returns a number from 0 to 99 with two digits.
package func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
