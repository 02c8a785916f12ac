import Reactive

/// A random graph of operators, as publishers and as a model.
struct Graph {
    typealias Stream = AnyPublisher<Int, TestError>

    let clock: ManualScheduler
    var generator: SplitMix
    private(set) var text = ""

    init(seed: UInt64, clock: ManualScheduler) {
        generator = SplitMix(seed: seed)
        self.clock = clock
    }

    /// Returns a graph up to a depth, with the output that it should have.
    mutating func make(depth: Int) -> (stream: Stream, model: Timeline) {
        if depth == 0 || chance(8) == 0 { return source() }
        return chance(3) == 0 ? joined(depth - 1) : linear(depth - 1)
    }

    private mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private mutating func wait() -> Int64 { Int64.random(in: 1..<100_000_000, using: &generator) }

    /// Returns a cold source: each subscription receives its values at the same times.
    private mutating func source() -> (stream: Stream, model: Timeline) {
        let times = Set((0...chance(6)).map { _ in wait() * 7 + 1 }).sorted()
        let values = times.dropLast().map { Timeline.Moment(time: $0, value: chance(4)) }
        let model = Timeline(values: values, end: times.last!, fails: chance(3) == 0)
        text += "source(\(values.count))"
        let clock = clock
        let stream = Deferred { () -> Stream in
            let subject = PassthroughSubject<Int, TestError>()
            for moment in model.values {
                clock.schedule(after: LoopTime(microseconds: moment.time)) { subject.send(moment.value) }
            }
            clock.schedule(after: LoopTime(microseconds: model.end)) {
                subject.send(completion: model.fails ? .failure(.oops) : .finished)
            }
            return subject.eraseToAnyPublisher()
        }
        return (stream.eraseToAnyPublisher(), model)
    }

    private mutating func linear(_ depth: Int) -> (stream: Stream, model: Timeline) {
        let (stream, model) = make(depth: depth)
        let number = chance(5)
        switch chance(9) {
        case 0: return note("map", stream.map { $0 &+ number }, model.map { $0 &+ number })
        case 1:
            return note(
                "filter", stream.filter { $0 % 3 != number % 3 }, model.filter { $0 % 3 != number % 3 })
        case 2: return note("scan", stream.scan(0) { $0 &+ $1 }, model.scan { $0 &+ $1 })
        case 3: return note("removeDuplicates", stream.removeDuplicates(), model.removeDuplicates())
        case 4: return note("prefix", stream.prefix(number + 1), model.prefix(number + 1))
        case 5: return note("dropFirst", stream.dropFirst(number), model.dropFirst(number))
        case 6: return note("catch", stream.catch { _ in Graph.one(number) }, model.catch(number))
        case 7: return note("share", stream.share(), model)
        default: return timed(stream, model)
        }
    }

    private static func one(_ number: Int) -> some Publisher<Int, TestError> {
        Just(number).setFailureType(to: TestError.self)
    }

    private mutating func timed(_ stream: Stream, _ model: Timeline) -> (stream: Stream, model: Timeline) {
        let time = wait() * 3
        let span = LoopTime.Stride(microseconds: time)
        switch chance(4) {
        case 0: return note("delay", stream.delay(for: span, scheduler: clock), model.delay(time))
        case 1: return note("debounce", stream.debounce(for: span, scheduler: clock), model.debounce(time))
        case 2: return expanded(stream, model, switching: false)
        default: return expanded(stream, model, switching: true)
        }
    }

    /// Maps each value to two, each after a delay.
    private mutating func expanded(
        _ stream: Stream, _ model: Timeline, switching: Bool
    ) -> (stream: Stream, model: Timeline) {
        let (first, more, clock) = (wait(), wait(), clock)
        let inner: (Int) -> Stream = { value in
            let subject = PassthroughSubject<Int, TestError>()
            let start = clock.now
            clock.schedule(after: start + .microseconds(first)) { subject.send(value) }
            clock.schedule(after: start + .microseconds(first + more)) {
                subject.send(value &+ 1)
                subject.send(completion: .finished)
            }
            return subject.eraseToAnyPublisher()
        }
        let expected = model.expand(first, first + more, switching: switching)
        return switching
            ? note("switchToLatest", stream.map(inner).switchToLatest(), expected)
            : note("flatMap", stream.flatMap(inner), expected)
    }

    private mutating func joined(_ depth: Int) -> (stream: Stream, model: Timeline) {
        text += "("
        let (left, leftModel) = make(depth: depth)
        text += ", "
        let (right, rightModel) = make(depth: depth)
        text += ")"
        switch chance(3) {
        case 0:
            return note("merge", left.merge(with: right), .merge([leftModel, rightModel]))
        case 1:
            return note(
                "combineLatest", left.combineLatest(right) { $0 &* 31 &+ $1 },
                leftModel.combineLatest(rightModel))
        default:
            return note("zip", left.zip(right) { $0 &* 31 &+ $1 }, leftModel.zip(rightModel))
        }
    }

    private mutating func note(
        _ name: String, _ stream: some Publisher<Int, TestError>, _ model: Timeline
    ) -> (stream: Stream, model: Timeline) {
        text += ".\(name)"
        return (stream.eraseToAnyPublisher(), model)
    }
}
