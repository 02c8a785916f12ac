import Reactive
import Testing

@Suite struct DemandTests {
    private typealias Demand = Subscribers.Demand

    @Test func `sums saturate and differences stop at none`() {
        #expect(Demand.max(1) + .max(2) == .max(3))
        #expect(Demand.max(.max) + .max(1) == .unlimited)
        #expect(Demand.max(.max) + 1 == .unlimited)
        #expect(Demand.unlimited + .unlimited == .unlimited)
        #expect(Demand.max(2) - .max(5) == .none)
        #expect(Demand.max(2) - 5 == .none)
        #expect(Demand.unlimited - .max(5) == .unlimited)
        #expect(Demand.max(.max) * 2 == .unlimited)
        #expect(Demand.max(21) * 2 == .max(42))
    }

    @Test func `demands compare with each other and with counts`() {
        #expect(Demand.none < .max(1))
        #expect(Demand.max(.max) < .unlimited)
        #expect(Demand.unlimited > Int.max)
        #expect(Demand.max(3) == 3)
        #expect(3 < Demand.max(4))
        #expect(Demand.max(3) >= 3)
        #expect(Demand.unlimited != 3)
        #expect(Demand.unlimited.max == nil)
        #expect(Demand.max(7).max == 7)
    }

    @Test func `demands describe themselves`() {
        #expect("\(Demand.max(3))" == "max(3)")
        #expect("\(Demand.unlimited)" == "unlimited")
        #expect("\(Demand.none)" == "max(0)")
    }

    @Test func `a buffer keeps values without demand according to its policy`() {
        func values(_ whenFull: Publishers.BufferingStrategy<TestError>) -> [Event] {
            let upstream = Upstream()
            let seen = Recorder(.none)
            upstream.buffer(size: 2, prefetch: .byRequest, whenFull: whenFull).subscribe(seen)
            for value in 1...3 { upstream.send(value) }
            seen.subscription?.request(.unlimited)
            defer {
                seen.subscription?.cancel()
                upstream.letGo()
            }
            return seen.events
        }
        #expect(values(.dropNewest) == [.subscription, .value(1), .value(2)])
        #expect(values(.dropOldest) == [.subscription, .value(2), .value(3)])
        #expect(values(.customError { .other }) == [.subscription, .failed(.other)])
    }

    @Test func `collect by count requests as many values as it needs`() {
        let upstream = Upstream()
        var seen: [[Int]] = []
        let subscriber = AnySubscriber<[Int], TestError>(
            receiveSubscription: { $0.request(.max(2)) },
            receiveValue: {
                seen.append($0)
                return .none
            })
        upstream.collect(3).subscribe(subscriber)
        #expect(upstream.probe.requested == .max(6))
        for value in 1...4 { upstream.send(value) }
        upstream.send(completion: .finished)
        #expect(seen == [[1, 2, 3], [4]])
        upstream.letGo()
    }

    @Test(arguments: Operators.names)
    func `each operator passes the documented demand upstream`(name: String) {
        let everything: Set = [
            "bufferByRequest", "combineLatest", "combineLatestMany", "combineLatestEach", "coalesced",
            "collectByTime", "flatMap", "share", "autoconnect",
        ]
        let ahead: Set = ["merge", "mergeMany", "flatMapOneByOne"]
        let upstream = Upstream()
        let operators = Operators()
        let seen = Recorder(.max(3))
        operators.apply(name, to: upstream.eraseToAnyPublisher()).subscribe(seen)
        operators.settle()
        let expected: Demand =
            everything.contains(name)
            ? .unlimited : ahead.contains(name) ? .max(1) : name == "bufferKeepFull" ? .max(20) : .max(3)
        #expect(upstream.probe.requested == expected)
        seen.subscription?.cancel()
        upstream.letGo()
    }

    @Test func `collect by time keeps values for a later request, and a failure overtakes them`() {
        let clock = ManualScheduler()
        let subject = PassthroughSubject<Int, TestError>()
        var seen: [[Int]] = []
        var isFailed = false
        var subscription: (any Subscription)?
        let subscriber = AnySubscriber<[Int], TestError>(
            receiveSubscription: { subscription = $0 },
            receiveValue: {
                seen.append($0)
                return .none
            }, receiveCompletion: { _ in isFailed = true })
        subject.collect(.byTime(clock, .seconds(1))).subscribe(subscriber)
        for value in 1...3 {
            subject.send(value)
            clock.advance(by: .seconds(2))
        }
        #expect(seen == [])
        subscription?.request(.max(1))
        #expect(seen == [[1, 2, 3]])
        subject.send(4)
        clock.advance(by: .seconds(2))
        subject.send(completion: .failure(.oops))
        #expect(seen == [[1, 2, 3]] && isFailed)
    }

    @Test func `assertNoFailure ends the program with the failure`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Fail<Int, TestError>(error: .oops).assertNoFailure("settings").sink { _ in }.cancel()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("settings: a publisher failed: oops"))
    }
}
