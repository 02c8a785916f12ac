import Decoding
import Records

/// A date, or a date and time on the clocks of a time zone.
struct CalendarTime: Hashable {
    /// The seconds in a day of the clock.
    static let day: Int64 = 86_400

    /// The reading of a clock, in seconds since 1970-01-01T00:00 on the same clock; a date is its midnight.
    var wall: Int64
    /// Whether this is a date without a time.
    var isDate: Bool
    /// The time zone of the clock; for a date that of the machine.
    var zone: ZoneClock
    /// Whether the document names no zone, so that the time is the same on all clocks.
    var isFloating: Bool

    /// The moment in seconds since 1970 in UTC, of a time that was not read on a clock or if it was computed
    /// already; otherwise `nil`.
    private var exactMoment: Int64?

    init(wall: Int64, isDate: Bool, zone: ZoneClock, isFloating: Bool) {
        self.wall = wall
        self.isDate = isDate
        self.zone = zone
        self.isFloating = isFloating
    }

    /// The moment at which the clock shows this, in seconds since 1970 in UTC.
    var moment: Int64 { exactMoment ?? zone.moment(of: wall) }

    /// The same time, whose moment need not be computed again.
    var withMoment: CalendarTime {
        var time = self
        time.exactMoment = moment
        return time
    }

    /// The time of day on the clock, in seconds.
    var timeOfDay: Int64 { wall.modulo(CalendarTime.day) }

    /// The time on the same clock some seconds of the clock later.
    func later(by seconds: Int64) -> CalendarTime {
        var time = self
        time.wall += seconds
        time.exactMoment = nil
        return time
    }

    /// The time some time later.
    func later(by length: EventLength) -> CalendarTime {
        guard !isDate, length.exact != 0 else { return later(by: length.seconds) }
        var time = later(by: length.nominal)
        let moment = time.moment + length.exact
        time.wall = zone.wall(at: moment)
        // The clock may show the same time twice.
        time.exactMoment = moment
        return time
    }

    /// The JSON value: a date `2026-11-25`, or a moment in UTC.
    var text: String { bytes.span.text(0..<length) }

    /// Writes the JSON value as a member.
    func write(_ name: StaticString, to writer: inout JSONWriter) {
        writer.member(plain: name, utf8: bytes.span.extracting(first: length))
    }

    /// Appends the form of the time in keys of records: a date `20261125`, or a moment in UTC
    /// `20261125T083000Z`.
    func appendKey(to key: inout [UInt8]) {
        let bytes = bytes
        for place in 0..<length where bytes[place] != .hyphen && bytes[place] != .colon {
            key.append(bytes[place])
        }
    }

    /// The bytes of the JSON value, if it is a date followed by a time.
    private var bytes: InlineArray<20, UInt8> { UTC(seconds: isDate ? wall : moment).text }

    /// The number of bytes of the JSON value.
    private var length: Int { isDate ? 10 : 20 }

    /// Whether two times have the same clock, date and time.
    static func == (left: CalendarTime, right: CalendarTime) -> Bool {
        left.wall == right.wall && left.isDate == right.isDate && left.zone === right.zone
    }

    func hash(into hasher: inout Hasher) { hasher.combine(wall) }
}
