/// An interval of a scheduler's time that can be made from the usual units.
public protocol SchedulerTimeIntervalConvertible {
    /// Returns an interval in whole seconds.
    static func seconds(_ seconds: Int) -> Self

    /// Returns an interval in seconds.
    static func seconds(_ seconds: Double) -> Self

    /// Returns an interval in milliseconds.
    static func milliseconds(_ milliseconds: Int) -> Self

    /// Returns an interval in microseconds.
    static func microseconds(_ microseconds: Int) -> Self

    /// Returns an interval in nanoseconds.
    static func nanoseconds(_ nanoseconds: Int) -> Self
}
