import Reactive
import Testing

/// The rules, each for every operator, with an upstream that respects them.
@Suite struct RuleTests {
    private let operators = Operators()

    private func source(_ count: Int) -> AnyPublisher<Int, TestError> {
        Publishers.Sequence(sequence: 0..<count).eraseToAnyPublisher()
    }

    @Test(arguments: Operators.names)
    func `all values pass in order, then the completion`(name: String) {
        let seen = Recorder()
        let subject = PassthroughSubject<Int, TestError>()
        operators.apply(name, to: subject.eraseToAnyPublisher()).subscribe(seen)
        operators.settle()
        for value in 1...3 {
            subject.send(value)
            operators.settle()
        }
        subject.send(completion: .finished)
        operators.settle()
        #expect(seen.events == [.subscription, .value(1), .value(2), .value(3), .finished])
    }

    @Test(arguments: Operators.names)
    func `a failure is passed on at once, whatever the demand`(name: String) {
        let seen = Recorder(.none)
        let subject = PassthroughSubject<Int, TestError>()
        operators.apply(name, to: subject.eraseToAnyPublisher()).subscribe(seen)
        operators.settle()
        subject.send(completion: .failure(.oops))
        operators.settle()
        #expect(seen.events == [.subscription, .failed(.oops)])
    }

    @Test(arguments: Operators.silent)
    func `a completion needs no demand`(name: String) {
        let seen = Recorder(.none)
        operators.apply(name, to: Empty().eraseToAnyPublisher()).subscribe(seen)
        operators.settle()
        #expect(seen.events == [.subscription, .finished])
    }

    @Test(arguments: Operators.promptAndWaiting)
    func `deliveries never exceed the demand, and requests add up`(name: String) {
        let seen = Recorder(.none)
        operators.apply(name, to: source(10)).subscribe(seen)
        #expect(seen.values == [])
        seen.subscription?.request(.max(2))
        #expect(seen.values == [0, 1])
        seen.subscription?.request(.max(1))
        seen.subscription?.request(.max(2))
        #expect(seen.values == [0, 1, 2, 3, 4])
        #expect(!seen.isOver)
        seen.subscription?.request(.unlimited)
        #expect(seen.values == Array(0..<10))
        #expect(seen.events.last == .finished)
    }

    @Test(arguments: Operators.waiting)
    func `demand saturates`(name: String) {
        let seen = Recorder(.none)
        operators.apply(name, to: source(5)).subscribe(seen)
        operators.settle()
        seen.subscription?.request(.max(.max))
        seen.subscription?.request(.max(.max))
        operators.settle()
        #expect(seen.values == Array(0..<5))
    }

    @Test(arguments: Operators.prompt)
    func `a request during a delivery is served`(name: String) {
        let seen = Recorder(.max(1))
        seen.onValue = { seen, value in
            if value.isMultiple(of: 2) { seen.subscription?.request(.max(1)) }
            return value.isMultiple(of: 2) ? .none : .max(1)
        }
        operators.apply(name, to: source(100)).subscribe(seen)
        #expect(seen.values == Array(0..<100))
        #expect(seen.events.last == .finished)
    }

    @Test(arguments: Operators.exact)
    func `a cancellation during a delivery takes effect at once`(name: String) {
        let seen = Recorder()
        seen.onValue = { seen, value in
            if value == 1 { seen.subscription?.cancel() }
            return .max(1)
        }
        operators.apply(name, to: source(10)).subscribe(seen)
        operators.settle()
        #expect(seen.events == [.subscription, .value(0), .value(1)])
    }

    @Test(arguments: Operators.names)
    func `a cancellation reaches the upstream once`(name: String) {
        let upstream = Upstream()
        var count = 0
        let sink = operators.apply(name, to: upstream.eraseToAnyPublisher())
            .sink { _ in
                count += 1
            } receiveValue: { _ in
                count += 1
            }
        operators.settle()
        sink.cancel()
        sink.cancel()
        #expect(upstream.probe.cancels == 1)
        upstream.send(1)
        upstream.send(completion: .finished)
        operators.settle()
        upstream.letGo()
        #expect(count == 0)
    }

    @Test(arguments: Operators.names)
    func `a completed upstream receives no requests`(name: String) {
        let upstream = Upstream()
        var ends = 0
        let sink = operators.apply(name, to: upstream.eraseToAnyPublisher())
            .sink { _ in
                ends += 1
            } receiveValue: { _ in
            }
        operators.settle()
        let requests = upstream.probe.requests
        upstream.send(completion: .finished)
        operators.settle()
        sink.cancel()
        #expect(upstream.probe.requests == requests)
        #expect(upstream.probe.cancels == 0)
        #expect(ends == 1)
        upstream.letGo()
    }

    @Test(arguments: Operators.names)
    func `every subscriber of a chain receives everything`(name: String) {
        let subject = PassthroughSubject<Int, TestError>()
        let chain = operators.apply(name, to: subject.eraseToAnyPublisher())
        let all = [Recorder(), Recorder()]
        for seen in all { chain.subscribe(seen) }
        operators.settle()
        subject.send(1)
        operators.settle()
        subject.send(2)
        subject.send(completion: .finished)
        operators.settle()
        for seen in all { #expect(seen.events == [.subscription, .value(1), .value(2), .finished]) }
    }
}
