public import Records

/// Computes when to contact an upstream again.
///
/// All delays count from now. The caller passes the random number generator, so that tests are deterministic.
public nonisolated struct BackoffPolicy: Hashable, Sendable {
    /// The longest delay that an upstream can demand.
    public static let longest = Freshness.longestDelay
    /// The first delay after a passing failure; it doubles with every further failure.
    public static let first: Duration = .seconds(30)
    /// The upper limit of delays after failures, unless the interval is longer.
    public static let ceiling: Duration = .seconds(3600)

    /// The refresh interval of the source.
    public let interval: Duration
    /// The first delay after a passing failure of this source.
    private let first: Duration
    /// The upper limit of its delays after failures, unless the interval is longer and it is no connection.
    private let ceiling: Duration

    /// Creates the backoff rules of a source with this interval.
    public init(interval: Duration) {
        self.interval = interval
        first = BackoffPolicy.first
        ceiling = max(interval, BackoffPolicy.ceiling)
    }

    /// Creates the backoff rules of a permanent connection: a second, doubling up to a minute.
    public init(connecting interval: Duration) {
        self.interval = interval
        first = .seconds(1)
        ceiling = .seconds(60)
    }

    /// Returns the delay after an answer, changed or not: the interval, never less than the lifetime of the
    /// answer, plus a random spread of up to a tenth of the interval (at most a minute), so that many sources
    /// do not send requests at the same time.
    ///
    /// - Parameters:
    ///   - freshness: The freshness stated by the upstream; at most 24 h are respected.
    ///   - generator: The random number generator.
    /// - Returns: The delay; never less than the upstream demands.
    public func delay(
        after freshness: Freshness, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let asked = max(freshness.lifetime ?? .zero, freshness.retryAfter ?? .zero)
        let spread = min(interval / 10, .seconds(60))
        return max(interval, min(asked, BackoffPolicy.longest)) + spread * chance(&generator)
    }

    /// Returns the delay of a request that was not sent because its host asked this machine to wait: the rest
    /// of that time, plus a random spread of up to a tenth of the interval, at most a minute.
    ///
    /// - Parameters:
    ///   - rest: The remaining time; `nil` if it is unknown, for the interval.
    ///   - generator: The random number generator.
    /// - Returns: The delay.
    public func delay(
        waiting rest: Duration?, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let spread = min(interval / 10, .seconds(60))
        return min(rest ?? interval, BackoffPolicy.longest) + spread * chance(&generator)
    }

    /// Returns the delay after consecutive failures: 30 s, doubling up to an hour (or the interval, if that
    /// is longer), randomised by a quarter; never less than the upstream demands, and not less than the
    /// interval if a retry soon cannot succeed.
    ///
    /// - Parameters:
    ///   - failures: The number of consecutive failures, at least 1.
    ///   - failure: The last failure.
    ///   - generator: The random number generator.
    /// - Returns: The delay.
    public func delay(
        after failures: Int, _ failure: FetchFailure, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let start = failure.reason.isTransient ? min(interval, first) : interval
        let ceiling = failure.reason.isTransient ? ceiling : max(interval, ceiling)
        let grown = min(start * (1 << min(max(failures - 1, 0), 30)), ceiling)
        let shaken = grown * (0.75 + 0.5 * chance(&generator))
        return max(shaken, floor(failure) * (1 + 0.1 * chance(&generator)))
    }

    /// Returns the delay of the first attempt after a start: the remaining part of the stored plan,
    /// 0…interval, so that neither a restart nor a wrong clock causes a burst or a gap.
    ///
    /// - Parameters:
    ///   - planned: The stored time; `nil` for an attempt at once.
    ///   - now: The current time.
    /// - Returns: The delay.
    public func delay(toward planned: UTC?, at now: UTC) -> Duration {
        guard let planned else { return .zero }
        return min(max(planned - now, .zero), interval)
    }

    /// Returns the delay of a source that is due when the machine resumes or regains its route: random within
    /// a minute, or within the interval if that is shorter.
    ///
    /// - Parameter generator: The random number generator.
    /// - Returns: The delay.
    public func delay(awakening generator: inout some RandomNumberGenerator) -> Duration {
        min(interval, .seconds(60)) * chance(&generator)
    }

    /// Returns the delay that the upstream demands: its Retry-After, or a minute after a 429 without one.
    private func floor(_ failure: FetchFailure) -> Duration {
        let unsaid: Duration = failure.httpStatus == 429 ? .seconds(60) : .zero
        return min(max(failure.retryAfter ?? unsaid, .zero), BackoffPolicy.longest)
    }

    private func chance(_ generator: inout some RandomNumberGenerator) -> Double {
        Double.random(in: 0..<1, using: &generator)
    }
}
