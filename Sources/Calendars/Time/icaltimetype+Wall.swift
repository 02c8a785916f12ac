import CLibical
import Records

extension icaltimetype {
    /// Creates a time without a zone from seconds since 1970 on a clock.
    init(_ wall: Int64, isDate: Bool) {
        self.init()
        let fields = UTC(seconds: wall).fields
        year = CInt(fields.year)
        month = CInt(fields.month)
        day = CInt(fields.day)
        is_date = isDate ? 1 : 0
        guard !isDate else { return }
        hour = CInt(fields.hour)
        minute = CInt(fields.minute)
        second = CInt(fields.second)
    }

    /// The seconds since 1970 on the clock; `nil` for the null time, and after the year 9999.
    var wall: Int64? {
        let fields = UTC.Fields(
            year: Int(year), month: Int(month), day: Int(day), hour: Int(hour), minute: Int(minute),
            second: min(Int(second), 59))
        return UTC(fields)?.seconds
    }
}
