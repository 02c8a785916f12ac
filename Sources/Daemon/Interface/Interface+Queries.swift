import Reactive
import Records
import Refreshing
import Storing
import Varlink

extension Interface {
    /// Answers a call with a list: its first page is the answer of a query, and the others are read when they
    /// are sent. `isPartial` says whether records may be missing; they may also be if the indexes are emptied
    /// meanwhile.
    func list<Q: Query>(_ name: String, _ query: Q, in pages: ListQuery, isPartial: Bool, for call: Call)
    where Q.Answer == ListPage {
        run(query, for: call, .searching) { [self, before = indexing.replacements] page in
            let mayLack = isPartial || indexing.replacements != before
            guard accepts(mayLack, call) else { return }
            send(page, ListReply(name, isPartial: mayLack, to: call), pages, call)
        }
    }

    /// Sends a page of a list, and those that follow.
    func send(_ page: ListPage, _ reply: ListReply, _ pages: ListQuery, _ call: Call) {
        reply.send(page)
        guard !page.rest.isEmpty, !call.isOver else { return }
        let size = page.rest.count * MemoryLayout<Finder.Hit>.stride
        reply.hold { turns.hold(size, for: call.channel) }
        `continue`(pages.continued(with: page.rest), for: call, .searching) { [self] in
            send($0, reply, pages, call)
        }
    }

    /// Sends a page of a query and, to a call with `more`, those that follow.
    func send<Q: PagedQuery>(_ page: Q.Answer, of query: Q, _ effort: QueryEffort, _ call: Call) {
        guard hasRoom(call) else { return proceed(query, effort, call) }
        guard call.wantsMore, let next = page.next else { return call.reply(bytes: page.reply) }
        call.stream(bytes: page.reply)
        proceed(query.continued(at: next), effort, call)
    }

    private func proceed<Q: PagedQuery>(_ query: Q, _ effort: QueryEffort, _ call: Call) {
        whenDrained(call) { [self] in
            `continue`(query, for: call, effort) { [self] in send($0, of: query, effort, call) }
        }
    }

    /// Whether a page may be sent: meanwhile, other connections of the user may have been sent pages. A call
    /// with a single reply never waits.
    private func hasRoom(_ call: Call) -> Bool { !call.wantsMore || call.channel.hasRoom }

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
        guard let admission = admit(call) else { return }
        run(query, for: call, effort, hasBegun: false) {
            admission.cancel()
            then($0)
        }
    }

    /// Admits a call that must wait. Ends the call if too many are waiting, or if it has no reply.
    ///
    /// - Returns: A token, until whose cancellation the call counts among those that wait; `nil` if the call
    ///   is over.
    func admit(_ call: Call) -> AnyCancellable? {
        guard !call.isOneway else {
            call.reply()
            return nil
        }
        guard !call.isOver else { return nil }
        switch limits.admit(call.channel.uid, isReserved: call.channel.isPrivileged) {
        case .admitted(let admission): return admission
        case .refused(let limit):
            counters.countRefusedCall()
            call.fail("io.almanac.TooManyCalls", ["limit": .int(limit)])
            return nil
        }
    }

    /// Runs the query for the next page of a call, which was admitted with its first page.
    func `continue`<Q: Query>(
        _ query: Q, for call: Call, _ effort: QueryEffort, then: @escaping (Q.Answer) -> Void
    ) {
        guard !call.isOver else { return }
        run(query, for: call, effort, hasBegun: true, then: then)
    }

    private func run<Q: Query>(
        _ query: Q, for call: Call, _ effort: QueryEffort, hasBegun: Bool, then: @escaping (Q.Answer) -> Void
    ) {
        let lane = QueryLane(effort, isReserved: call.channel.isPrivileged)
        guard effort == .searching else { return run(query, for: call, in: lane, then: then) }
        whenItIsTurn(of: call, hasBegun: hasBegun) { [self] turn in
            run(query, for: call, in: lane, turn, then: then)
        }
    }

    /// Waits until the client has read everything that was sent, its user has room for more unread replies,
    /// and no other long call of the user runs.
    private func whenItIsTurn(of call: Call, hasBegun: Bool, then: @escaping (AnyCancellable) -> Void) {
        whenDrained(call) { [self] in
            turns.wait(for: call, hasBegun: hasBegun) { [self] turn in
                // Other calls may have filled the room meanwhile.
                guard call.isReady else {
                    turn.cancel()
                    return whenItIsTurn(of: call, hasBegun: hasBegun, then: then)
                }
                then(turn)
            }
        }
    }

    /// Continues once the client has read everything that was sent and its user's connections have little
    /// unsent data.
    func whenDrained(_ call: Call, _ next: @escaping () -> Void) {
        guard !call.isReady else { return next() }
        call.wait(for: call.drained.first().sink { next() })
    }

    private func run<Q: Query>(
        _ query: Q, for call: Call, in lane: QueryLane, _ turn: AnyCancellable? = nil,
        then: @escaping (Q.Answer) -> Void
    ) {
        let isWanted = { [channel = call.channel] in !channel.hasHungUp }
        let running = queries.run(query, for: call.channel.uid, in: lane, while: isWanted) { [self] result in
            // The next call reads the store while this one's answer is sent.
            defer { turn?.cancel() }
            guard !call.isOver else { return }
            switch result {
            case .success(let answer): then(answer)
            case .failure: finish(call, result) { _ in .null }
            }
        }
        call.wait(
            for: AnyCancellable {
                running.cancel()
                turn?.cancel()
            })
    }
}
