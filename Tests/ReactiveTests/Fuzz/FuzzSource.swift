import Reactive

/// A source of a fuzzed graph: values that are known beforehand, then a completion.
struct FuzzSource: Equatable {
    enum Kind: CaseIterable {
        /// A sequence: everything is available at once, and waits for demand.
        case sequence
        /// A `Tap`: the values become available one by one, and wait for demand.
        case tap
        /// A passthrough subject: values without demand are lost.
        case subject
        /// A current-value subject: only the newest value waits for demand.
        case state
    }

    enum End: CaseIterable {
        case finished
        case failed
        case never
    }

    var kind: Kind
    var values: [Int]
    var end: End
}

/// The running source of one graph.
struct FuzzTap {
    let stream: AnyPublisher<Int, TestError>
    let release: (Int) -> Void
    let subject: PassthroughSubject<Int, TestError>?
    let close: () -> Void

    init(_ source: FuzzSource) {
        switch source.kind {
        case .tap:
            let tap = Tap(source.values, end: source.end)
            self.init(stream: tap.eraseToAnyPublisher(), release: tap.release)
        case .subject: self.init(Hose(PassthroughSubject(), source.values, end: source.end))
        case .state: self.init(Hose(CurrentValueSubject(-1), source.values, end: source.end))
        case .sequence: self.init(stream: FuzzTap.sequence(source))
        }
    }

    private init(
        stream: AnyPublisher<Int, TestError>, release: @escaping (Int) -> Void = { _ in },
        close: @escaping () -> Void = {}, subject: PassthroughSubject<Int, TestError>? = nil
    ) {
        self.stream = stream
        self.release = release
        self.close = close
        self.subject = subject
    }

    private init(_ hose: Hose) {
        self.init(
            stream: hose.eraseToAnyPublisher(), release: hose.release, close: hose.close,
            subject: hose.passthrough)
    }

    private static func sequence(_ source: FuzzSource) -> AnyPublisher<Int, TestError> {
        let all = Publishers.Sequence<[Int], TestError>(sequence: source.values)
        return switch source.end {
        case .finished: all.eraseToAnyPublisher()
        case .failed: all.append(Fail(error: .oops)).eraseToAnyPublisher()
        case .never: all.append(Empty(completeImmediately: false)).eraseToAnyPublisher()
        }
    }
}

/// A publisher whose values become available by calls of `release`, and wait for demand.
final class Tap: Publisher {
    typealias Output = Int
    typealias Failure = TestError

    let values: [Int]
    let end: FuzzSource.End
    private(set) var released = 0
    private var subscriptions: [TapSubscription] = []

    init(_ values: [Int], end: FuzzSource.End) {
        self.values = values
        self.end = end
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
        let subscription = TapSubscription(self, to: AnySubscriber(subscriber))
        subscriptions.append(subscription)
        subscriber.receive(subscription: subscription)
        subscription.serve()
    }

    /// Makes the next values available, and the completion after the last one.
    func release(_ count: Int) {
        released = min(released + count, values.count + 1)
        for subscription in subscriptions { subscription.serve() }
    }

    fileprivate func remove(_ subscription: TapSubscription) {
        subscriptions.removeAll { $0 === subscription }
    }
}

private final class TapSubscription: Subscription {
    private var tap: Tap?
    private var subscriber: AnySubscriber<Int, TestError>?
    private var demand = Subscribers.Demand.none
    private var position = 0
    private var isServing = false

    init(_ tap: Tap, to subscriber: AnySubscriber<Int, TestError>) {
        self.tap = tap
        self.subscriber = subscriber
    }

    func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        guard subscriber != nil else { return }
        demand += more
        serve()
    }

    func cancel() {
        subscriber = nil
        tap?.remove(self)
        tap = nil
    }

    /// Delivers the available values in demand, then the completion.
    func serve() {
        if isServing { return }
        isServing = true
        while demand > .none, let tap, let subscriber, position < min(tap.released, tap.values.count) {
            position += 1
            demand -= 1
            demand += subscriber.receive(tap.values[position - 1])
        }
        isServing = false
        guard let tap, let ended = subscriber, tap.end != .never else { return }
        guard position == tap.values.count, tap.released > position else { return }
        cancel()
        ended.receive(completion: tap.end == .failed ? .failure(.oops) : .finished)
    }
}
