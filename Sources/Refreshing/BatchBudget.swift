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
    /// The time in which sources that become due share a request: that for which a source collects reasons to
    /// wake, and as much again.
    private static let together: Duration = .milliseconds(20)

    /// The interval of the timer.
    let interval: Duration
    /// The number of requests that fetch all sources once.
    let requests: Int
    private var bucket: TokenBucket
    /// The moment of the last request, and the number of further sources that it can fetch.
    private var last: (moment: LoopTime, room: Int)?

    /// Creates a budget of which as much is saved as can be.
    ///
    /// - Parameters:
    ///   - interval: The interval of the timer.
    ///   - requests: The number of requests that fetch all sources once.
    init(interval: Duration, requests: Int) {
        self.interval = interval
        self.requests = requests
        let pace = interval / max(1, requests)
        let perDay = Duration.seconds(86_400) / pace
        bucket = TokenBucket(capacity: max(requests, Int(perDay / 4)), interval: pace)
    }

    /// Returns the budget of other sources, of which the same share is left.
    func adapted(to interval: Duration, requests: Int, at now: LoopTime) -> BatchBudget {
        if interval == self.interval, requests == self.requests { return self }
        var other = BatchBudget(interval: interval, requests: requests)
        other.bucket.setLevel(bucket.level(at: now), at: now)
        return other
    }

    /// Takes a request for a source, or a place in one of others that is about to be sent.
    ///
    /// - Parameters:
    ///   - size: The number of sources that a request can fetch.
    ///   - isForced: Whether it is sent even if that is not permitted; those that follow then wait longer.
    ///   - now: The time now.
    /// - Returns: `nil` if that is permitted; otherwise the time until it is.
    mutating func take(of size: Int, isForced: Bool, at now: LoopTime) -> Duration? {
        if let last, last.room > 0, now - last.moment < BatchBudget.together {
            self.last = (last.moment, last.room - 1)
            return nil
        }
        if isForced { bucket.charge(at: now) } else if let rest = bucket.take(at: now) { return rest }
        last = (now, size - 1)
        return nil
    }

    /// Returns the part of its budget that a source may plan requests for: all of it while the requests of all
    /// sources coincide, so that nothing is used up, and the less the less is left, down to an equal share.
    ///
    /// A source without a rhythm finds publications by the number of requests alone, and gives up fewer of them.
    func share(of own: RequestBudget, isLearned: Bool, members: Int, at now: LoopTime) -> RequestBudget {
        let used = 1 - max(0, bucket.level(at: now))
        let sharing = pow(Double(max(1, members / max(1, requests))), isLearned ? used : used / 2)
        return RequestBudget(interval: own.interval * sharing)
    }
}
