import Reactive
import Testing

/// Nothing is retained after completion, even if the subscription is.
@Suite struct ReleaseTests {
    private let operators = Operators()

    /// Subscribes a recorder, runs `act`, and returns whether the recorder is still alive while the
    /// subscription and the subject are.
    private func isHeld(_ name: String, _ act: (PassthroughSubject<Int, TestError>, Recorder) -> Void) -> Bool
    {
        let subject = PassthroughSubject<Int, TestError>()
        var subscription: (any Subscription)?
        weak var held: Recorder?
        do {
            let seen = Recorder()
            operators.apply(name, to: subject.eraseToAnyPublisher()).subscribe(seen)
            operators.settle()
            act(subject, seen)
            operators.settle()
            subscription = seen.subscription
            seen.subscription = nil
            seen.onValue = { _, _ in .none }
            held = seen
        }
        return withExtendedLifetime((subscription, subject)) { held != nil }
    }

    @Test(arguments: Operators.names)
    func `a cancelled subscriber is released`(name: String) {
        #expect(
            !isHeld(name) { subject, seen in
                subject.send(1)
                seen.subscription?.cancel()
            })
    }

    @Test(arguments: Operators.names)
    func `a subscriber that cancels during a delivery is released`(name: String) {
        #expect(
            !isHeld(name) { subject, seen in
                seen.onValue = { seen, _ in
                    seen.subscription?.cancel()
                    return .none
                }
                subject.send(1)
            })
    }

    @Test(arguments: Operators.names)
    func `a subscriber is released after completion`(name: String) {
        #expect(
            !isHeld(name) { subject, _ in
                subject.send(1)
                subject.send(completion: .finished)
            })
        #expect(!isHeld(name) { subject, _ in subject.send(completion: .failure(.oops)) })
    }

    @Test(arguments: Operators.names)
    func `releasing a sink leaves no subscription alive`(name: String) {
        let before = LiveSubscriptions.count
        let subject = PassthroughSubject<Int, TestError>()
        let sink = operators.apply(name, to: subject.eraseToAnyPublisher())
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        operators.settle()
        subject.send(1)
        #expect(LiveSubscriptions.count > before)
        sink.cancel()
        operators.settle()
        #expect(LiveSubscriptions.count == before)
    }

    @Test func `the closures of a sink are released at completion and at cancellation`() {
        final class Token {}
        for endsByItself in [true, false] {
            let subject = PassthroughSubject<Int, Never>()
            weak var held: Token?
            let sink: AnyCancellable
            do {
                let token = Token()
                held = token
                sink = subject.sink { _ in withExtendedLifetime(token) {} }
            }
            #expect(held != nil)
            if endsByItself { subject.send(completion: .finished) } else { sink.cancel() }
            #expect(held == nil)
        }
    }

    @Test func `a sink may release itself during a completion or a value`() {
        let subject = PassthroughSubject<Int, Never>()
        let state = CurrentValueSubject<Int, Never>(0)
        var kept: [AnyCancellable] = []
        var ends = 0
        kept.append(
            subject.sink { _ in
                kept = []
                ends += 1
            } receiveValue: { _ in
            })
        kept.append(
            state.sink { _ in
                kept = []
                ends += 1
            } receiveValue: {
                if $0 == 1 { kept = [] }
            })
        subject.send(completion: .finished)
        #expect(ends == 1)
        kept.append(state.sink { if $0 == 1 { kept = [] } })
        state.value = 1
        state.send(completion: .finished)
        #expect(ends == 1)
        #expect(kept.isEmpty)
    }

    @Test(arguments: ["append", "merge", "flatMap", "combineLatest", "zip"], [1, 2])
    func `a downstream that cancels during a nested value, or after it, lives until it returns`(
        name: String, last: Int
    ) {
        final class Token {}
        let upstream = Upstream()
        let operators = Operators()
        weak var held: Token?
        var sink: AnyCancellable?
        var wasHeld: [Bool] = []
        do {
            let token = Token()
            held = token
            sink = operators.apply(name, to: upstream.eraseToAnyPublisher()).sink(
                receiveCompletion: { _ in },
                receiveValue: { [token] value in
                    _ = token
                    if value == 1 { upstream.send(2) }
                    if value == last {
                        sink?.cancel()
                        upstream.letGo()
                    }
                    wasHeld.append(held != nil)
                })
        }
        upstream.send(1)
        #expect(!wasHeld.isEmpty && !wasHeld.contains(false))
        #expect(held == nil)
    }

    @Test func `waiting values are released with the subscription`() {
        final class Token {}
        let clock = ManualScheduler()
        let subject = PassthroughSubject<Token, Never>()
        let waiting: [AnyPublisher<Token, Never>] = [
            subject.debounce(for: .seconds(1), scheduler: clock).eraseToAnyPublisher(),
            subject.delay(for: .seconds(1), scheduler: clock).eraseToAnyPublisher(),
            subject.receive(on: clock).eraseToAnyPublisher(),
            subject.throttle(for: .seconds(1), scheduler: clock, latest: true).eraseToAnyPublisher(),
            subject.zip(Empty<Int, Never>(completeImmediately: false)).map(\.0).eraseToAnyPublisher(),
            subject.combineLatest(Empty<Int, Never>(completeImmediately: false)).map(\.0)
                .eraseToAnyPublisher(),
            subject.collect().flatMap { $0.publisher }.eraseToAnyPublisher(),
        ]
        for publisher in waiting {
            weak var held: Token?
            let sink = publisher.sink { _ in }
            clock.advance(by: .milliseconds(1))
            do {
                let token = Token()
                held = token
                subject.send(token)
            }
            sink.cancel()
            #expect(held == nil)
        }
    }

    @Test func `the elements of a sequence are released although its subscription is retained`() {
        final class Token {}
        for endsByItself in [true, false] {
            weak var held: Token?
            var subscription: (any Subscription)?
            do {
                let tokens = [Token(), Token()]
                held = tokens[1]
                tokens.publisher.subscribe(AnySubscriber(receiveSubscription: { subscription = $0 }))
            }
            subscription?.request(.max(1))
            #expect(held != nil)
            if endsByItself { subscription?.request(.max(1)) } else { subscription?.cancel() }
            #expect(held == nil)
            subscription?.request(.max(1))
            withExtendedLifetime(subscription) {}
        }
    }

    @Test func `values that circulate in a subject are released after their delivery`() {
        final class Token {
            let hop: Int
            let release: () -> Void
            init(_ hop: Int, _ release: @escaping () -> Void) {
                self.hop = hop
                self.release = release
            }
            deinit { release() }
        }
        var alive = 0
        var most = 0
        func token(_ hop: Int) -> Token {
            alive += 1
            most = max(most, alive)
            return Token(hop) { alive -= 1 }
        }
        let subject = PassthroughSubject<Token, Never>()
        let sink = subject.sink { value in
            if value.hop == 0 { subject.send(token(1)) }
            if value.hop < 10_000 { subject.send(token(value.hop + 1)) }
        }
        subject.send(token(0))
        #expect(alive == 0)
        #expect(most < 6)
        sink.cancel()
    }
}
