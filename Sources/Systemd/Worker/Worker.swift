/// A thread next to the loop for work that waits for a disk or computes for long; results are delivered on
/// the loop.
///
/// The thread owns a state, which is created, used and released only there. Jobs run one at a time, in order;
/// `.idle` jobs only when no other waits. Only `Sendable` values cross threads.
///
///     let store = try Worker("store", on: loop) { try Store.open(directory: path, at: start) }
///     store.run { $0.end } then: { end in … }
@MainActor
public final class Worker<State> {
    /// The watch must end before what it watches, since a process that is being created may hold the
    /// descriptor open.
    private var watch: IOWatch?
    private let jobs: JobQueue
    private var thread: WorkerThread?
    private var waiting: [UInt64: (any Sendable) -> Void] = [:]
    private var last: UInt64 = 0

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: The thread's name, up to 15 bytes.
    ///   - loop: The loop on which results are delivered.
    ///   - rank: The thread's claim to a processor.
    ///   - make: A function that creates the state, on the thread, before the first job. If it throws,
    ///     every job fails with that error.
    /// - Throws: `SystemError` if no descriptor or thread is available.
    public convenience init(
        _ name: String, on loop: EventLoop, rank: WorkerRank = .normal,
        _ make: @escaping @Sendable () throws -> State
    ) throws(SystemError) {
        try self.init(name, on: loop, rank: rank, interruptible: { _ in try make() })
    }

    /// Starts a thread whose state can check whether the running job is still wanted.
    ///
    /// - Parameters:
    ///   - name: The thread's name, up to 15 bytes.
    ///   - loop: The loop on which results are delivered.
    ///   - rank: The thread's claim to a processor.
    ///   - make: A function that creates the state, on the thread. Its argument returns whether the running
    ///     job was forgotten; a long job should then throw, since its result is not delivered.
    /// - Throws: `SystemError` if no descriptor or thread is available.
    public init(
        _ name: String, on loop: EventLoop, rank: WorkerRank = .normal,
        interruptible make:
            @escaping @Sendable (_ isForgotten: @escaping @Sendable () -> Bool) throws -> State
    ) throws(SystemError) {
        let jobs = try JobQueue()
        self.jobs = jobs
        thread = try WorkerThread(
            name, rank, stop: { jobs.close() },
            body: { jobs.serve(OwnState { try make { jobs.isRunningJobForgotten } }) })
        watch = try loop.watch(jobs.bell, for: .reading) { [unowned self] _ in deliver() }
    }

    /// Ends the watch before the descriptor is closed.
    isolated deinit {
        watch?.cancel()
    }

    /// Runs a job on the thread; drops it after `finish`.
    ///
    /// - Parameters:
    ///   - priority: The priority of the job.
    ///   - job: A function that receives the state; it must not store any part of the state in captured
    ///     variables.
    ///   - then: A function that is called on the loop with the result, in the order in which jobs were
    ///     run.
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
        jobs.add(last, priority) { state in Result { try job(state.get(State.self)) } }
        return JobTicket(number: last)
    }

    /// Returns whether another job than an idle one waits, or the end: a long job should then end soon and go
    /// on later. Callable on the thread.
    public var isAwaited: @Sendable () -> Bool { { [jobs] in jobs.isAwaited } }

    /// Releases `then` at once. A job that has not begun is dropped; a running job can check whether it was
    /// forgotten.
    public func forget(_ ticket: JobTicket) {
        guard waiting.removeValue(forKey: ticket.number) != nil else { return }
        jobs.remove(ticket.number)
    }

    /// Runs all waiting jobs, delivers their results, and ends the thread; later jobs are dropped.
    public func finish() {
        guard thread != nil else { return }
        thread = nil
        watch = nil
        deliver()
    }

    private func deliver() {
        for (number, answer) in jobs.drainDone() { waiting.removeValue(forKey: number)?(answer) }
    }
}

/// The identity of a job of a worker.
public nonisolated struct JobTicket: Hashable, Sendable {
    fileprivate let number: UInt64
}
