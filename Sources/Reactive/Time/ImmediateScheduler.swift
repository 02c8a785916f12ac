/// Runs everything at once, in the caller; a future moment is treated as now.
public struct ImmediateScheduler: Scheduler, Sendable {
    /// The shared scheduler.
    public static let shared = ImmediateScheduler()

    /// There are no options.
    public typealias SchedulerOptions = Never

    /// A moment of a scheduler whose time does not advance.
    public struct SchedulerTimeType: Strideable, Sendable {
        /// Returns an interval of 0.
        public func distance(to other: Self) -> Stride { Stride(0) }

        /// The same moment.
        public func advanced(by n: Stride) -> Self { self }

        /// An interval that has no effect.
        public struct Stride: Sendable, Hashable, Codable {
            /// The count of the interval.
            public var magnitude: Int

            /// Makes an interval from a count.
            public init(_ value: Int) { magnitude = value }
        }
    }

    /// The only moment.
    public var now: SchedulerTimeType { SchedulerTimeType() }

    /// Returns `nil`.
    public var minimumTolerance: SchedulerTimeType.Stride { SchedulerTimeType.Stride(0) }

    /// Runs the action now.
    public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

    /// Runs the action now.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        action()
    }

    /// Runs the action now, once.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}

extension ImmediateScheduler.SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
    /// Returns an interval that has no effect.
    public static func seconds(_ seconds: Int) -> Self { Self(0) }
    /// Returns an interval that has no effect.
    public static func seconds(_ seconds: Double) -> Self { Self(0) }
    /// Returns an interval that has no effect.
    public static func milliseconds(_ milliseconds: Int) -> Self { Self(0) }
    /// Returns an interval that has no effect.
    public static func microseconds(_ microseconds: Int) -> Self { Self(0) }
    /// Returns an interval that has no effect.
    public static func nanoseconds(_ nanoseconds: Int) -> Self { Self(0) }
}

extension ImmediateScheduler.SchedulerTimeType.Stride: Comparable, SignedNumeric,
    ExpressibleByFloatLiteral
{
    /// Makes an interval from a count.
    public init(integerLiteral value: Int) { self.init(value) }
    /// Makes an interval from a count, rounded towards zero.
    public init(floatLiteral value: Double) { self.init(Int(value)) }
    /// Makes an interval from a count; returns `nil` if it does not fit.
    public init?<T: BinaryInteger>(exactly source: T) {
        guard let exact = Int(exactly: source) else { return nil }
        self.init(exact)
    }
    /// Whether the left count is smaller.
    public static func < (left: Self, right: Self) -> Bool { left.magnitude < right.magnitude }
    /// The sum of the counts.
    public static func + (left: Self, right: Self) -> Self { Self(left.magnitude + right.magnitude) }
    /// The difference of the counts.
    public static func - (left: Self, right: Self) -> Self { Self(left.magnitude - right.magnitude) }
    /// The product of the counts.
    public static func * (left: Self, right: Self) -> Self { Self(left.magnitude * right.magnitude) }
    /// Adds a count.
    public static func += (left: inout Self, right: Self) { left = left + right }
    /// Subtracts a count.
    public static func -= (left: inout Self, right: Self) { left = left - right }
    /// Multiplies with a count.
    public static func *= (left: inout Self, right: Self) { left = left * right }
}
