package import Reactive

/// A rate limit that permits a burst, then one attempt per interval.
package nonisolated struct TokenBucket: Sendable {
    /// The size of the burst.
    let capacity: Int
    /// The interval after which one more is permitted.
    let interval: Duration
    /// The moment at which the bucket is full again; `nil` before first use.
    private var full: LoopTime?

    package init(capacity: Int, interval: Duration) {
        self.capacity = capacity
        self.interval = interval
    }

    /// Consumes a token.
    ///
    /// - Returns: `nil` if that is permitted; otherwise the time until it is, and no token is consumed.
    package mutating func consume(at now: LoopTime) -> Duration? {
        let start = max(full ?? now, now)
        let wait = start - now - interval * (capacity - 1)
        guard wait <= .zero else { return wait }
        full = start + interval
        return nil
    }

    /// Consumes a token even if there is none, so that the wait for the next one is longer.
    mutating func charge(at now: LoopTime) { full = max(full ?? now, now) + interval }

    /// The share of the tokens that are left; negative if more were taken than there were.
    func level(at now: LoopTime) -> Double {
        1 - max(.zero, (full ?? now) - now) / (interval * capacity)
    }

    /// Leaves a share of the tokens.
    mutating func setLevel(_ level: Double, at now: LoopTime) {
        full = now + interval * capacity * (1 - level)
    }

    /// Whether the bucket is full.
    package func isFull(at now: LoopTime) -> Bool { full.map { $0 <= now } ?? true }
}
