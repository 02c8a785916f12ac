/// A detector of the machine's sleep, which compares two clocks, only one of which continues meanwhile.
public nonisolated struct SleepMeter: Sendable {
    private var asleep: Duration

    /// Takes the first reading.
    ///
    /// - Parameters:
    ///   - boottime: The time of CLOCK_BOOTTIME, which continues while the machine sleeps.
    ///   - monotonic: The time of CLOCK_MONOTONIC at the same moment, which does not.
    public init(boottime: Duration, monotonic: Duration) { asleep = boottime - monotonic }

    /// Takes another reading.
    ///
    /// - Parameters:
    ///   - boottime: The time of CLOCK_BOOTTIME.
    ///   - monotonic: The time of CLOCK_MONOTONIC at the same moment.
    /// - Returns: How long the machine slept since the previous reading; `nil` for less than a second.
    public mutating func read(boottime: Duration, monotonic: Duration) -> Duration? {
        let slept = boottime - monotonic - asleep
        guard slept >= .seconds(1) else { return nil }
        asleep += slept
        return slept
    }
}
