/// One thread beside the loop, for what waits for a disk or computes for long; answers come back on the loop.
///
/// It owns a state that is made, used and let go on that thread only. Jobs run one at a time, in
/// order; those of `.idle` only when no other waits. Only `Sendable` values cross.
///
///     let store = try Worker("store", on: loop) { try Store.open(directory: path, at: start) }
///     store.run { $0.end } then: { end in … }
public final class Worker<State> {
    /// Before what it watches: it must end first, since a process that is being made may hold that open.
    private var watch: IOWatch?
    private let jobs: JobQueue<State>
    private var thread: WorkerThread?
    private var waiting: [UInt64: (any Sendable) -> Void] = [:]
    private var last: UInt64 = 0

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: The thread's name, up to 15 bytes.
    ///   - loop: Where the answers come.
    ///   - rank: What it is to others that want a processor.
    ///   - make: Makes the state, on the thread, before the first job. When it throws, every job fails with that.
    /// - Throws: When there is no descriptor or thread left.
    public init(
        _ name: String, on loop: EventLoop, rank: WorkerRank = .normal,
        _ make: @escaping @Sendable () throws -> State
    ) throws(SystemError) {
        let jobs = try JobQueue<State>()
        self.jobs = jobs
        thread = try WorkerThread(name, rank, stop: { jobs.close() }, body: { jobs.serve(make) })
        watch = try loop.watch(jobs.bell, for: .reading) { [unowned self] _ in deliver() }
    }

    /// Has a job done on the thread; one that comes after `finish` is dropped.
    ///
    /// - Parameters:
    ///   - priority: When it may run.
    ///   - job: What to do with the state; it must leave nothing of it behind in what it captures.
    ///   - then: Called on the loop with the answer, in the order in which the jobs were done.
    /// - Returns: A ticket for `forget`.
    @discardableResult
    public func run<T: Sendable>(
        priority: JobPriority = .normal, _ job: @escaping @Sendable (State) throws -> T,
        then: @escaping (Result<T, any Error>) -> Void
    ) -> JobTicket {
        last += 1
        guard thread != nil else { return JobTicket(number: last) }
        waiting[last] = { answer in
            guard let result = answer as? Result<T, any Error> else {
                preconditionFailure("a job has another's answer")
            }
            then(result)
        }
        jobs.add(last, priority) { state in Result { try job(state.get()) } }
        return JobTicket(number: last)
    }

    /// Lets go of `then` at once; the job is not done if it has not begun.
    public func forget(_ ticket: JobTicket) {
        guard waiting.removeValue(forKey: ticket.number) != nil else { return }
        jobs.remove(ticket.number)
    }

    /// Does all jobs that wait, hands over their answers, and ends the thread; nothing is done afterwards.
    public func finish() {
        guard thread != nil else { return }
        thread = nil
        watch = nil
        deliver()
    }

    private func deliver() {
        for (number, answer) in jobs.takeDone() { waiting.removeValue(forKey: number)?(answer) }
    }
}

/// Names a job that a worker has been given.
public nonisolated struct JobTicket: Hashable, Sendable {
    fileprivate let number: UInt64
}
