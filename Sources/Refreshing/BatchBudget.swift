import Glibc
import Reactive
import Records
import Rhythm

/// The budget of the scheduled requests of a batch: on average no more than a timer sends, and in any 24 hours
/// no more than 1.25 times as many.
///
/// Each source plans requests for itself. They follow the union of these plans: a source whose request is not
/// in the budget waits, and the less is left, the fewer requests each source plans.
nonisolated struct BatchBudget {
    /// The interval of the timer.
    let interval: Duration
    /// The number of requests that fetch all sources once.
    let requests: Int
    private var bucket: TokenBucket

    /// Creates a budget that permits one request for each source, and of which nothing else is saved.
    ///
    /// - Parameters:
    ///   - interval: The interval of the timer.
    ///   - requests: The number of requests that fetch all sources once.
    ///   - now: The time now.
    init(interval: Duration, requests: Int, at now: LoopTime) {
        self.interval = interval
        self.requests = requests
        let pace = interval / max(1, requests)
        let perDay = Duration.seconds(86_400) / pace
        bucket = TokenBucket(
            capacity: max(requests, Int(perDay / 4)), interval: pace, tokens: requests, at: now)
    }

    /// Takes a request.
    ///
    /// - Returns: `nil` if that is permitted; otherwise the time until it is.
    mutating func take(at now: LoopTime) -> Duration? { bucket.take(at: now) }

    /// Returns the part of its budget that a source may plan requests for: all of it while the requests of all
    /// sources coincide, an equal share if none do, and less the less is left.
    func share(of own: RequestBudget, members: Int, at now: LoopTime) -> RequestBudget {
        let sharing = pow(Double(max(1, members / max(1, requests))), 1 - bucket.level(at: now))
        return RequestBudget(interval: own.interval * sharing)
    }
}
