import Reactive
import Records
import Refreshing
import Storing
import Systemd

/// Runs the queries of calls and subscribers on a worker of their own, slice by slice, in turn between lanes
/// and users.
///
/// The worker that commits never waits for a reader. A query whose connection ended is dropped at once, or
/// interrupted if it is running. Answers come in the order of the log: the changes that an answer includes
/// were sent by `Broadcast` before.
final class QueryScheduler {
    /// The number of jobs given to the worker at a time: one that runs, and one that it can begin without
    /// waiting for the loop.
    private static let depth = 2

    /// The errors that call the store into question.
    var doubts: PassthroughSubject<StoreError, Never> { worker.doubts }
    /// Fires when the indexes are damaged and must be rebuilt.
    let indexDamaged = PassthroughSubject<Void, Never>()
    /// The counts since the start.
    private(set) var counts = Counts()

    private let worker: DataWorker<QueryContext>
    private let store: DataWorker<StoreContext>
    private let sentEnd: () -> Int64
    private var queue = FairQueue<QueryJob>(lanes: QueryLane.allCases.count)
    private var running = 0

    /// The counts since the start.
    struct Counts {
        /// The number of slices given to the worker.
        var slices = 0
        /// The number of queries that were cancelled before the answer.
        var cancelled = 0
    }

    /// Starts the worker.
    ///
    /// - Parameters:
    ///   - directory: The directory of the store, which must be open.
    ///   - store: The worker that commits.
    ///   - inUse: The database file that this worker has open.
    ///   - sentEnd: Returns the number of the last change that was sent to subscribers.
    ///   - loop: The loop on which answers are delivered.
    /// - Throws: An error if no descriptor or thread is available.
    init(
        _ directory: String, beside store: DataWorker<StoreContext>, _ inUse: DatabaseInUse,
        sentEnd: @escaping () -> Int64, on loop: EventLoop
    ) throws(SystemError) {
        self.store = store
        self.sentEnd = sentEnd
        worker = try DataWorker(
            "reading", on: loop, interruptible: { QueryContext(directory, inUse, isForgotten: $0) })
    }

    /// Runs a query, never synchronously.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - user: The user for whom it runs.
    ///   - lane: The lane in which it waits.
    ///   - isWanted: Called before each slice; if it returns false, the query is dropped like a cancelled
    ///     one.
    ///   - then: Called with the answer, or the reason why there is none.
    /// - Returns: A token that cancels the query when released; `then` is not called then.
    func run<Q: Query>(
        _ query: Q, for user: UInt32, in lane: QueryLane, while isWanted: @escaping () -> Bool = { true },
        then: @escaping (Result<Q.Answer, any Error>) -> Void
    ) -> AnyCancellable {
        let job = QueryJob(of: user, in: lane, while: isWanted)
        wait(job, query, then)
        dispatch()
        return AnyCancellable { [weak self] in self?.cancel(job) }
    }

    /// Reopens the store before the next slice, after an error.
    func reopen() { worker.run({ $0.forget() }, then: { _ in }) }

    /// Ends the worker; waiting queries are not answered.
    func finish() { worker.finish() }

    private func wait<Q: Query>(
        _ job: QueryJob, _ query: Q, _ then: @escaping (Result<Q.Answer, any Error>) -> Void
    ) {
        job.start = { [unowned self] job in start(job, query, then) }
        job.state = .waiting(queue.append(job, of: job.user, lane: job.lane.rawValue))
    }

    /// Gives the worker as many jobs as it may have at a time.
    private func dispatch() {
        while running < Self.depth, let job = queue.popFirst() {
            if job.isWanted() { job.start.take()?(job) } else { drop(job) }
        }
    }

    private func drop(_ job: QueryJob) {
        job.state = .over
        job.start = nil
        counts.cancelled += 1
    }

    private func start<Q: Query>(
        _ job: QueryJob, _ query: Q, _ then: @escaping (Result<Q.Answer, any Error>) -> Void
    ) {
        running += 1
        counts.slices += 1
        let ticket = worker.run { desk in
            var query = query
            let answer = try query.advance(desk)
            return Slice(
                query: query, answer: answer, end: answer == nil ? 0 : try desk.reader().bounds().end)
        } then: { [unowned self] result in
            running -= 1
            ran(job, result, then)
            dispatch()
        }
        job.state = .running(ticket)
    }

    private func ran<Q: Query>(
        _ job: QueryJob, _ result: Result<Slice<Q>, any Error>,
        _ then: @escaping (Result<Q.Answer, any Error>) -> Void
    ) {
        switch result {
        case .success(let slice):
            guard let answer = slice.answer else { return wait(job, slice.query, then) }
            deliver(job, seen: slice.end) { then(.success(answer)) }
        case .failure(let error):
            if let error = error as? StoreError, error.isIndexDamage { indexDamaged.send(()) }
            job.state = .over
            then(.failure(error))
        }
    }

    /// Delivers an answer that includes changes up to `end`, after all of them were sent to subscribers.
    ///
    /// The changes are committed already, and jobs of the store worker end in order: once its next job ends,
    /// they have been sent.
    private func deliver(_ job: QueryJob, seen end: Int64, _ then: @escaping () -> Void) {
        guard end > sentEnd() else {
            job.state = .over
            return then()
        }
        job.state = .held
        store.run(priority: .urgent) { _ in
        } then: { _ in
            guard case .held = job.state else { return }
            job.state = .over
            then()
        }
    }

    private func cancel(_ job: QueryJob) {
        switch job.state {
        case .over: return
        case .waiting(let ticket): queue.remove(ticket)
        case .running(let ticket):
            worker.forget(ticket)
            running -= 1
        case .held: break
        }
        drop(job)
        dispatch()
    }
}

/// The result of one slice.
private nonisolated struct Slice<Q: Query>: Sendable {
    let query: Q
    /// The answer; `nil` if another slice must follow.
    let answer: Q.Answer?
    /// The end of the log when the answer was complete, which includes the answer's changes; 0 without an
    /// answer.
    let end: Int64
}

/// A query from its request until it is answered or cancelled.
private final class QueryJob {
    enum State {
        case waiting(FairQueue<QueryJob>.Ticket)
        case running(JobTicket)
        /// The answer is ready, but includes changes that were not sent yet.
        case held
        case over
    }

    let user: UInt32
    let lane: QueryLane
    let isWanted: () -> Bool
    var state = State.over
    /// Gives the next slice to the worker.
    var start: ((QueryJob) -> Void)?

    init(of user: UInt32, in lane: QueryLane, while isWanted: @escaping () -> Bool) {
        self.user = user
        self.lane = lane
        self.isWanted = isWanted
    }
}
