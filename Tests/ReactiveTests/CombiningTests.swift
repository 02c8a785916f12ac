import Reactive
import Testing

@Suite struct CombiningTests {
    @Test func `a diamond publishes a half-updated value in between, but not when it is coalesced`() {
        let clock = ManualScheduler()
        let state = CurrentValueSubject<Int, Never>(0)
        let tens = state.map { $0 * 10 }
        var plain: [String] = []
        var coalesced: [String] = []
        var kept: Set<AnyCancellable> = []
        state.combineLatest(tens) { "\($0)/\($1)" }.sink { plain.append($0) }.store(in: &kept)
        state.combineLatest(tens, coalescedBy: clock).map { "\($0)/\($1)" }
            .sink { coalesced.append($0) }.store(in: &kept)

        clock.advance()
        state.value = 1
        clock.advance()
        #expect(plain == ["0/0", "1/0", "1/10"])
        #expect(coalesced == ["0/0", "1/10"])
    }

    @Test func `a pending coalesced change is published before the completion`() {
        let clock = ManualScheduler()
        let left = PassthroughSubject<Int, TestError>()
        let right = CurrentValueSubject<Int, TestError>(1)
        let seen = Recorder()
        left.combineLatest(right, coalescedBy: clock).map { $0 + $1 }.subscribe(seen)
        left.send(10)
        left.send(completion: .finished)
        right.send(completion: .finished)
        #expect(seen.events == [.subscription])
        clock.advance()
        #expect(seen.events == [.subscription, .value(11), .finished])
    }

    @Test func `a combination without demand follows on the next request, and only the newest`() {
        let left = PassthroughSubject<Int, TestError>()
        let right = PassthroughSubject<Int, TestError>()
        let seen = Recorder(.max(2))
        left.combineLatest(right) { $0 + $1 }.subscribe(seen)
        left.send(1)
        right.send(10)
        left.send(2)
        #expect(seen.values == [11, 12])
        right.send(20)
        #expect(seen.values == [11, 12])
        seen.subscription?.request(.max(1))
        #expect(seen.values == [11, 12, 22])
        seen.subscription?.cancel()
    }

