extension LoopTime {
    /// An interval of the loop's time, in microseconds.
    ///
    /// `Duration` is not suitable: Combine's stride must be a signed number.
    public struct Stride: Hashable, Comparable, Sendable {
        /// Microseconds; negative for the past.
        public private(set) var microseconds: Int64

        /// Makes an interval from microseconds.
        public init(microseconds: Int64) { self.microseconds = microseconds }

        /// Makes an interval from a duration, rounded towards zero; saturates at the limits of the clock.
        public init(_ duration: Duration) {
            // The division of `components` has 128 bits.
            if let attoseconds = Int64(exactly: duration.attoseconds) {
                microseconds = attoseconds / 1_000_000_000_000
                return
            }
            let (seconds, attoseconds) = duration.components
            microseconds = seconds.multipliedSaturating(by: 1_000_000)
                .addingSaturating(attoseconds / 1_000_000_000_000)
        }

        /// The longest interval. As the interval of a repeated action, it means: once, and cancellable.
        public static let forever = Stride(microseconds: .max)

        /// The interval as a duration.
        public var duration: Duration { .microseconds(microseconds) }

        /// Whether the left interval is shorter.
        public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
    }
}

extension LoopTime.Stride: SchedulerTimeIntervalConvertible {
    /// Returns an interval in whole seconds.
    public static func seconds(_ seconds: Int) -> Self { Self(.seconds(seconds)) }

    /// Returns an interval in seconds, precise to the microsecond.
    public static func seconds(_ seconds: Double) -> Self { Self(.seconds(seconds)) }

    /// Returns an interval in milliseconds.
    public static func milliseconds(_ milliseconds: Int) -> Self { Self(.milliseconds(milliseconds)) }

    /// Returns an interval in microseconds.
    public static func microseconds(_ microseconds: Int) -> Self { Self(microseconds: Int64(microseconds)) }

    /// Returns an interval in nanoseconds, rounded towards zero to microseconds.
    public static func nanoseconds(_ nanoseconds: Int) -> Self {
        Self(microseconds: Int64(nanoseconds / 1_000))
    }
}

extension LoopTime.Stride: SignedNumeric {
    /// The magnitude of the interval, in microseconds.
    public var magnitude: UInt64 { microseconds.magnitude }

    /// Makes an interval in whole seconds, as in Combine's queues and run loops.
    public init(integerLiteral seconds: Int64) {
        self.init(microseconds: seconds.multipliedSaturating(by: 1_000_000))
    }

    /// The empty interval.
    public static var zero: Self { Self(microseconds: 0) }

    /// Makes an interval from microseconds; returns `nil` if they do not fit.
    public init?<T: BinaryInteger>(exactly microseconds: T) {
        guard let exact = Int64(exactly: microseconds) else { return nil }
        self.init(microseconds: exact)
    }

    /// The sum; saturates at the limits.
    public static func + (left: Self, right: Self) -> Self {
        Self(microseconds: left.microseconds.addingSaturating(right.microseconds))
    }

    /// The difference; saturates at the limits.
    public static func - (left: Self, right: Self) -> Self {
        Self(microseconds: left.microseconds.subtractingSaturating(right.microseconds))
    }

    /// The product of both counts of microseconds; saturates at the limits.
    public static func * (left: Self, right: Self) -> Self {
        Self(microseconds: left.microseconds.multipliedSaturating(by: right.microseconds))
    }

    /// Multiplies both counts of microseconds.
    public static func *= (left: inout Self, right: Self) { left = left * right }
}
