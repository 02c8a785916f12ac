/// Hours and days in which a document asks not to be fetched.
///
/// Source: RSS 2.0, skipHours (0...23, GMT) and skipDays; RSS 0.91 counts hours from 1 to 24.
public struct QuietTimes: Hashable, Sendable {
    /// A bit an hour of the day, the lowest is 0 h.
    private var hours: UInt32 = 0
    /// A bit a day of the week, the lowest is Sunday.
    private var days: UInt8 = 0

    private static let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    /// Makes times of which none is quiet.
    public init() {}

    /// Whether no time is quiet.
    public var isEmpty: Bool { hours == 0 && days == 0 }

    /// Adds an hour, UTC; 24 is midnight, others are none and do nothing.
    public mutating func add(hour: Int) {
        if 0...24 ~= hour { hours |= 1 << UInt32(hour % 24) }
    }

    /// Adds a day of the week by its English name, whatever its case; others are none and do nothing.
    public mutating func add(day: String) {
        let name = day.lowercased()
        if let index = QuietTimes.names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) {
            days |= 1 << UInt8(index)
        }
    }

    /// When it is not quiet any more.
    ///
    /// - Parameter moment: When somebody would fetch it.
    /// - Returns: The first moment from then on that is not quiet: the moment itself, or the begin of an hour within
    ///   the next seven days; the moment itself too when every hour is quiet, which nobody can mean.
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

extension QuietTimes {
    /// The times as JSON: `hours` (0...23) and `days` (0 is Sunday).
    public var json: JSON {
        .object([
            .init("hours", .array((0..<24).filter { hours & 1 << $0 != 0 }.map { JSON.int($0) })),
            .init("days", .array((0..<7).filter { days & 1 << $0 != 0 }.map { JSON.int($0) })),
        ])
    }

    /// Reads what `json` gave; what is no hour or day is left out.
    public init(_ json: JSON) {
        for hour in json["hours"]?.array ?? [] { add(hour: hour.int ?? -1) }
        for day in json["days"]?.array ?? [] {
            if let day = day.int, QuietTimes.names.indices.contains(day) { days |= 1 << UInt8(day) }
        }
    }
}