    @Test func `a changing list keeps remaining members, drops removed ones and waits for new ones`() {
        let sources = ["a", "b", "c"].reduce(into: [String: PassthroughSubject<Int, Never>]()) {
            $0[$1] = PassthroughSubject()
        }
        let list = CurrentValueSubject<[String], Never>(["a", "b"])
        var made: [String] = []
        var seen: [[String: Int]] = []
        let sink = list.combineLatest { key in
            made.append(key)
            return sources[key]!
        }.sink { seen.append($0) }

        sources["a"]?.send(1)
        sources["b"]?.send(2)
        list.value = ["b", "c"]
        sources["a"]?.send(9)
        sources["c"]?.send(3)
        list.value = ["b"]
        #expect(made.sorted() == ["a", "b", "c"])
        #expect(seen == [["a": 1, "b": 2], ["b": 2, "c": 3], ["b": 2]])
        sink.cancel()
        #expect(
            sources.values.allSatisfy { source in
                source.send(0)
                return seen.count == 3
            })
    }

    @Test func `zip pairs values in order and finishes when no further pair is possible`() {
        let left = PassthroughSubject<Int, TestError>()
        let right = Upstream()
        let seen = Recorder()
        left.zip(right) { $0 * 10 + $1 }.subscribe(seen)
        left.send(1)
        left.send(2)
        left.send(completion: .finished)
        right.send(5)
        #expect(!seen.isOver)
        right.send(6)
        #expect(seen.events == [.subscription, .value(15), .value(26), .finished])
        #expect(right.probe.cancels == 1)
        right.letGo()
    }

    @Test func `the failure of one upstream cancels the others`() {
        let upstreams = [Upstream(), Upstream(), Upstream()]
        let joined: [AnyPublisher<Int, TestError>] = [
            upstreams.merge().eraseToAnyPublisher(),
            upstreams.combineLatest().map { $0[0] }.eraseToAnyPublisher(),
            upstreams[0].zip(upstreams[1], upstreams[2]) { a, _, _ in a }.eraseToAnyPublisher(),
            upstreams.publisher.setFailureType(to: TestError.self).flatMap { $0 }.eraseToAnyPublisher(),
        ]
        for (index, publisher) in joined.enumerated() {
            let seen = Recorder()
            publisher.subscribe(seen)
            upstreams[1].send(completion: .failure(.oops))
            #expect(seen.events == [.subscription, .failed(.oops)])
            #expect(upstreams.map(\.probe.cancels) == [index + 1, 0, index + 1])
        }
        for upstream in upstreams { upstream.letGo() }
    }

    @Test func `with limited demand, merge is one value ahead of each upstream and starves none`() {
        let upstreams = [Upstream(), Upstream()]
        let seen = Recorder(.max(1))
        upstreams.merge().subscribe(seen)
        #expect(upstreams.map(\.probe.requested) == [.max(1), .max(1)])
        upstreams[0].send(1)
        upstreams[1].send(2)
        #expect(seen.values == [1])
        seen.subscription?.request(.max(1))
        #expect(seen.values == [1, 2])
        seen.subscription?.cancel()
        for upstream in upstreams { upstream.letGo() }
    }

    @Test func `flatMap queues values that inner publishers send ahead of the demand, in order`() {
        let inner = [Upstream(), Upstream()]
        let outer = PassthroughSubject<Int, TestError>()
        let seen = Recorder(.max(1))
        outer.flatMap { inner[$0] }.subscribe(seen)
        outer.send(0)
        outer.send(1)
        inner[0].send(1)
        inner[1].send(2)
        inner[0].send(3)
        #expect(seen.values == [1])
        seen.subscription?.request(.unlimited)
        #expect(seen.values == [1, 2, 3])
        #expect(inner.allSatisfy { $0.probe.requested == .unlimited })
        seen.subscription?.cancel()
        for upstream in inner { upstream.letGo() }
    }

    @Test func `switchToLatest cancels the previous publisher before it subscribes to the next one`() {
        let inner = [Upstream(), Upstream()]
        let outer = PassthroughSubject<Int, Never>()
        let seen = Recorder()
        outer.map { inner[$0] }.switchToLatest().subscribe(seen)
        outer.send(0)
        inner[0].send(1)
        outer.send(1)
        #expect(inner[0].probe.cancels == 1)
        inner[0].send(2)
        inner[1].send(3)
        #expect(seen.values == [1, 3])
        seen.subscription?.cancel()
        for upstream in inner { upstream.letGo() }
    }

    @Test func `share connects at the first subscription, disconnects after the last, and can reconnect`() {
        var starts = 0
        let subject = PassthroughSubject<Int, Never>()
        let shared = Deferred { () -> PassthroughSubject<Int, Never> in
            starts += 1
            return subject
        }.share()
        let before = LiveSubscriptions.count
        let first = shared.sink { _ in }
        let second = shared.sink { _ in }
        #expect(starts == 1)
        first.cancel()
        second.cancel()
        #expect(LiveSubscriptions.count == before)
        let third = shared.sink { _ in }
        #expect(starts == 2)
        third.cancel()
    }

    @Test func `share(replay:) sends the newest values to late subscribers, even after completion`() {
        let subject = PassthroughSubject<Int, TestError>()
        let shared = subject.share(replay: 2)
        let first = Recorder()
        shared.subscribe(first)
        for value in 1...3 { subject.send(value) }
        let second = Recorder()
        shared.subscribe(second)
        subject.send(4)
        subject.send(completion: .finished)
        let third = Recorder()
        shared.subscribe(third)
        #expect(first.values == [1, 2, 3, 4])
        #expect(second.events == [.subscription, .value(2), .value(3), .value(4), .finished])
        #expect(third.events == [.subscription, .value(3), .value(4), .finished])
    }

    @Test(arguments: [Subscribers.Demand.none, .max(1), .unlimited])
    func `share(replay:) does not restart after completion, whatever a late subscriber requests`(
        demand: Subscribers.Demand
    ) {
        var starts = 0
        let shared = Deferred { () -> Result<Int, TestError>.Publisher in
            starts += 1
            return Result.success(7).publisher
        }.share(replay: 1)
        let first = Recorder(.none)
        shared.subscribe(first)
        first.subscription?.cancel()
        let late = Recorder(demand)
        shared.subscribe(late)
        if demand == .none { late.subscription?.request(.max(1)) }
        #expect(starts == 1)
        #expect(late.events == [.subscription, .value(7), .finished])
    }
}
