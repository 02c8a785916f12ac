/// Reads time spans, as definitions contain them.
public enum TimeSpan {
    private static let units: [String: Int64] = [
        "us": 1, "usec": 1, "ms": 1000, "msec": 1000,
        "": 1_000_000, "s": 1_000_000, "sec": 1_000_000, "second": 1_000_000, "seconds": 1_000_000,
        "m": 60_000_000, "min": 60_000_000, "minute": 60_000_000, "minutes": 60_000_000,
        "h": 3_600_000_000, "hr": 3_600_000_000, "hour": 3_600_000_000, "hours": 3_600_000_000,
        "d": 86_400_000_000, "day": 86_400_000_000, "days": 86_400_000_000,
        "w": 604_800_000_000, "week": 604_800_000_000, "weeks": 604_800_000_000,
    ]

    /// Reads a time span such as `5min`, `1h 30min` or `90` (seconds).
    ///
    /// Source: systemd.time(7), "Parsing time spans", without months, years and fractions.
    ///
    /// - Returns: `nil` if the text is not a time span or is longer than a hundred years.
    public static func parse(_ text: String) -> Duration? {
        var total: Int64 = 0
        var rest = text.utf8[...]
        repeat {
            guard let (value, unit) = next(&rest), let factor = units[unit] else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: factor)
            guard !overflow, product <= 3_155_760_000_000_000 - total else { return nil }
            total += product
        } while !rest.isEmpty
        return .microseconds(total)
    }

    private static func next(_ rest: inout Substring.UTF8View) -> (Int64, String)? {
        let digits = rest.prefix { $0.isDigit }
        rest = rest.dropFirst(digits.count).drop { $0 == .space }
        let unit = rest.prefix { $0.isLetter }
        rest = rest.dropFirst(unit.count).drop { $0 == .space }
        return Int64(Substring(digits)).map { ($0, String(Substring(unit))) }
    }
}

/// Reads sizes, as definitions contain them.
public enum ByteSize {
    /// Reads a number of bytes such as `16M`; K, M and G are powers of 1,024.
    ///
    /// - Returns: `nil` if the text is not a size.
    public static func parse(_ text: String) -> Int? {
        let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
        guard let last = text.last else { return nil }
        let shift = shifts[last] ?? 0
        guard let value = Int(shift == 0 ? text[...] : text.dropLast()), value >= 0,
            value <= (1 << 40) >> shift
        else {
            return nil
        }
        return value << shift
    }
}
