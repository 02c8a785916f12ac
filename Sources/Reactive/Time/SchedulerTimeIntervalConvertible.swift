/// A span of a scheduler's time that can be made of the usual units.
public protocol SchedulerTimeIntervalConvertible {
    /// A span of whole seconds.
    static func seconds(_ seconds: Int) -> Self

    /// A span of seconds.
    static func seconds(_ seconds: Double) -> Self

    /// A span of milliseconds.
    static func milliseconds(_ milliseconds: Int) -> Self

    /// A span of microseconds.
    static func microseconds(_ microseconds: Int) -> Self

    /// A span of nanoseconds.
    static func nanoseconds(_ nanoseconds: Int) -> Self
}
