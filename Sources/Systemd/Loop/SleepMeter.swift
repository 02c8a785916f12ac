/// Finds out that the machine was asleep, from two clocks of which only one goes on meanwhile.
public nonisolated struct SleepMeter: Sendable {
    private var asleep: Duration

    /// Takes the first reading.
    ///
    /// - Parameters:
    ///   - boottime: CLOCK_BOOTTIME, which goes on while the machine sleeps.
    ///   - monotonic: CLOCK_MONOTONIC at the same moment, which does not.
    public init(boottime: Duration, monotonic: Duration) { asleep = boottime - monotonic }

    /// Takes another reading.
    ///
    /// - Parameters:
    ///   - boottime: CLOCK_BOOTTIME.
    ///   - monotonic: CLOCK_MONOTONIC at the same moment.
    /// - Returns: How long the machine slept since the reading before; `nil` for less than a second.
    public mutating func read(boottime: Duration, monotonic: Duration) -> Duration? {
        let slept = boottime - monotonic - asleep
        guard slept >= .seconds(1) else { return nil }
        asleep += slept
        return slept
    }
}
