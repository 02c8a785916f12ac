import Reactive
import Testing

/// Chains and loops use constant stack: a million rounds run in a thread's eight megabytes or less.
@Suite struct DepthTests {
    private let deep = 1_000_000

    @Test func `a subject that sends to itself a million times keeps the order and uses constant stack`() {
        let subject = PassthroughSubject<Int, Never>()
        var last = -1
        var isInOrder = true
        let sink = subject.sink { [deep] value in
            isInOrder = isInOrder && value == last + 1
            last = value
            if value < deep { subject.send(value + 1) }
        }
        subject.send(0)
        #expect(last == deep)
        #expect(isInOrder)
        sink.cancel()
    }

    @Test func `a state that sets itself a million times uses constant stack`() {
        let state = CurrentValueSubject<Int, Never>(0)
        let sink = state.sink { [deep] in if $0 < deep { state.value = $0 + 1 } }
        #expect(state.value == deep)
        sink.cancel()
    }

    @Test func `two subjects that send to each other use constant stack`() {
        let ping = PassthroughSubject<Int, Never>()
        let pong = PassthroughSubject<Int, Never>()
        var last = 0
        var kept: Set<AnyCancellable> = []
        ping.sink { pong.send($0 + 1) }.store(in: &kept)
        pong.sink { [deep] in
            last = $0
            if $0 < deep { ping.send($0 + 1) }
        }.store(in: &kept)
        ping.send(1)
        #expect(last >= deep)
        kept = []
    }

    @Test func `a million retries of an immediate failure use constant stack`() {
        var attempts = 0
        let source = Deferred { () -> Fail<Int, TestError> in
            attempts += 1
            return Fail(error: .oops)
        }
        let seen = Recorder()
        source.retry(deep).subscribe(seen)
        #expect(attempts == deep + 1)
        #expect(seen.events.last == .failed(.oops))
    }

    @Test func `a million inner publishers, one at a time, use constant stack`() {
        var sum = 0
        let sink = (0..<deep).publisher.flatMap(maxPublishers: .max(1)) { Just($0 & 1) }.sink { sum += $0 }
        #expect(sum == deep / 2)
        sink.cancel()
    }

    @Test(arguments: Operators.prompt.filter { !["zip", "bufferByRequest"].contains($0) })
    func `a hundred thousand values, each requested by the previous one, use constant stack`(name: String) {
        let count = 100_000
        let seen = Counter()
        let source = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<count)
        Operators().apply(name, to: source.eraseToAnyPublisher()).subscribe(seen)
        #expect(seen.count == count)
        #expect(seen.isFinished)
    }

    @Test func `a long chain of appended publishers uses constant stack`() {
        func counting(from first: Int) -> AnyPublisher<Int, Never> {
            if first == deep { return Empty().eraseToAnyPublisher() }
            return Just(first).append(Deferred { counting(from: first + 1) }).eraseToAnyPublisher()
        }
        var count = 0
        let sink = counting(from: 0).sink { _ in count += 1 }
        #expect(count == deep)
        sink.cancel()
    }

    @Test func `a publisher that is appended to in a loop uses constant stack`() {
        var chain = Just(0).eraseToAnyPublisher()
        for number in 1...100_000 { chain = chain.append(number).eraseToAnyPublisher() }
        var (count, isInOrder) = (0, true)
        let sink = chain.sink {
            isInOrder = isInOrder && $0 == count
            count += 1
        }
        #expect(count == 100_001)
        #expect(isInOrder)
        sink.cancel()
    }

    @Test func `publishers appended and prepended in turn keep their order`() {
        var chain = Just(0).eraseToAnyPublisher()
        for number in 1...100 {
            let both = chain.append(Just(number).append(-number)).eraseToAnyPublisher()
            chain = both.prepend(number, -number).eraseToAnyPublisher()
        }
        var seen: [Int] = []
        let sink = chain.sink { seen.append($0) }
        let back = (1...100).flatMap { number in [number, -number] }
        let front = (1...100).reversed().flatMap { number in [number, -number] }
        let expected: [Int] = front + [0] + back
        #expect(seen == expected)
        sink.cancel()
    }

    @Test func `a million publishers prepended to each other are released with constant stack`() {
        var chain = Just(0).eraseToAnyPublisher()
        for number in 1...deep { chain = chain.prepend(number).eraseToAnyPublisher() }
        chain = Just(0).eraseToAnyPublisher()
        var count = 0
        let sink = chain.sink { _ in count += 1 }
        #expect(count == 1)
        sink.cancel()
    }

    @Test func `nesting too deep for the stack ends with a message that says so`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            func endless(_ value: Int) -> AnyPublisher<Int, Never> {
                Just(value).flatMap { endless($0 + 1) }.eraseToAnyPublisher()
            }
            endless(0).sink { _ in }.cancel()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("publishers are nested too deeply for the stack of this thread"))
    }

    /// Requests one value after another during the delivery.
    private final class Counter: Subscriber {
        var count = 0
        var isFinished = false
        private var subscription: (any Subscription)?

        func receive(subscription: any Subscription) {
            self.subscription = subscription
            subscription.request(.max(1))
        }

        func receive(_ input: Int) -> Subscribers.Demand {
            count += 1
            subscription?.request(.max(1))
            return .none
        }

        func receive(completion: Subscribers.Completion<TestError>) { isFinished = true }
    }
}
