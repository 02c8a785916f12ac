import Glibc
import Reactive
import Testing

@Suite struct SubjectTests {
    @Test func `a value sent during a delivery reaches all subscribers after the current value`() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [[Int]] = [[], []]
        var kept: Set<AnyCancellable> = []
        subject.sink { value in
            seen[0].append(value)
            if value == 1 { subject.send(2) }
        }.store(in: &kept)
        subject.sink { seen[1].append($0) }.store(in: &kept)

        subject.send(1)
        #expect(seen == [[1, 2], [1, 2]])
    }

    @Test func `subscribers are served in the order of subscription, even after some have cancelled`() {
        let subject = PassthroughSubject<Int, Never>()
        var order: [Int] = []
        var all = (0..<100).map { index in subject.sink { _ in order.append(index) } }
        for index in stride(from: 0, to: 100, by: 3) { all[index].cancel() }
        all.append(subject.sink { _ in order.append(100) })

        subject.send(0)
        #expect(order == (0...100).filter { $0 == 100 || !$0.isMultiple(of: 3) })
    }

    @Test func `a subscriber added during a delivery receives neither that value nor earlier ones`() {
        let subject = PassthroughSubject<Int, Never>()
        var late: [Int] = []
        var kept: [AnyCancellable] = []
        subject.sink { value in
            if value == 1 {
                subject.send(2)
                kept.append(subject.sink { late.append($0) })
                subject.send(3)
            }
        }.store(in: &kept)

        subject.send(1)
        #expect(late == [3])
        kept = []
    }

    @Test func `a subscriber cancelled during a delivery does not receive that value`() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        var second: AnyCancellable?
        let first = subject.sink { _ in second?.cancel() }
        second = subject.sink { seen.append($0) }

        subject.send(1)
        #expect(seen == [])
        first.cancel()
        second = nil
    }

    @Test func `a completion sent during a delivery follows the value, and later values are dropped`() {
        let subject = PassthroughSubject<Int, TestError>()
        let seen = Recorder()
        let sink = subject.sink { _ in
        } receiveValue: { value in
            subject.send(completion: .finished)
            subject.send(value + 1)
        }
        subject.subscribe(seen)

        subject.send(1)
        #expect(seen.events == [.subscription, .value(1), .finished])
        sink.cancel()
    }

    @Test func `a subscriber that subscribes after completion receives the completion at once`() {
        let subject = PassthroughSubject<Int, TestError>()
        subject.send(completion: .failure(.oops))
        let seen = Recorder(.none)
        subject.subscribe(seen)
        #expect(seen.events == [.subscription, .failed(.oops)])
    }

    @Test func `a state is replayed once, immediately, and then followed`() {
        let state = CurrentValueSubject<Int, TestError>(1)
        let seen = Recorder()
        state.subscribe(seen)
        state.value = 2
        state.send(3)
        #expect(seen.values == [1, 2, 3])
        seen.subscription?.cancel()
    }

    @Test func `a subscriber with a demand of one receives the newest state each time`() {
        let state = CurrentValueSubject<Int, TestError>(1)
        let seen = Recorder(.max(1))
        state.subscribe(seen)
        state.value = 2
        state.value = 3
        seen.subscription?.request(.max(1))
        #expect(seen.values == [1, 3])
        seen.subscription?.request(.max(1))
        #expect(seen.values == [1, 3])
        state.value = 4
        #expect(seen.values == [1, 3, 4])
        seen.subscription?.cancel()
    }

    @Test func `a state read during its delivery is the newest that was set`() {
        let state = CurrentValueSubject<Int, Never>(0)
        var read: [Int] = []
        var seen: [[Int]] = [[], []]
        var kept: Set<AnyCancellable> = []
        state.sink { value in
            seen[0].append(value)
            if value == 1 {
                state.value = 2
                read.append(state.value)
            }
        }.store(in: &kept)
        state.sink { seen[1].append($0) }.store(in: &kept)

        state.value = 1
        #expect(read == [2])
        #expect(seen == [[0, 1, 2], [0, 1, 2]])
    }

    @Test func `a subscriber to a state during its delivery receives every later value once`() {
        let state = CurrentValueSubject<Int, Never>(0)
        var late: [Int] = []
        var kept: [AnyCancellable] = []
        state.sink { value in
            if value == 1 {
                state.value = 2
                kept.append(state.sink { late.append($0) })
                state.value = 3
            }
        }.store(in: &kept)

        state.value = 1
        #expect(late == [2, 3])
        kept = []
    }

    @Test func `a state keeps its value after completion`() {
        let state = CurrentValueSubject<Int, Never>(1)
        state.send(completion: .finished)
        state.value = 2
        #expect(state.value == 1)
    }

    @Test func `a subject can feed another subject until it is released`() {
        let source = PassthroughSubject<Int, Never>()
        let state = CurrentValueSubject<Int, Never>(0)
        let feed = source.subscribe(state)
        source.send(5)
        #expect(state.value == 5)
        feed.cancel()
        source.send(6)
        #expect(state.value == 5)
    }

    @Test func `emptying a set of cancellables cancels them and updates the count of live subscriptions`() {
        let before = LiveSubscriptions.count
        let subject = PassthroughSubject<Int, Never>()
        var kept: Set<AnyCancellable> = []
        for _ in 0..<5 { subject.sink { _ in }.store(in: &kept) }
        #expect(LiveSubscriptions.count == before + 5)
        kept = []
        #expect(LiveSubscriptions.count == before)
    }

    @Test func `subscriptions describe themselves`() {
        let subject = PassthroughSubject<Int, TestError>()
        let chains: [(String, AnyPublisher<Int, TestError>)] = [
            ("PassthroughSubject", subject.map { $0 }.eraseToAnyPublisher()),
            ("Filter", subject.filter { _ in true }.eraseToAnyPublisher()),
            ("CombineLatest", subject.combineLatest(subject) { $0 + $1 }.eraseToAnyPublisher()),
            ("Merge", subject.map { $0 }.merge(with: subject).eraseToAnyPublisher()),
            ("FlatMap", subject.flatMap { Just($0) }.eraseToAnyPublisher()),
            ("SwitchToLatest", subject.map { Just($0) }.switchToLatest().eraseToAnyPublisher()),
            ("Catch", subject.catch { Fail(error: $0) }.eraseToAnyPublisher()),
            ("Retry", subject.retry(1).eraseToAnyPublisher()),
            ("Multicast", subject.share().eraseToAnyPublisher()),
            ("CurrentValueSubject", CurrentValueSubject(1).eraseToAnyPublisher()),
            ("[1, 2]", Publishers.Sequence(sequence: [1, 2]).eraseToAnyPublisher()),
        ]
        for (name, publisher) in chains {
            let seen = Recorder(.none)
            publisher.subscribe(seen)
            #expect(seen.subscription.map { String(describing: $0) } == name)
            seen.subscription?.cancel()
        }
    }

    @Test func `two threads that send at the same time end a debug build with the name of the subject`() async
    {
        #if DEBUG
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let subject = PassthroughSubject<Int, Never>()
                let sink = subject.sink { _ in
                    var thread = pthread_t()
                    let other = Unmanaged.passUnretained(subject).toOpaque()
                    pthread_create(&thread, nil, { send(to: $0) }, other)
                    pthread_join(thread, nil)
                }
                subject.send(1)
                sink.cancel()
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("two threads use PassthroughSubject<Int, Never> at the same time"))
        #endif
    }
}

/// Sends to a subject on another thread, as a program of Swift 5 could.
private func send(to subject: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    subject.map { Unmanaged<PassthroughSubject<Int, Never>>.fromOpaque($0).takeUnretainedValue().send(2) }
    return nil
}
