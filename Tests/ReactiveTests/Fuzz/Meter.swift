import Reactive

/// The findings of one run, and the number of living meters.
final class FuzzLedger {
    var findings: [String] = []
    var alive = 0

    func note(_ finding: String) { if findings.count < 4 { findings.append(finding) } }
}

/// Passes all signals and checks that they obey the rules.
struct Meter<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let name: String
    /// Whether values must not be delivered within others.
    let isSerial: Bool
    let ledger: FuzzLedger

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(
            subscriber: MeterInner(subscriber, name: name, isSerial: isSerial, ledger: ledger))
    }
}

private final class MeterInner<Downstream: Subscriber>: Subscriber, Subscription {
    private let name: String
    private let isSerial: Bool
    private let ledger: FuzzLedger
    private var downstream: Downstream?
    private var upstream: (any Subscription)?
    private var hasBegun = false
    private var isOver = false
    private var isCancelled = false
    private var demand = Subscribers.Demand.none
    private var depth = 0

    init(_ downstream: Downstream, name: String, isSerial: Bool, ledger: FuzzLedger) {
        self.downstream = downstream
        self.name = name
        self.isSerial = isSerial
        self.ledger = ledger
        ledger.alive += 1
    }

    deinit { ledger.alive -= 1 }

    func receive(subscription: any Subscription) {
        if hasBegun || isOver { ledger.note("\(name): a second or late subscription") }
        hasBegun = true
        upstream = subscription
        downstream?.receive(subscription: self)
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        if !hasBegun { ledger.note("\(name): a value before the subscription") }
        if isOver { ledger.note("\(name): a value after the completion") }
        if isCancelled { ledger.note("\(name): a value after the cancellation") }
        if demand == .none { ledger.note("\(name): a value without demand") }
        if isSerial, depth > 0 { ledger.note("\(name): a value within a delivery") }
        demand -= 1
        depth += 1
        let more = downstream?.receive(input) ?? .none
        depth -= 1
        demand += more
        return more
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if !hasBegun { ledger.note("\(name): a completion before the subscription") }
        if isOver { ledger.note("\(name): a second completion") }
        if isCancelled { ledger.note("\(name): a completion after the cancellation") }
        isOver = true
        let ended = downstream
        downstream = nil
        upstream = nil
        ended?.receive(completion: completion)
    }

    func request(_ more: Subscribers.Demand) {
        if more == .none { return ledger.note("\(name): a request for no value") }
        demand += more
        upstream?.request(more)
    }

    func cancel() {
        isCancelled = true
        downstream = nil
        let ended = upstream
        upstream = nil
        ended?.cancel()
    }
}
