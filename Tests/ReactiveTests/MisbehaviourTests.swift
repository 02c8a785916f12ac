import Reactive
import Testing

/// The rules, each for every operator, with an upstream that violates them; judged at the sink.
@Suite struct MisbehaviourTests {
    private let operators = Operators()

    /// Returns the events at a sink after an operator while `act` drives the upstream.
    private func sink(_ name: String, _ act: (Upstream) -> Void) -> [Event] {
        let upstream = Upstream()
        var seen: [Event] = []
        let subscription = operators.apply(name, to: upstream.eraseToAnyPublisher()).sink {
            switch $0 {
            case .finished: seen.append(.finished)
            case .failure(let error): seen.append(.failed(error))
            }
        } receiveValue: {
            seen.append(.value($0))
        }
        operators.settle()
        act(upstream)
        operators.settle()
        subscription.cancel()
        upstream.send(7)
        upstream.send(completion: .finished)
        operators.settle()
        upstream.letGo()
        return seen
    }

    @Test(arguments: Operators.names)
    func `nothing follows a finish`(name: String) {
        let seen = sink(name) {
            $0.send(1)
            operators.settle()
            $0.send(completion: .finished)
            $0.send(2)
            $0.send(completion: .failure(.oops))
            $0.send(completion: .finished)
        }
        #expect(seen == [.value(1), .finished])
    }

    @Test(arguments: Operators.names)
    func `nothing follows a failure`(name: String) {
        let seen = sink(name) {
            $0.send(1)
            operators.settle()
            $0.send(completion: .failure(.oops))
            $0.send(2)
            $0.send(completion: .finished)
            $0.send(completion: .failure(.other))
        }
        #expect(seen == [.value(1), .failed(.oops)])
    }

    @Test(arguments: Operators.names)
    func `a second subscription is cancelled, and only that`(name: String) {
        let second = Upstream.Probe()
        let seen = sink(name) {
            $0.send(subscription: second)
            $0.send(1)
            operators.settle()
            #expect($0.probe.cancels == 0)
        }
        #expect(second.cancels == 1)
        #expect(second.requests == 0)
        #expect(seen == [.value(1)])
    }

    @Test(arguments: Operators.names)
    func `a subscription after the end is cancelled`(name: String) {
        let late = Upstream.Probe()
        let seen = sink(name) {
            $0.send(completion: .finished)
            operators.settle()
            $0.send(subscription: late)
        }
        #expect(late.cancels == 1)
        #expect(seen == [.finished])
    }

    @Test(arguments: Operators.names)
    func `random signals never trap, and a sink receives at most one completion`(name: String) {
        var generator = SplitMix(seed: 42)
        for _ in 0..<50 {
            let seen = sink(name) { upstream in
                for _ in 0..<12 {
                    switch Int.random(in: 0..<10, using: &generator) {
                    case 0: upstream.send(completion: .finished)
                    case 1: upstream.send(completion: .failure(.oops))
                    case 2: upstream.send(subscription: Upstream.Probe())
                    default: upstream.send(3)
                    }
                    operators.settle()
                }
            }
            let end = seen.firstIndex { $0 != .value(3) } ?? seen.count
            #expect(end >= seen.count - 1)
        }
    }
}
