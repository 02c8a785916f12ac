import Reactive

/// Every operator in a neutral form, by name: the rows of the rule tables.
struct Operators {
    typealias Stream = AnyPublisher<Int, TestError>

    let clock = ManualScheduler()

    static let names: [String] = Operators().all.map(\.name)

    /// The operators that pass every value synchronously.
    static let prompt = exact.filter { !["delay", "receiveOn", "timeout"].contains($0) }

    /// The operators that pass every value, not only the newest of several or those in demand.
    static let exact = names.filter {
        !["coalesced", "combineLatestEach", "share", "autoconnect"].contains($0)
    }

    /// The operators that pass every value of an upstream that waits for demand; `combineLatest` requests
    /// everything, and passes the newest value.
    static let waiting = exact.filter { !["combineLatest", "combineLatestMany"].contains($0) }

    /// The operators that pass every value synchronously, and let the upstream wait for demand.
    static let promptAndWaiting = prompt.filter { waiting.contains($0) }

    /// The operators that finish without a request for a value of their own.
    static let silent = names.filter { !["replaceEmpty"].contains($0) }

    func apply(_ name: String, to upstream: Stream) -> Stream {
        all.first { $0.name == name }!.make(upstream)
    }

    /// Runs scheduled work.
    func settle() { clock.advance(by: .milliseconds(10)) }

    private var all: [(name: String, make: (Stream) -> Stream)] {
        linear + throwing + positions + joining + recovering + sharing + timed
    }

    private var linear: [(name: String, make: (Stream) -> Stream)] {
        [
            ("map", { $0.map { $0 }.eraseToAnyPublisher() }),
            ("filter", { $0.filter { _ in true }.eraseToAnyPublisher() }),
            ("compactMap", { $0.compactMap { $0 }.eraseToAnyPublisher() }),
            ("removeDuplicates", { $0.removeDuplicates { _, _ in false }.eraseToAnyPublisher() }),
            ("scan", { $0.scan(0) { $1 }.eraseToAnyPublisher() }),
            ("mapError", { $0.mapError { $0 }.eraseToAnyPublisher() }),
            ("replaceNil", { $0.map { Optional($0) }.replaceNil(with: 0).eraseToAnyPublisher() }),
            ("handleEvents", { $0.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher() }),
            ("print", { $0.print("", to: Silence()).eraseToAnyPublisher() }),
            ("collectByCount", { $0.collect(1).map { $0[0] }.eraseToAnyPublisher() }),
            (
                "bufferByRequest",
                { $0.buffer(size: 200, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher() }
            ),
            (
                "bufferKeepFull",
                { $0.buffer(size: 20, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher() }
            ),
        ]
    }

    private var throwing: [(name: String, make: (Stream) -> Stream)] {
        [
            ("tryMap", { narrowed($0.tryMap { $0 }) }),
            ("tryFilter", { narrowed($0.tryFilter { _ in true }) }),
            ("tryCompactMap", { narrowed($0.tryCompactMap { $0 }) }),
            ("tryRemoveDuplicates", { narrowed($0.tryRemoveDuplicates { _, _ in false }) }),
            ("tryScan", { narrowed($0.tryScan(0) { $1 }) }),
            ("tryPrefixWhile", { narrowed($0.tryPrefix { _ in true }) }),
            ("tryDropWhile", { narrowed($0.tryDrop { _ in false }) }),
            ("tryCatch", { narrowed($0.tryCatch { error -> Stream in throw error }) }),
        ]
    }

    private var positions: [(name: String, make: (Stream) -> Stream)] {
        [
            ("prefix", { $0.prefix(1_000_000).eraseToAnyPublisher() }),
            ("output", { $0.output(in: 0...).eraseToAnyPublisher() }),
            ("prefixWhile", { $0.prefix { _ in true }.eraseToAnyPublisher() }),
            (
                "prefixUntil",
                {
                    $0.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))
                        .eraseToAnyPublisher()
                }
            ),
            ("dropFirst", { $0.dropFirst(0).eraseToAnyPublisher() }),
            ("dropWhile", { $0.drop { _ in false }.eraseToAnyPublisher() }),
            (
                "dropUntil",
                { $0.drop(untilOutputFrom: Just(0).setFailureType(to: TestError.self)).eraseToAnyPublisher() }
            ),
        ]
    }

