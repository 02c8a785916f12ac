/// An operator that counts its downstream's demand and delivers one value after another.
///
/// These operators add demand here only: what the downstream requests, and what it returns from
/// `receive(_:)`. Both may arrive during a delivery, as may values and completions of other upstreams;
/// `drain` handles them after it. Operators that keep no value pass demand on; sources count their own.
@usableFromInline
protocol Delivering: SubscriptionCore {
    associatedtype Downstream: Subscriber

    /// The downstream; `nil` after completion or cancellation.
    var outlet: Outlet<Downstream>? { get }

    /// The demand that has not been served.
    var demand: Subscribers.Demand { get set }

    /// Whether a value is being delivered, so that others must wait.
    var isBusy: Bool { get set }

    /// Whether anything has arrived during the delivery.
    var isDue: Bool { get set }

    /// Delivers the waiting values in demand, requests more from the upstreams, and finishes if nothing
    /// remains. Not called during a delivery.
    func drain()
}

extension Delivering {
    /// Adds the demand of a request.
    @inlinable
    func add(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        guard outlet != nil else { return }
        demand += more
        drainSoon()
    }

    /// Drains now, or after the current delivery.
    @inlinable
    func drainSoon() {
        if isBusy { isDue = true } else { drain() }
    }

    /// Delivers a value in demand, then settles what has arrived meanwhile. Not called during a delivery.
    @inlinable
    func deliver(_ value: Downstream.Input) {
        isBusy = true
        pass(value)
        isBusy = false
        if isDue { drain() }
    }

    /// Passes one value to the downstream and adds the demand that it returns.
    @inlinable
    func pass(_ value: Downstream.Input) {
        guard let outlet = outlet.unretained else { return }
        demand -= 1
        let more = outlet.use { $0.downstream.receive(value) }
        guard more != .none else { return }
        demand += more
        isDue = true
    }
}
