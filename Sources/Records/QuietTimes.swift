/// The hours and days in which a document must not be fetched.
///
/// Source: RSS 2.0, skipHours (0...23, GMT) and skipDays; RSS 0.91 counts hours from 1 to 24.
public struct QuietTimes: Hashable, Sendable {
    /// One bit for each hour of the day; bit 0 is 0 h.
    private(set) var hours: UInt32 = 0
    /// One bit for each day of the week; bit 0 is Sunday.
    private(set) var days: UInt8 = 0

    private static let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    /// Creates quiet times without any hour or day.
    public init() {}

    /// Whether there is no quiet time.
    public var isEmpty: Bool { hours == 0 && days == 0 }

    /// Adds an hour in UTC; 24 is midnight, and other values outside 0...23 are ignored.
    public mutating func add(hour: Int) {
        if 0...24 ~= hour { hours |= 1 << UInt32(hour % 24) }
    }

    /// Adds a day of the week by its English name in any case; other names are ignored.
    public mutating func add(day: String) {
        let name = day.lowercased()
        if let index = QuietTimes.names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) {
            add(weekday: index)
        }
    }

    /// Adds a day of the week; 0 is Sunday, and values outside 0...6 are ignored.
    mutating func add(weekday: Int) {
        if 0...6 ~= weekday { days |= 1 << UInt8(weekday) }
    }

    /// Returns the end of the quiet time at a moment.
    ///
    /// - Parameter moment: The time of the intended fetch.
    /// - Returns: The first moment from then on that is not quiet: the moment itself, or the start of an hour
    ///   within the next seven days. If every hour is quiet, which must be a mistake, the moment itself.
    public func end(from moment: UTC) -> UTC {
        guard !isEmpty, isQuiet(moment) else { return moment }
        let hour = moment.seconds - ((moment.seconds % 3600) + 3600) % 3600
        for later in 1...168 {
            let candidate = UTC(seconds: hour + Int64(later) * 3600)
            if !isQuiet(candidate) { return candidate }
        }
        return moment
    }

    private func isQuiet(_ moment: UTC) -> Bool {
        hours & 1 << UInt32(moment.fields.hour) != 0 || days & 1 << UInt8(moment.weekday) != 0
    }
}
