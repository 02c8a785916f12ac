/// An operator that consumes all values and publishes one result at the end.
final class Reduction<Downstream: Subscriber, Input, Failure: Error>: SubscriptionCore, OwnSubscriber {
    let name: String

    override var description: String { name }

    @exclusivity(unchecked) private var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) private var upstream: SubscriptionCore?
    @exclusivity(unchecked) private var phase = Phase.waiting
    @exclusivity(unchecked) private var isWanted = false
    @exclusivity(unchecked) private var ending: Ending?
    @exclusivity(unchecked) private var steps: Steps?

    /// The steps of a reduction; completion releases what the closures hold.
    struct Steps {
        /// Consumes a value; any result but `skip` ends the reduction.
        let take: (Input) -> Verdict<Downstream.Input, Downstream.Failure>
        /// Returns the result at the end; `nil` for none.
        let result: () -> Downstream.Input?
        /// Converts the upstream's failure to the downstream's.
        let convert: (Failure) -> Downstream.Failure
    }

    /// The state of the result that waits for demand.
    private enum Ending {
        case result(Downstream.Input)
        case completion(Subscribers.Completion<Downstream.Failure>)
    }

    init(_ name: String, to downstream: Downstream, steps: Steps) {
        self.name = name
        outlet = Outlet(downstream)
        self.steps = steps
    }

    func receive(subscription: any Subscription) {
        guard phase == .waiting, let outlet else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        outlet.downstream.receive(subscription: self)
        if phase == .live { subscription.request(.unlimited) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard phase == .live, let steps else { return .none }
        switch steps.take(input) {
        case .skip: break
        case .pass(let output), .last(let output): stop(.result(output))
        case .finish: stop(.completion(.finished))
        case .fail(let error): stop(.completion(.failure(error)))
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard phase == .live, let steps else { return }
        phase = .over
        let ended = take(&upstream)
        switch completion {
        case .finished: ending = steps.result().map(Ending.result) ?? .completion(.finished)
        case .failure(let error): ending = .completion(.failure(steps.convert(error)))
        }
        deliver()
        withExtendedLifetime(ended) {}
    }

    override func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a request must be for at least one value")
        isWanted = true
        deliver()
    }

    override func cancel() {
        phase = .over
        let dropped = (take(&outlet), take(&ending), take(&steps))
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }

    /// Ends the reduction before the upstream completes.
    private func stop(_ early: Ending) {
        guard phase == .live else { return }
        phase = .over
        ending = early
        take(&upstream)?.cancel()
        deliver()
    }

    /// Delivers the result once it is requested, or a completion without a result at once.
    private func deliver() {
        guard let ending, let outlet else { return }
        switch ending {
        case .result(let value):
            guard isWanted else { return }
            self.ending = nil
            _ = outlet.downstream.receive(value)
            finish(.finished)
        case .completion(let completion):
            finish(completion)
        }
    }

    private func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let ended = take(&outlet)
        let dropped = (take(&ending), take(&steps))
        ended?.downstream.receive(completion: completion)
        withExtendedLifetime(dropped) {}
    }
}
