import Reactive
import Testing

/// A value that is requested and available is delivered, whichever way it was requested.
@Suite struct LivenessTests {
    private typealias Stream = AnyPublisher<Int, TestError>

    /// Returns the values of a pipeline whose sink sends the next value to `next` during each delivery.
    private func circulate(
        size: Int, _ join: (PassthroughSubject<Int, Never>, ManualScheduler) -> AnyPublisher<Int, Never>
    ) -> [Int] {
        let clock = ManualScheduler()
        let next = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        let sink = join(next, clock).buffer(size: size, prefetch: .keepFull, whenFull: .dropOldest).sink {
            seen.append($0)
            if $0 < 6 { next.send($0 + 1) }
        }
        next.send(1)
        clock.advance(by: .seconds(10))
        sink.cancel()
        return seen
    }

    @Test(arguments: [1, 2])
    func `demand returned while the next inner publisher arrives reaches it`(size: Int) {
        func inner(_ value: Int, _ clock: ManualScheduler) -> AnyPublisher<Int, Never> {
            value == 1
                ? Just(value).delay(for: .seconds(1), scheduler: clock).eraseToAnyPublisher()
                : Just(value).eraseToAnyPublisher()
        }
        let flat = circulate(size: size) { next, clock in
            next.flatMap { inner($0, clock) }.eraseToAnyPublisher()
        }
        let switched = circulate(size: size) { next, clock in
            next.map { inner($0, clock) }.switchToLatest().eraseToAnyPublisher()
        }
        #expect(flat == [1, 2, 3, 4, 5, 6])
        #expect(switched == [1, 2, 3, 4, 5, 6])
    }

    @Test func `demand returned while the upstream is replaced reaches the next one`() {
        for recovers in [false, true] {
            let (first, end) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
            let second = PassthroughSubject<Int, TestError>()
            let cut = first.prefix(untilOutputFrom: end).eraseToAnyPublisher()
            let failing = first.drop(untilOutputFrom: end).merge(with: first).eraseToAnyPublisher()
            let chain: Stream =
                recovers
                ? failing.catch { _ in second }.eraseToAnyPublisher()
                : cut.append(second).eraseToAnyPublisher()
            let seen = Recorder(.max(1))
            seen.onValue = { seen, value in
                if value == 1 { recovers ? end.send(completion: .failure(.oops)) : end.send(0) }
                return .max(1)
            }
            chain.subscribe(seen)
            first.send(1)
            second.send(2)
            second.send(3)
            #expect(seen.values == [1, 2, 3])
            seen.subscription?.cancel()
        }
    }

