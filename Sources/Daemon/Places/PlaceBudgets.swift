import Reactive
import Refreshing

/// A user on whose behalf place services are queried.
nonisolated struct PlaceUser: Hashable, Sendable {
    let uid: UInt32
    /// Whether the user is root or a member of the group almanac.
    let isPrivileged: Bool
}

/// The limits on each user's queries of place services: 60 at once, then one every five seconds; root and the
/// group ten times as many. Cached answers cost nothing.
final class PlaceBudgets {
    private static let capacity = 60
    private static let interval: Duration = .seconds(5)
    private static let privilege = 10
    /// The number of users at which those with a full budget are removed.
    private static let many = 64

    private let scheduler: AnyScheduler
    private var buckets: [PlaceUser: TokenBucket] = [:]

    init(by scheduler: AnyScheduler) { self.scheduler = scheduler }

    /// Consumes a query of a user's budget.
    ///
    /// - Returns: `nil` if the query is permitted; otherwise the time until it is.
    func consume(for user: PlaceUser) -> Duration? {
        let now = scheduler.now
        if buckets.count >= Self.many { buckets = buckets.filter { !$0.value.isFull(at: now) } }
        let factor = user.isPrivileged ? Self.privilege : 1
        var bucket =
            buckets[user] ?? TokenBucket(capacity: Self.capacity * factor, interval: Self.interval / factor)
        let wait = bucket.consume(at: now)
        buckets[user] = bucket
        return wait
    }
}
