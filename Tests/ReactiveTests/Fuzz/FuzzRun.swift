import Reactive

/// Runs a case and lists the violations of the rules.
struct FuzzRun {
    private let subject: FuzzCase
    private let ledger = FuzzLedger()
    private let clock = ManualScheduler()

    private init(_ subject: FuzzCase) { self.subject = subject }

    /// Returns the findings of a case, none if it obeys the rules.
    static func findings(_ subject: FuzzCase) -> [String] {
        let before = LiveSubscriptions.count
        let run = FuzzRun(subject)
        run.run()
        if LiveSubscriptions.count != before { run.ledger.note("a subscription is left") }
        if run.ledger.alive != 0 { run.ledger.note("an object is left") }
        return run.ledger.findings
    }

    private func run() {
        let taps = subject.sources.map(FuzzTap.init)
        let builder = FuzzBuilder(
            clock: clock, ledger: ledger, taps: taps, isMetered: subject.isMetered)
        let seen = FuzzSubscriber(ledger, initial: subject.initial.demand)
        let running = FuzzActs(subject, taps, clock, seen)
        seen.answer = running.answer
        builder.build(subject.graph).subscribe(seen)
        for act in subject.acts { running.perform(act) }
        running.exhaust()
        if !seen.isCancelled,
            let text = subject.graph.forecast(subject.sources).contradiction(seen.values, seen.end)
        {
            ledger.note(text)
        }
        seen.answer = { _ in .none }
        seen.cancel()
        running.end()
    }
}

/// The actions on a running graph.
final class FuzzActs {
    private let subject: FuzzCase
    private let taps: [FuzzTap]
    private let clock: ManualScheduler
    private let seen: FuzzSubscriber

    init(_ subject: FuzzCase, _ taps: [FuzzTap], _ clock: ManualScheduler, _ seen: FuzzSubscriber) {
        self.subject = subject
        self.taps = taps
        self.clock = clock
        self.seen = seen
    }

    /// Answers the value at a position.
    func answer(_ position: Int) -> Subscribers.Demand {
        guard position < subject.answers.count else { return .none }
        let answer = subject.answers[position]
        for act in answer.acts {
            if case .advance = act { continue }
            perform(act)
        }
        return answer.returned.demand
    }

    func perform(_ act: FuzzCase.Act) {
        switch act {
        case .request(let wish): seen.request(wish.demand)
        case .release(let source, let count): taps[source].release(count)
        case .advance(let time): clock.advance(by: .milliseconds(time))
        case .cancel: seen.cancel()
        }
    }

    /// Makes everything available and requests it: the graph must then deliver the forecast.
    func exhaust() {
        clock.advance(by: .milliseconds(100))
        if subject.asksForAll { seen.request(.unlimited) }
        for tap in taps { tap.release(100) }
        clock.advance(by: .seconds(1))
        for _ in 0..<200 where !subject.asksForAll && seen.end == nil {
            seen.request(.max(1))
            clock.advance(by: .milliseconds(40))
        }
        if seen.values.count >= 200 { seen.request(.unlimited) }
        clock.advance(by: .seconds(1))
    }

    /// Completes what is left, so that nothing lives on.
    func end() {
        for tap in taps { tap.close() }
        clock.advance(by: .seconds(2_000))
    }
}

/// The subscriber of a graph.
final class FuzzSubscriber: Subscriber {
    private(set) var values: [Int] = []
    private(set) var end: FuzzForecast.End?
    private(set) var isCancelled = false
    var answer: (Int) -> Subscribers.Demand = { _ in .none }
    private let ledger: FuzzLedger
    private let initial: Subscribers.Demand
    private var demand = Subscribers.Demand.none
    private var subscription: (any Subscription)?

    init(_ ledger: FuzzLedger, initial: Subscribers.Demand) {
        self.ledger = ledger
        self.initial = initial
        ledger.alive += 1
    }

    deinit { ledger.alive -= 1 }

    func receive(subscription: any Subscription) {
        if self.subscription != nil || end != nil { ledger.note("sink: a second or late subscription") }
        self.subscription = subscription
        if initial > .none { request(initial) }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        if isCancelled { ledger.note("sink: a value after the cancellation") }
        if end != nil { ledger.note("sink: a value after the completion") }
        if demand == .none { ledger.note("sink: a value without demand") }
        demand -= 1
        values.append(input)
        if values.count > 5_000 {
            ledger.note("sink: an endless graph")
            cancel()
        }
        let more = answer(values.count - 1)
        demand += more
        return more
    }

    func receive(completion: Subscribers.Completion<TestError>) {
        if isCancelled { ledger.note("sink: a completion after the cancellation") }
        if end != nil { ledger.note("sink: a second completion") }
        if case .finished = completion { end = .finished } else { end = .failed }
        subscription = nil
    }

    func request(_ more: Subscribers.Demand) {
        guard let subscription, end == nil, !isCancelled else { return }
        demand += more
        subscription.request(more)
    }

    func cancel() {
        guard let subscription, end == nil else { return }
        isCancelled = true
        self.subscription = nil
        subscription.cancel()
    }
}
