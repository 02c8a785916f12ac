import Reactive
import Records
import Rhythm

/// The account of a batch: on average its scheduled requests are no more than a timer sends, and in any 24
/// hours no more than 1.25 times as many.
///
/// One plan serves the publications that all sources of the batch expect; see `SharedPlan`.
nonisolated struct BatchAccount {
    /// The time in which sources that become due share a request: that for which a source collects reasons to
    /// wake, and as much again.
    private static let together: Duration = .milliseconds(20)

    /// The maximum number of sources in a request.
    let size: Int
    /// The requests.
    var requests = RequestAccount(budget: RequestBudget(interval: .seconds(3600)), isShared: true)
    /// The moment of the last request, and the number of further sources that it can fetch.
    private var last: (moment: LoopTime, room: Int)?

    /// Creates an account without any requests.
    ///
    /// - Parameter size: The maximum number of sources in a request.
    init(size: Int) { self.size = size }

    /// Adapts the budget to that of the source with the shortest interval, for each request of so many
    /// sources as fit.
    ///
    /// - Parameters:
    ///   - count: The number of sources.
    ///   - interval: The shortest interval of them.
    mutating func adapt(to count: Int, every interval: Duration) {
        let parts = max(1, (count + size - 1) / size)
        requests.adapt(to: RequestBudget(interval: interval / parts), isShared: count > 1)
    }

    /// Reserves a place in a request that is about to be sent.
    ///
    /// - Returns: Whether there is one.
    mutating func reservePlace(at now: LoopTime) -> Bool {
        guard let last, last.room > 0, now - last.moment < BatchAccount.together else { return false }
        self.last = (last.moment, last.room - 1)
        return true
    }

    /// Charges a request, which is sent now.
    ///
    /// - Parameters:
    ///   - moment: The time by the wall clock.
    ///   - now: The time of the loop.
    mutating func chargeRequest(at moment: UTC, _ now: LoopTime) {
        requests.record(at: moment)
        last = (now, size - 1)
    }
}
