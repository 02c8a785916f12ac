/// A moment of the event loop: microseconds on a clock that never jumps and continues during suspend.
///
/// On Linux it is CLOCK_BOOTTIME; in tests a `ManualScheduler` defines it.
public struct LoopTime: Hashable, Comparable, Sendable {
    /// Microseconds since the clock's start.
    public let microseconds: Int64

    /// Makes a moment from microseconds since the clock's start.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// The clock's start.
    public static let zero = LoopTime(microseconds: 0)

    /// Whether the left moment is earlier.
    public static func < (left: LoopTime, right: LoopTime) -> Bool { left.microseconds < right.microseconds }

    /// The moment `duration` later, precise to the microsecond; saturates at the end of time.
    public static func + (time: LoopTime, duration: Duration) -> LoopTime {
        time.advanced(by: Stride(duration))
    }

    /// The moment `duration` earlier, precise to the microsecond.
    public static func - (time: LoopTime, duration: Duration) -> LoopTime {
        time.advanced(by: -Stride(duration))
    }

    /// The time from `right` to `left`.
    public static func - (left: LoopTime, right: LoopTime) -> Duration {
        right.distance(to: left).duration
    }
}

extension LoopTime: Strideable {
    /// Returns the interval to another moment; negative if it is earlier.
    public func distance(to other: LoopTime) -> Stride {
        Stride(microseconds: other.microseconds.subtractingSaturating(microseconds))
    }

    /// Returns the moment after an interval; saturates at the end of time.
    public func advanced(by stride: Stride) -> LoopTime {
        LoopTime(microseconds: microseconds.addingSaturating(stride.microseconds))
    }
}

extension LoopTime: CustomStringConvertible {
    /// Seconds since the clock's start, such as "12.5 s".
    public var description: String { "\(Double(microseconds) / 1_000_000) s" }
}

extension Int64 {
    /// Returns the sum, saturated at the limits.
    func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }

    /// Returns the product, saturated at the limits.
    func multipliedSaturating(by other: Int64) -> Int64 {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? ((self < 0) == (other < 0) ? .max : .min) : product
    }

    /// Returns the difference, saturated at the limits.
    func subtractingSaturating(_ other: Int64) -> Int64 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (other < 0 ? .max : .min) : difference
    }
}
