package import Reactive

/// Limits the number of concurrent operations; the others wait in order of arrival.
///
/// It prevents a thousand files that change at once from being in memory at the same time.
package final class ConcurrencyLimiter {
    /// The state of an operation: waiting, running, or finished.
    private enum Stage {
        case waiting, running, finished
    }

    /// An operation that waits or runs.
    private final class Operation {
        var stage = Stage.waiting
        let started = PassthroughSubject<Void, Never>()
    }

    private let scheduler: AnyScheduler
    private var free: Int
    private var waiting: [Operation] = []
    private var head = 0

    /// Creates a limiter.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of concurrent operations.
    ///   - scheduler: The scheduler that starts waiting operations.
    package init(_ limit: Int, scheduler: AnyScheduler) {
        free = limit
        self.scheduler = scheduler
    }

    /// Returns a publisher that makes and runs an operation for each subscription, as soon as the limit
    /// permits; the operation counts until it completes or is cancelled.
    func pass<Made: Publisher>(_ make: @escaping () -> Made) -> AnyPublisher<Made.Output, Made.Failure> {
        Deferred { [self] in
            let operation = Operation()
            wait(operation)
            return operation.started.first().setFailureType(to: Made.Failure.self).flatMap { make() }
                .handleEvents(
                    receiveCompletion: { [self] _ in finish(operation) },
                    receiveCancel: { [self] in finish(operation) })
        }.eraseToAnyPublisher()
    }

    private func wait(_ operation: Operation) {
        waiting.append(operation)
        scheduler.schedule { [weak self] in self?.startNext() }
    }

    private func finish(_ operation: Operation) {
        if operation.stage == .running {
            free += 1
            scheduler.schedule { [weak self] in self?.startNext() }
        }
        operation.stage = .finished
    }

    private func startNext() {
        while free > 0, head < waiting.count {
            let operation = waiting[head]
            head += 1
            guard operation.stage == .waiting else { continue }
            operation.stage = .running
            free -= 1
            operation.started.send(())
        }
        if head == waiting.count {
            waiting = []
            head = 0
        }
    }
}
