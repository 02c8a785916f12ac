extension LoopTime {
    /// A span of the loop's time, in microseconds.
    ///
    /// `Duration` cannot serve: Combine's stride must be a signed number.
    public struct Stride: Hashable, Comparable, Sendable {
        /// Microseconds; negative for the past.
        public private(set) var microseconds: Int64

        /// Makes a span of microseconds.
        public init(microseconds: Int64) { self.microseconds = microseconds }

        /// Makes a span of a duration, rounded towards zero; stops at the limits of the clock.
        public init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
            let limit: Int64 = seconds < 0 ? .min : .max
            microseconds = overflows ? limit : whole.addingSaturating(attoseconds / 1_000_000_000_000)
        }

        /// Longer than anything lasts. As the interval of a repeated action: once, and it can be cancelled.
        public static let forever = Stride(microseconds: .max)

        /// The same span as a duration.
        public var duration: Duration { .microseconds(microseconds) }

        /// Whether the left span is shorter.
        public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
    }
}

extension LoopTime.Stride: SchedulerTimeIntervalConvertible {
    /// A span of whole seconds.
    public static func seconds(_ seconds: Int) -> Self { Self(.seconds(seconds)) }

    /// A span of seconds, to the microsecond.
    public static func seconds(_ seconds: Double) -> Self { Self(.seconds(seconds)) }

    /// A span of milliseconds.
    public static func milliseconds(_ milliseconds: Int) -> Self { Self(.milliseconds(milliseconds)) }

    /// A span of microseconds.
    public static func microseconds(_ microseconds: Int) -> Self { Self(microseconds: Int64(microseconds)) }

    /// A span of nanoseconds, rounded towards zero to microseconds.
    public static func nanoseconds(_ nanoseconds: Int) -> Self {
        Self(microseconds: Int64(nanoseconds / 1_000))
    }
}

extension LoopTime.Stride: SignedNumeric {
    /// The span without its sign, microseconds.
    public var magnitude: UInt64 { microseconds.magnitude }

    /// A span of whole seconds, as in Combine's queues and run loops.
    public init(integerLiteral seconds: Int64) { self.init(.seconds(seconds)) }

    /// A span of microseconds; `nil` when they do not fit.
    public init?<T: BinaryInteger>(exactly microseconds: T) {
        guard let exact = Int64(exactly: microseconds) else { return nil }
        self.init(microseconds: exact)
    }

    /// The sum; stops at the limits.
    public static func + (left: Self, right: Self) -> Self {
        Self(microseconds: left.microseconds.addingSaturating(right.microseconds))
    }

    /// The difference; stops at the limits.
    public static func - (left: Self, right: Self) -> Self {
        Self(microseconds: left.microseconds.subtractingSaturating(right.microseconds))
    }

    /// The product of both counts of microseconds; stops at the limits.
    public static func * (left: Self, right: Self) -> Self {
        let (product, overflows) = left.microseconds.multipliedReportingOverflow(by: right.microseconds)
        let limit: Int64 = (left.microseconds < 0) == (right.microseconds < 0) ? .max : .min
        return Self(microseconds: overflows ? limit : product)
    }

    /// Multiplies both counts of microseconds.
    public static func *= (left: inout Self, right: Self) { left = left * right }
}
