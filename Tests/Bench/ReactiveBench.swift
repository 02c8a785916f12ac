import CCosts
import Reactive

/// `bench reactive`: speed and memory of the publisher layer, compared with other libraries.
///
/// The other libraries' figures are kept as multiples of a reference, one stored closure called through an
/// array, which was measured in the same run as they were. The goals are instructions of a value, at most a
/// tenth above those of the commit that set them; bytes are exact.
///
/// The fastest library is OpenCombine, except for removeDuplicates (CombineX), fan-out to many sinks and
/// subscribe+cancel (ReactiveSwift), and subscribe+cancel with others (RxSwift).
nonisolated enum ReactiveBench {
    private static let rounds = 100_000
    private typealias Subject = PassthroughSubject<Int, Never>

    /// A case: how often it sends, and what it sends through; `make` returns a run, which ends up in `total`.
    private struct Case {
        let name: String
        /// The cost of the fastest other library, as a multiple of the reference.
        let peer: Double
        /// The greatest number of instructions.
        let limit: Double
        var count = rounds
        let make: (Total) -> () -> Void
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
        let reference = try CostComparison.run(
            "reactive reference", each: rounds, .body { self.reference(total) })
        for item in cases {
            let time = try CostComparison.run(
                "reactive \(item.name)", each: item.count,
                .body {
                    total.kept.all.removeAll()
                    return item.make(total)
                }, limit: item.limit)
            total.kept.all.removeAll()
            guard !CostComparison.isCounting else { continue }
            print("  \(Goal.short(item.peer * reference / time)) times the speed of the fastest peer")
        }
        if !CostComparison.isCounting { ReactiveMemory.report() }
    }

    private static func reference(_ total: Total) -> () -> Void {
        let closures: [(Int) -> Void] = [{ total.sum.pointee &+= $0 }]
        return { call(closures, times: rounds) }
    }

    @inline(never)
    private static func call(_ closures: [(Int) -> Void], times count: Int) {
        for value in 0..<count { for closure in closures { closure(value) } }
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

    private static func churnThroughOperators(_ total: Total) -> () -> Void {
        let chain = Subject().map { $0 &+ 1 }.filter { $0 & 3 != 0 }
        let add: (Int) -> Void = { total.sum.pointee &+= $0 }
        return { for _ in 0..<rounds / 10 { chain.sink(receiveValue: add).cancel() } }
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

    private static func sequence(_ total: Total) -> () -> Void {
        let numbers = Array(0..<rounds).publisher.map { $0 &+ 1 }
        return { numbers.sink { total.sum.pointee &+= $0 }.cancel() }
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

    private static func selfSend(_ total: Total) -> () -> Void {
        let subject = Subject()
        total.kept.all.append(subject.sink { if $0 > 0 { subject.send($0 - 1) } })
        return { subject.send(rounds) }
    }

    private static var cases: [Case] {
        [
            Case(
                name: "subject-map-filter-sink", peer: 8.95, limit: 115,
                make: sending { subject, total in
                    subject.map { $0 &+ 1 }.filter { $0 & 3 != 0 }.sink { total.sum.pointee &+= $0 }
                }),
            Case(
                name: "erased chain", peer: 24.5, limit: 145,
                make: sending { subject, total in
                    subject.map { $0 &+ 1 }.filter { $0 & 3 != 0 }.eraseToAnyPublisher().sink {
                        total.sum.pointee &+= $0
                    }
                }),
            Case(name: "current value, removeDuplicates", peer: 25.8, limit: 104, make: currentValue),
            Case(
                name: "scan", peer: 25.4, limit: 109,
                make: sending { subject, total in
                    subject.scan(0) { $0 &+ $1 }.sink { total.sum.pointee &+= $0 }
                }),
            Case(name: "fan-out to 1", peer: 7.52, limit: 52, make: fanOut(1)),
            Case(name: "fan-out to 1000, a delivery", peer: 3.43, limit: 25, make: fanOut(1_000)),
            Case(name: "fan-out to 10000, a delivery", peer: 3.43, limit: 25, make: fanOut(10_000)),
            Case(
                name: "combineLatest of 2", peer: 23.6, limit: 271,
                make: sendingTwo { left, right, total in
                    left.combineLatest(right).sink { total.sum.pointee &+= $0.0 &+ $0.1 }
                }),
            Case(
                name: "zip of 2, a pair", peer: 40.2, limit: 361, count: rounds / 2,
                make: sendingTwo { left, right, total in
                    left.zip(right).sink { total.sum.pointee &+= $0.0 &+ $0.1 }
                }),
            Case(
                name: "merge of 2", peer: 33.3, limit: 150,
                make: sendingTwo { left, right, total in
                    left.merge(with: right).sink { total.sum.pointee &+= $0 }
                }),
            Case(
                name: "flatMap to a one-value source", peer: 50.4, limit: 184, count: rounds / 4,
                make: sending(rounds / 4) { subject, total in
                    subject.flatMap { Just($0) }.sink { total.sum.pointee &+= $0 }
                }),
            Case(name: "flatMap with one live inner", peer: 10.3, limit: 151, make: flatMapLive),
            Case(
                name: "switchToLatest, one-value inner", peer: 48.3, limit: 161, count: rounds / 4,
                make: sending(rounds / 4) { subject, total in
                    subject.map { Just($0) }.switchToLatest().sink { total.sum.pointee &+= $0 }
                }),
            Case(
                name: "switchToLatest to a live subject", peer: 65.9, limit: 346, count: rounds / 4,
                make: sending(rounds / 4) { subject, total in
                    let inner = [Subject(), Subject()]
                    return subject.map { inner[$0 & 1] }.switchToLatest().sink { total.sum.pointee &+= $0 }
                }),
            Case(
                name: "debounce in virtual time", peer: 99.3, limit: 1295, count: rounds / 4, make: debounce),
            Case(name: "cold sequence, map", peer: 30, limit: 48, make: sequence),
            Case(
                name: "subscribe+cancel", peer: 57.5, limit: 1005, count: rounds / 10, make: churn(others: 0)),
            Case(
                name: "subscribe+cancel with 1000 others", peer: 91, limit: 1005, count: rounds / 10,
                make: churn(others: 1_000)),
            Case(
                name: "subscribe+cancel with 100000 others", peer: 91, limit: 1005, count: rounds / 10,
                make: churn(others: 100_000)),
            Case(
                name: "subscribe+cancel through map, filter", peer: 113.3, limit: 2400, count: rounds / 10,
                make: churnThroughOperators),
            Case(name: "queued self-send", peer: .nan, limit: 194, make: selfSend),
        ]
    }
}

/// Checks the heap use of subscriptions and subjects, and that values use none.
nonisolated enum ReactiveMemory {
    private static let count = 10_000

    /// Prints the heap use of each case; each limit is at most half of the leanest other library's use.
    static func report() {
        let never = PassthroughSubject<Int, Never>()
        let state = CurrentValueSubject<Int, Never>(0)
        let clock = ManualScheduler()
        goal("a sink", peer: 464, limit: 160, mallocs: 2) { $0.sink { _ in } }
        goal("a sink through map and filter", peer: 525, limit: 260, mallocs: 4) {
            $0.map { $0 &+ 1 }.filter { $0 > 0 }.sink { _ in }
        }
        goal("a sink of a current value", peer: 493, mallocs: 3) { _ in state.sink { _ in } }
        goal("a sink of combineLatest", peer: 1_194, limit: 590) { $0.combineLatest(never).sink { _ in } }
        goal("a sink of flatMap", peer: 845) { $0.flatMap { _ in never }.sink { _ in } }
        goal("a sink of debounce", peer: 765) {
            $0.debounce(for: .seconds(1), scheduler: clock).sink { _ in }
        }
        goal("a subject", peer: 144, mallocs: 1) { _ in PassthroughSubject<Int, Never>() }
        Goal.most("reactive mallocs an element", perElement(), limit: 0)
    }

    /// Measures the heap bytes and allocations of one of many objects, without the arrays' reserved capacity.
    private static func goal(
        _ name: String, peer: Double, limit: Double = .infinity, mallocs: Double = .infinity,
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
        Goal.most("reactive heap of \(name)", used, limit: min(limit, peer / 2), unit: " B")
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