    private var joining: [(name: String, make: (Stream) -> Stream)] {
        let nothing = Empty<Int, TestError>().eraseToAnyPublisher()
        let one = Just(0).setFailureType(to: TestError.self)
        let many = Publishers.Sequence<Repeated<Int>, TestError>(sequence: repeatElement(0, count: 1_000))
        return [
            ("append", { $0.append(nothing).eraseToAnyPublisher() }),
            ("prepend", { $0.prepend(nothing).eraseToAnyPublisher() }),
            ("merge", { $0.map { $0 }.merge(with: nothing).eraseToAnyPublisher() }),
            ("mergeMany", { [$0, nothing].merge().eraseToAnyPublisher() }),
            ("combineLatest", { one.combineLatest($0) { $1 }.eraseToAnyPublisher() }),
            ("combineLatestMany", { [$0].combineLatest().map { $0[0] }.eraseToAnyPublisher() }),
            (
                "combineLatestEach",
                { upstream in
                    one.map { [$0] }.combineLatest { _ in upstream }.map { $0[0]! }.eraseToAnyPublisher()
                }
            ),
            ("zip", { $0.zip(many) { value, _ in value }.eraseToAnyPublisher() }),
            ("flatMap", { $0.flatMap { Just($0) }.eraseToAnyPublisher() }),
            ("flatMapOneByOne", { $0.flatMap(maxPublishers: .max(1)) { Just($0) }.eraseToAnyPublisher() }),
            (
                "switchToLatest",
                { upstream in one.map { _ in upstream }.switchToLatest().eraseToAnyPublisher() }
            ),
        ]
    }

    private var recovering: [(name: String, make: (Stream) -> Stream)] {
        [
            ("catch", { $0.catch { Fail(error: $0) }.eraseToAnyPublisher() }),
            ("retry", { $0.retry(0).eraseToAnyPublisher() }),
            (
                "retryLater",
                { $0.retry(.every(.seconds(1), times: 0), scheduler: clock).eraseToAnyPublisher() }
            ),
            (
                "replaceEmpty",
                { $0.append(-1).replaceEmpty(with: 0).filter { $0 >= 0 }.eraseToAnyPublisher() }
            ),
        ]
    }

    private var sharing: [(name: String, make: (Stream) -> Stream)] {
        [
            ("erase", { AnyPublisher($0.map { $0 }) }),
            ("share", { $0.share().eraseToAnyPublisher() }),
            ("autoconnect", { $0.multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher() }),
            ("deferred", { upstream in Deferred { upstream }.eraseToAnyPublisher() }),
        ]
    }

    private var timed: [(name: String, make: (Stream) -> Stream)] {
        [
            ("delay", { $0.delay(for: .milliseconds(1), scheduler: clock).eraseToAnyPublisher() }),
            ("receiveOn", { $0.receive(on: clock).eraseToAnyPublisher() }),
            ("timeout", { $0.timeout(.seconds(1_000), scheduler: clock).eraseToAnyPublisher() }),
            (
                "collectByTime",
                {
                    $0.collect(.byTimeOrCount(clock, .milliseconds(1), 1)).map { $0[0] }.eraseToAnyPublisher()
                }
            ),
            ("coalesced", { [$0].combineLatest(on: clock).eraseToAnyPublisher() }),
        ]
    }

    private func narrowed(_ publisher: some Publisher<Int, any Error>) -> Stream {
        publisher.mapError { $0 as! TestError }.eraseToAnyPublisher()
    }
}

extension Array where Element == Operators.Stream {
    fileprivate func combineLatest(on clock: ManualScheduler) -> some Publisher<Int, TestError> {
        Publishers.CombineLatestMany(self, coalescedBy: clock).map { $0[0] }
    }
}

/// An output stream that discards its text.
struct Silence: TextOutputStream {
    mutating func write(_ string: String) {}
}
