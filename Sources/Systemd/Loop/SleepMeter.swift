/// A detector of the machine's sleep, which compares two clocks, only one of which continues meanwhile.
public nonisolated struct SleepMeter: Sendable {
    /// In microseconds: the arithmetic of `Duration` is too slow for each turn of the loop.
    private var asleep: Int64

    /// Takes the first reading.
    ///
    /// - Parameters:
    ///   - boottime: The time of CLOCK_BOOTTIME in microseconds, which continues while the machine sleeps.
    ///   - monotonic: The time of CLOCK_MONOTONIC at the same moment, which does not.
    public init(boottime: Int64, monotonic: Int64) { asleep = boottime - monotonic }

    /// Takes another reading.
    ///
    /// - Parameters:
    ///   - boottime: The time of CLOCK_BOOTTIME in microseconds.
    ///   - monotonic: The time of CLOCK_MONOTONIC at the same moment.
    /// - Returns: How long the machine slept since the previous reading; `nil` for less than a second.
    public mutating func read(boottime: Int64, monotonic: Int64) -> Duration? {
        let slept = boottime - monotonic - asleep
        guard slept >= 1_000_000 else { return nil }
        asleep += slept
        return .microseconds(slept)
    }
}
