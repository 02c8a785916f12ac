package import Reactive
package import Storing
package import Systemd

/// A worker that uses the store. If a job fails in a way that casts doubt on the store, the worker publishes
/// the error before it delivers the result of the job.
package final class DataWorker<State: WorkerContext> {
    /// The errors of jobs that cast doubt on the store; see `StoreError.isSuspicious` and `isLoss`.
    package let doubts = PassthroughSubject<StoreError, Never>()
    private let worker: Worker<State>

    /// Starts the worker; see `Worker`.
    package init(
        _ name: String, on loop: EventLoop, rank: WorkerRank = .normal,
        _ make: @escaping @Sendable () throws -> State
    ) throws(SystemError) {
        worker = try Worker(name, on: loop, rank: rank, make)
    }

    /// Starts a worker whose jobs can be interrupted; see `Worker`.
    package init(
        _ name: String, on loop: EventLoop, rank: WorkerRank = .normal,
        interruptible make:
            @escaping @Sendable (_ isForgotten: @escaping @Sendable () -> Bool) throws -> State
    ) throws(SystemError) {
        worker = try Worker(name, on: loop, rank: rank, interruptible: make)
    }

    /// Runs a job; see `Worker.run`.
    @discardableResult
    package func run<T: Sendable>(
        priority: JobPriority = .normal, _ job: @escaping @Sendable (State) throws -> T,
        then: @escaping (Result<T, any Error>) -> Void
    ) -> JobTicket {
        worker.run(priority: priority, DataWorker.prepared(job)) { [doubts] result in
            if case .failure(let error as StoreError) = result { DataWorker.report(error, to: doubts) }
            then(result)
        }
    }

    /// Returns whether another job than an idle one waits; see `Worker.isAwaited`.
    package var isAwaited: @Sendable () -> Bool { worker.isAwaited }

    /// Cancels a job; see `Worker.forget`.
    package func forget(_ ticket: JobTicket) { worker.forget(ticket) }

    /// Returns a publisher that runs a job for each subscription; see `Worker.runs`.
    package func runs<T: Sendable>(_ job: @escaping @Sendable (State) throws -> T) -> AnyPublisher<
        T, any Error
    > {
        worker.runs(DataWorker.prepared(job)).handleEvents(receiveCompletion: { [doubts] completion in
            if case .failure(let error as StoreError) = completion { DataWorker.report(error, to: doubts) }
        }).eraseToAnyPublisher()
    }

    /// Finishes all pending jobs and ends; see `Worker.finish`.
    package func finish() { worker.finish() }

    private static func report(_ error: StoreError, to doubts: PassthroughSubject<StoreError, Never>) {
        if error.isSuspicious || error.isLoss { doubts.send(error) }
    }

    private nonisolated static func prepared<T>(
        _ job: @escaping @Sendable (State) throws -> T
    ) -> @Sendable (State) throws -> T {
        { state in
            try state.prepare()
            return try job(state)
        }
    }
}
