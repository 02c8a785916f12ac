import Reactive
import Records
import Refreshing
import Varlink

extension Interface {
    /// Answers a call with a query when its turn comes; the query is cancelled if the connection ends. Fails
    /// the call if too many calls are waiting.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - call: The call to answer.
    ///   - effort: The expected amount of work.
    ///   - then: Called with the answer, unless the call is over; if the query fails, the call fails.
    func run<Q: Query>(
        _ query: Q, for call: Call, _ effort: QueryEffort, then: @escaping (Q.Answer) -> Void
    ) {
        // A oneway call has no reply.
        if call.isOneway { return call.reply() }
        guard !call.isOver else { return }
        let isReserved = call.channel.isPrivileged
        switch limits.admit(call.channel.uid, isReserved: isReserved) {
        case .refused(let limit):
            counters.countRefusedCall()
            call.fail("io.almanac.TooManyCalls", ["limit": .int(limit)])
        case .admitted(let admission):
            run(query, for: call, in: QueryLane(effort, isReserved: isReserved)) {
                admission.cancel()
                then($0)
            }
        }
    }

    /// Runs the query for the next page of a call, which was admitted with its first page.
    func `continue`<Q: Query>(
        _ query: Q, for call: Call, _ effort: QueryEffort, then: @escaping (Q.Answer) -> Void
    ) {
        guard !call.isOver else { return }
        let isReserved = call.channel.isPrivileged
        run(query, for: call, in: QueryLane(effort, isReserved: isReserved), then: then)
    }

    private func run<Q: Query>(
        _ query: Q, for call: Call, in lane: QueryLane, then: @escaping (Q.Answer) -> Void
    ) {
        let isWanted = { [channel = call.channel] in !channel.hasHungUp }
        let running = queries.run(query, for: call.channel.uid, in: lane, while: isWanted) { [self] result in
            guard !call.isOver else { return }
            switch result {
            case .success(let answer): then(answer)
            case .failure: end(call, result) { _ in .null }
            }
        }
        call.wait(for: running)
    }
}
