import Records

/// A finite number as metrics write it.
///
/// Source: OpenMetrics 1.0, "Numbers": integers without a decimal point, other numbers with one or with an
/// exponent.
struct MetricNumber {
    /// The number.
    let text: String

    init(_ count: Int) { text = String(count) }

    /// Makes a number to a millionth, so that a converted unit has no digits that only come from rounding;
    /// returns `nil` unless it is finite.
    init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let millionths = (value * 1_000_000).rounded()
        text = millionths.isFinite ? "\(millionths / 1_000_000 + 0)" : "\(value)"
    }

    /// Makes the seconds since 1970, exactly.
    init(_ moment: UTC) { self.init(microseconds: Int(moment.microseconds)) }

    /// Makes a number of seconds from microseconds, exactly: as a float, today's time would be rounded.
    init(microseconds: Int) {
        let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(rest)
        let fraction = rest == 0 ? "" : "." + String(repeating: "0", count: 6 - digits.utf8.count) + digits
        text = "\(microseconds < 0 ? "-" : "")\(seconds)\(fraction)"
    }
}
