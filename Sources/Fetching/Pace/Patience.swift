public import Records

/// When to ask an upstream again.
///
/// All delays count from now. Chance comes from a generator that is given, so that a test knows it.
public nonisolated struct Patience: Hashable, Sendable {
    /// The longest delay that an upstream can impose.
    public static let longest: Duration = .seconds(86_400)
    /// The first delay after a passing failure; it doubles with every further one.
    public static let first: Duration = .seconds(30)
    /// What delays after failures grow to, unless the interval is longer.
    public static let ceiling: Duration = .seconds(3600)

    /// How often the source wants to be asked.
    public let interval: Duration

    /// Makes the patience of a source with this interval.
    public init(interval: Duration) { self.interval = interval }

    /// The delay after an answer, changed or not: the interval, never before the answer expires, and up to a tenth
    /// of the interval (at most a minute) more, so that many sources do not ask at one moment.
    ///
    /// - Parameters:
    ///   - freshness: What the upstream said; counts for at most 24 h.
    ///   - generator: Where chance comes from.
    /// - Returns: The delay; never less than the upstream asked for.
    public func delay(
        after freshness: Freshness, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let asked = max(freshness.lifetime ?? .zero, freshness.retryAfter ?? .zero)
        let spread = min(interval / 10, .seconds(60))
        return max(interval, min(asked, Patience.longest)) + spread * chance(&generator)
    }

    /// The delay after failures in a row: 30 s, doubling up to an hour (or the interval, if that is longer), within a
    /// quarter more or less; never before the upstream allows, and not sooner than the interval when trying again
    /// soon is of no use.
    ///
    /// - Parameters:
    ///   - failures: How many in a row, 1 or more.
    ///   - failure: The last one.
    ///   - generator: Where chance comes from.
    /// - Returns: The delay.
    public func delay(
        after failures: Int, _ failure: FetchFailure, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let start = failure.reason.isPassing ? min(interval, Patience.first) : interval
        let ceiling = max(interval, Patience.ceiling)
        let grown = min(start * (1 << min(max(failures - 1, 0), 30)), ceiling)
        let shaken = grown * (0.75 + 0.5 * chance(&generator))
        return max(shaken, floor(failure) * (1 + 0.1 * chance(&generator)))
    }

    /// The delay of the first attempt after a start: what is left of the stored plan, 0…interval, so that neither a
    /// restart nor a wrong clock makes a storm or a gap.
    ///
    /// - Parameters:
    ///   - planned: The stored moment; `nil` asks at once.
    ///   - now: The wall clock.
    /// - Returns: The delay.
    public func delay(toward planned: UTC?, at now: UTC) -> Duration {
        guard let planned else { return .zero }
        return min(max(planned - now, .zero), interval)
    }

    /// The delay of a source that is due when the machine wakes or gets its route back: anywhere in a minute, or in
    /// the interval, if that is shorter.
    ///
    /// - Parameter generator: Where chance comes from.
    /// - Returns: The delay.
    public func delay(awakening generator: inout some RandomNumberGenerator) -> Duration {
        min(interval, .seconds(60)) * chance(&generator)
    }

    /// What the upstream asks for: its Retry-After, or a minute after a bare 429.
    private func floor(_ failure: FetchFailure) -> Duration {
        let unsaid: Duration = failure.httpStatus == 429 ? .seconds(60) : .zero
        return min(max(failure.retryAfter ?? unsaid, .zero), Patience.longest)
    }

    private func chance(_ generator: inout some RandomNumberGenerator) -> Double {
        Double.random(in: 0..<1, using: &generator)
    }
}
