import Reactive
import Storing
import Systemd

/// A worker with a desk at the store; damage that it meets there is told to who decides what follows.
final class DataWorker<Desk> {
    /// The store is damaged.
    let damaged = PassthroughSubject<StoreError, Never>()
    private let worker: Worker<Desk>

    /// Starts the worker; see `Worker`.
    init(
        _ name: String, on loop: EventLoop, rank: WorkerRank = .normal,
        _ make: @escaping @Sendable () throws -> Desk
    ) throws(SystemError) {
        worker = try Worker(name, on: loop, rank: rank, make)
    }

    /// Has a job done; see `Worker.run`.
    func run<T: Sendable>(
        priority: JobPriority = .normal, _ job: @escaping @Sendable (Desk) throws -> T,
        then: @escaping (Result<T, any Error>) -> Void
    ) {
        worker.run(priority: priority, job) { [damaged] result in
            if case .failure(let error as StoreError) = result, error.isDamage { damaged.send(error) }
            then(result)
        }
    }

    /// Has a job done for each subscription; see `Worker.runs`.
    func runs<T: Sendable>(_ job: @escaping @Sendable (Desk) throws -> T) -> AnyPublisher<T, any Error> {
        worker.runs(job).handleEvents(receiveCompletion: { [damaged] completion in
            if case .failure(let error as StoreError) = completion, error.isDamage { damaged.send(error) }
        }).eraseToAnyPublisher()
    }

    /// Does all jobs that wait, and ends; see `Worker.finish`.
    func finish() { worker.finish() }
}