    @Test(arguments: [true, false])
    func `unlimited demand, returned or summed up, reaches every upstream`(isReturned: Bool) {
        func values(_ publisher: some Publisher<Int, TestError>, _ act: () -> Void = {}) -> Recorder {
            let seen = Recorder(.max(1))
            seen.onValue = { seen, _ in
                if isReturned { return .unlimited }
                seen.subscription?.request(.max(.max))
                return .none
            }
            publisher.subscribe(seen)
            act()
            return seen
        }
        let subject = PassthroughSubject<Int, TestError>()
        let live = values(subject.merge(with: Empty(completeImmediately: false))) {
            for value in 0..<10 { subject.send(value) }
        }
        #expect(live.values == Array(0..<10))
        let ten = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<10)
        let twice = values(ten.merge(with: ten))
        #expect(twice.values.count == 20 && twice.isOver)
        let five = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<5)
        let squared = values(five.flatMap { _ in five })
        #expect(squared.values.count == 25 && squared.isOver)
        live.subscription?.cancel()
    }

    @Test func `combineLatest follows its upstreams without demand and delivers the newest combination`() {
        let (left, right) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
        let seen = Recorder(.max(1))
        left.combineLatest(right) { $0 * 10 + $1 }.subscribe(seen)
        left.send(1)
        right.send(1)
        left.send(2)
        left.send(3)
        #expect(seen.values == [11])
        seen.subscription?.request(.max(1))
        #expect(seen.values == [11, 31])
        seen.subscription?.cancel()

        let cold = Recorder(.max(3))
        let ten = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<10)
        ten.combineLatest(Just(7).setFailureType(to: TestError.self)) { $0 * 10 + $1 }.subscribe(cold)
        #expect(cold.events == [.subscription, .value(97), .finished])
    }

    @Test func `one request at a time uses the newest combination`() {
        let (station, unit) = (PassthroughSubject<String, Never>(), PassthroughSubject<String, Never>())
        let answer = PassthroughSubject<Void, Never>()
        var asked: [String] = []
        let sink = station.combineLatest(unit) { $0 + $1 }
            .flatMap(maxPublishers: .max(1)) { question in
                asked.append(question)
                return answer.first()
            }
            .sink {}
        station.send("KPWM")
        station.send("KBOS")
        unit.send("°C")
        unit.send("°F")
        answer.send()
        #expect(asked == ["KBOS°C", "KBOS°F"])
        sink.cancel()
    }

    @Test func `a combination of listed keys that changes during its delivery is delivered on request`() {
        let member = PassthroughSubject<Int, TestError>()
        let keys = CurrentValueSubject<[String], TestError>(["a"])
        let seen = Recorder(.max(1))
        seen.onValue = { _, value in
            if value < 5 { member.send(value + 1) }
            return .max(1)
        }
        keys.combineLatest { _ in member }.map { $0["a"]! }.subscribe(seen)
        member.send(1)
        #expect(seen.values == [1, 2, 3, 4, 5])
        seen.subscription?.cancel()
    }

    @Test(arguments: ["merge", "flatMap", "combineLatest", "combineLatestEach", "switchToLatest"])
    func `a value sent to another upstream during a delivery waits for its end`(name: String) {
        let (left, right) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
        let both: Stream =
            switch name {
            case "merge": left.map { $0 }.merge(with: right).eraseToAnyPublisher()
            case "flatMap":
                [left, right].publisher.setFailureType(to: TestError.self).flatMap { $0 }
                    .eraseToAnyPublisher()
            case "combineLatest": left.combineLatest(right) { max($0, $1) }.eraseToAnyPublisher()
            case "combineLatestEach":
                Just([0, 1]).setFailureType(to: TestError.self).combineLatest { [left, right][$0] }
                    .map { $0.values.max()! }.eraseToAnyPublisher()
            default:
                left.map { Just($0).setFailureType(to: TestError.self).merge(with: right) }.switchToLatest()
                    .eraseToAnyPublisher()
            }
        var (depth, deepest) = (0, 0)
        let seen = Recorder()
        seen.onValue = { _, value in
            depth += 1
            deepest = max(deepest, depth)
            if value < 6 { (value.isMultiple(of: 2) ? left : right).send(value + 1) }
            depth -= 1
            return .none
        }
        both.subscribe(seen)
        left.send(0)
        if seen.values.last != 6 { right.send(1) }
        #expect(deepest == 1)
        #expect(seen.values.last == 6)
        #expect(seen.values == seen.values.sorted())
        seen.subscription?.cancel()
    }

    @Test func `a failure overtakes the values that a shared publisher keeps for a subscriber`() {
        let subject = PassthroughSubject<Int, TestError>()
        let shared = subject.share(replay: 2)
        let waiting = Recorder(.max(1))
        shared.subscribe(waiting)
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .failure(.oops))
        #expect(waiting.events == [.subscription, .value(1), .failed(.oops)])

        let late = [Recorder(), Recorder(.max(1)), Recorder(.none)]
        for each in late { shared.subscribe(each) }
        #expect(late.map(\.values) == [[2, 3], [2], []])
        #expect(late.allSatisfy { $0.events.last == .failed(.oops) })
    }

    @Test(arguments: [true, false])
    func `throttle keeps the newest value for a later request, even after a finish`(isReturned: Bool) {
        let clock = ManualScheduler()
        let subject = PassthroughSubject<Int, TestError>()
        let seen = Recorder(.max(1))
        seen.onValue = { _, value in
            if value == 1, isReturned { subject.send(2) }
            return isReturned ? .max(1) : .none
        }
        subject.throttle(for: .seconds(1), scheduler: clock, latest: true).subscribe(seen)
        subject.send(1)
        clock.advance(by: .seconds(1))
        if !isReturned { subject.send(2) }
        clock.advance(by: .seconds(1))
        subject.send(completion: .finished)
        clock.advance(by: .seconds(1))
        if !isReturned {
            #expect(seen.events == [.subscription, .value(1)])
            seen.subscription?.request(.max(1))
            clock.advance(by: .seconds(1))
        }
        #expect(seen.events == [.subscription, .value(1), .value(2), .finished])
    }

    @Test func `a publisher that never sends passes its subscription through a scheduler`() {
        let clock = ManualScheduler()
        let seen = Recorder()
        Empty(completeImmediately: false).receive(on: clock).subscribe(seen)
        clock.advance()
        #expect(seen.events == [.subscription])
        seen.subscription?.cancel()
    }
}
