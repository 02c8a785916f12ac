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

    /// Takes a token.
    ///
    /// - Returns: `nil` if that is permitted; otherwise the time until it is, and no token is taken.
    package mutating func take(at now: LoopTime) -> Duration? {
        let start = max(full ?? now, now)
        let wait = start - now - interval * (capacity - 1)
        guard wait <= .zero else { return wait }
        full = start + interval
        return nil
    }

    /// Creates a bucket with some tokens.
    init(capacity: Int, interval: Duration, tokens: Int, at now: LoopTime) {
        self.init(capacity: capacity, interval: interval)
        full = now + interval * (capacity - tokens)
    }

    /// The share of the tokens that are left, 0...1.
    func level(at now: LoopTime) -> Double {
        let missing = max(.zero, (full ?? now) - now) / interval
        return max(0, 1 - missing / Double(capacity))
    }

    /// Whether the bucket is full.
    package func isFull(at now: LoopTime) -> Bool { full.map { $0 <= now } ?? true }
}
