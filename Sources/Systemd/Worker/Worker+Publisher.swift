public import Reactive

extension Worker {
    /// Returns a publisher that runs a job for each subscription after its first demand, publishes the result
    /// and finishes.
    ///
    /// Cancelling releases the job and the subscriber at once; a job that has not begun does not run.
    ///
    /// - Parameters:
    ///   - priority: The priority of the job.
    ///   - job: A function that receives the state.
    /// - Returns: A publisher of one result, or of the job's failure.
    public func runs<T: Sendable>(
        priority: JobPriority = .normal, _ job: @escaping @Sendable (State) throws -> T
    ) -> AnyPublisher<T, any Error> {
        AnyPublisher(Jobs(worker: self, priority: priority, job: job))
    }
}

private struct Jobs<State, Output: Sendable>: Publisher {
    typealias Failure = any Error

    let worker: Worker<State>
    let priority: JobPriority
    let job: @Sendable (State) throws -> Output

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
        subscriber.receive(subscription: JobSubscription(self, subscriber))
    }
}

private final class JobSubscription<State, S: Subscriber>: Subscription
where S.Input: Sendable, S.Failure == any Error {
    private var jobs: Jobs<State, S.Input>?
    private var subscriber: S?
    private var ticket: JobTicket?

    init(_ jobs: Jobs<State, S.Input>, _ subscriber: S) {
        self.jobs = jobs
        self.subscriber = subscriber
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none, ticket == nil, let jobs else { return }
        ticket = jobs.worker.run(priority: jobs.priority, jobs.job) { [weak self] in self?.finish($0) }
    }

    func cancel() {
        if let ticket { jobs?.worker.forget(ticket) }
        jobs = nil
        subscriber = nil
    }

    private func finish(_ result: Result<S.Input, any Error>) {
        jobs = nil
        switch result {
        case .success(let value):
            // There is only one value, so further demand has no effect.
            _ = subscriber?.receive(value)
            subscriber.take()?.receive(completion: .finished)
        case .failure(let error): subscriber.take()?.receive(completion: .failure(error))
        }
    }
}
