import CCosts
import Reactive

/// `bench reactive`: instructions and memory of the publisher layer.
///
/// The goals are the instructions of a value, stored with an earlier build; the bytes are at most half of those
/// of the leanest other library (OpenCombine, CombineX, ReactiveSwift or RxSwift).
nonisolated enum ReactiveBench {
    private static let rounds = 100_000
    private typealias Subject = PassthroughSubject<Int, Never>

    /// A case: how often it sends, and what it sends through; `make` returns a run, which ends up in `total`.
    private struct Case {
        let name: String
        /// The stored number of instructions of a value.
        let stored: Double
        let count: Int
        let make: (Total) -> () -> Void

        init(
            _ name: String, _ stored: Double, each count: Int = rounds,
            _ make: @escaping (Total) -> () -> Void
        ) {
            self.name = name
            self.stored = stored
            self.count = count
            self.make = make
        }
    }

    /// The sum of all values, so that nothing is optimised away, and the subscriptions of a run.
    private struct Total {
        final class Kept {
            var all: [AnyCancellable] = []
        }

        let sum: UnsafeMutablePointer<Int> = .allocate(capacity: 1)
        let kept = Kept()
    }

    /// Runs the benchmark.
    @MainActor static func run() throws {
        let total = Total()
        total.sum.initialize(to: 0)
        for item in cases {
            try CostComparison.run("reactive \(item.name)", each: item.count, stored: item.stored) {
                total.kept.all.removeAll()
                return item.make(total)
            }
        }
        total.kept.all.removeAll()
        if !CostComparison.isCounting { ReactiveMemory.report() }
    }

    @inline(never)
    private static func send(to subject: Subject, _ count: Int) {
        for value in 0..<count { subject.send(value) }
    }

    /// Returns a run that sends values to a subject, at whose end what `attach` makes is subscribed.
    private static func sending(
        _ count: Int = rounds, _ attach: @escaping (Subject, Total) -> AnyCancellable
    ) -> (Total) -> () -> Void {
        { total in
            let subject = Subject()
            total.kept.all.append(attach(subject, total))
            return { send(to: subject, count) }
        }
    }

    /// Returns a run that sends values to two subjects in turn.
    private static func sendingTwo(
        _ attach: @escaping (Subject, Subject, Total) -> AnyCancellable
    ) -> (Total) -> () -> Void {
        { total in
            let (left, right) = (Subject(), Subject())
            total.kept.all.append(attach(left, right, total))
            return {
                for value in 0..<rounds / 2 {
                    left.send(value)
                    right.send(value)
                }
            }
        }
    }

    /// Returns a run that sends values to many sinks.
    private static func fanOut(_ sinks: Int) -> (Total) -> () -> Void {
        { total in
            let subject = Subject()
            for _ in 0..<sinks { total.kept.all.append(subject.sink { total.sum.pointee &+= $0 }) }
            return { send(to: subject, rounds / sinks) }
        }
    }

    /// A closure in the form that generic code calls: it is not converted for each use, which would allocate.
    private struct Action<Value> {
        let run: (Value) -> Void
    }

    /// Returns a run that subscribes sinks beside others and cancels them; their closure is made before.
    private static func churn(others: Int) -> (Total) -> () -> Void {
        { total in
            let subject = Subject()
            let add = Action<Int> { total.sum.pointee &+= $0 }
            for _ in 0..<others { total.kept.all.append(subject.sink(receiveValue: add.run)) }
            return { for _ in 0..<rounds / 10 { subject.sink(receiveValue: add.run).cancel() } }
        }
    }

    private static func currentValue(_ total: Total) -> () -> Void {
        let subject = CurrentValueSubject<Int, Never>(-1)
        total.kept.all.append(subject.removeDuplicates().sink { total.sum.pointee &+= $0 })
        return { for value in 0..<rounds { subject.send(value) } }
    }

    private static func flatMapLive(_ total: Total) -> () -> Void {
        let (outer, inner) = (PassthroughSubject<Void, Never>(), Subject())
        total.kept.all.append(outer.flatMap { inner }.sink { total.sum.pointee &+= $0 })
        outer.send()
        return { send(to: inner, rounds) }
    }

    private static func debounce(_ total: Total) -> () -> Void {
        let (clock, subject) = (ManualScheduler(), Subject())
        total.kept.all.append(
            subject.debounce(for: .seconds(1), scheduler: clock).sink { total.sum.pointee &+= $0 })
        return {
            for value in 0..<rounds / 4 {
                subject.send(value)
                clock.advance(by: .seconds(1))
            }
        }
    }

    private static var cases: [Case] {
        [
            Case("map, filter", 105, sending { sink($0.map { $0 &+ 1 }.filter { $0 & 3 != 0 }, $1) }),
            Case("current value, removeDuplicates", 95, currentValue),
            Case("fan-out to 1", 47, fanOut(1)),
            Case("fan-out to 1000, a delivery", 23, fanOut(1_000)),
            Case("combineLatest", 287, sendingTwo { sink($0.combineLatest($1).map { $0.0 &+ $0.1 }, $2) }),
            Case(
                "zip, a pair", 348, each: rounds / 2, sendingTwo { sink($0.zip($1).map { $0.0 &+ $0.1 }, $2) }
            ),
            Case("merge", 136, sendingTwo { sink($0.merge(with: $1), $2) }),
            Case(
                "flatMap to one value", 167, each: rounds / 4,
                sending(rounds / 4) { sink($0.flatMap { Just($0) }, $1) }),
            Case("flatMap with one live inner", 137, flatMapLive),
            Case(
                "switchToLatest", 315, each: rounds / 4,
                sending(rounds / 4) { subject, total in
                    let inner = [Subject(), Subject()]
                    return sink(subject.map { inner[$0 & 1] }.switchToLatest(), total)
                }),
            Case("debounce in virtual time", 1_177, each: rounds / 4, debounce),
            Case("subscribe and cancel", 914, each: rounds / 10, churn(others: 0)),
            Case("subscribe and cancel beside 100000", 914, each: rounds / 10, churn(others: 100_000)),
        ]
    }

    private static func sink(_ publisher: some Publisher<Int, Never>, _ total: Total) -> AnyCancellable {
        publisher.sink { total.sum.pointee &+= $0 }
    }
}

