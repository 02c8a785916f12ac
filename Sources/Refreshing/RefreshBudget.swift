import Reactive

/// A limit on the attempts that clients request, for all users together: three at once, then one per
/// interval. Root and the group almanac may request ten times as many, from a budget that others cannot
/// exhaust.
nonisolated struct RefreshBudget: Sendable {
    private static let capacity = 3
    private static let privilege = 10

    private var ordinary: TokenBucket
    private var privileged: TokenBucket

    /// Creates a full budget.
    ///
    /// - Parameter interval: The interval between fetches of the source.
    init(interval: Duration) {
        ordinary = TokenBucket(capacity: Self.capacity, interval: interval)
        privileged = TokenBucket(
            capacity: Self.capacity * Self.privilege, interval: interval / Self.privilege)
    }

    /// Consumes an attempt of the budget.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - isPrivileged: Whether root or a member of the group requests it.
    /// - Returns: `nil` if the attempt is permitted; otherwise the time until it is.
    mutating func consume(at now: LoopTime, isPrivileged: Bool) -> Duration? {
        isPrivileged ? privileged.consume(at: now) : ordinary.consume(at: now)
    }
}