/// The heap use of subscriptions and subjects; values use none.
nonisolated enum ReactiveMemory {
    private static let count = 10_000

    /// Judges the heap use of each case.
    static func report() {
        let never = PassthroughSubject<Int, Never>()
        let state = CurrentValueSubject<Int, Never>(0)
        goal("a sink", bytes: 160, mallocs: 2) { $0.sink { _ in } }
        goal("a sink through map and filter", bytes: 260, mallocs: 4) {
            $0.map { $0 &+ 1 }.filter { $0 > 0 }.sink { _ in }
        }
        goal("a sink of a current value", bytes: 246, mallocs: 3) { _ in state.sink { _ in } }
        goal("a sink of combineLatest", bytes: 590) { $0.combineLatest(never).sink { _ in } }
        goal("a sink of flatMap", bytes: 422) { $0.flatMap { _ in never }.sink { _ in } }
        goal("a subject", bytes: 72, mallocs: 1) { _ in PassthroughSubject<Int, Never>() }
        Goal.most("reactive mallocs an element", perElement(), limit: 0)
    }

    /// Measures the heap bytes and allocations of one of many objects, without the arrays' reserved capacity.
    private static func goal(
        _ name: String, bytes limit: Double, mallocs: Double = .infinity,
        _ make: (PassthroughSubject<Int, Never>) -> AnyObject
    ) {
        let subject = PassthroughSubject<Int, Never>()
        var all: [AnyObject] = []
        all.reserveCapacity(count)
        let bytes = allocated_bytes()
        let calls = allocation_count()
        for _ in 0..<count { all.append(make(subject)) }
        let used = Double(allocated_bytes() - bytes) / Double(count)
        let asked = (Double(allocation_count() - calls) / Double(count) * 100).rounded() / 100
        for case let sink as AnyCancellable in all { sink.cancel() }
        Goal.most("reactive heap of \(name)", used, limit: limit, unit: " B")
        if mallocs.isFinite { Goal.most("reactive mallocs of \(name)", asked, limit: mallocs) }
    }

    /// Returns the allocations for one value through a chain, to many sinks, of a state and of combinations.
    private static func perElement() -> Double {
        var kept: Set<AnyCancellable> = []
        let subject = PassthroughSubject<Int, Never>()
        let state = CurrentValueSubject<Int, Never>(0)
        subject.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.sink { _ in }.store(in: &kept)
        for _ in 0..<100 { subject.sink { _ in }.store(in: &kept) }
        state.removeDuplicates().combineLatest(subject).sink { _ in }.store(in: &kept)
        state.zip(subject).sink { _ in }.store(in: &kept)
        subject.send(0)
        let before = allocation_count()
        for value in 0..<1_000 {
            subject.send(value)
            state.send(value)
        }
        return Double(allocation_count() - before) / 2_000
    }
}
