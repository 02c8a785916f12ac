import Reactive

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
        Measure.goal("reactive mallocs an element", perElement(), limit: 0)
    }

    /// Measures the heap bytes and allocations of one of many objects, without the arrays' reserved capacity.
    private static func goal(
        _ name: String, peer: Double, limit: Double = .infinity, mallocs: Double = .infinity,
        _ make: (PassthroughSubject<Int, Never>) -> AnyObject
    ) {
        let subject = PassthroughSubject<Int, Never>()
        var all: [AnyObject] = []
        all.reserveCapacity(count)
        let bytes = Allocations.bytes
        let calls = Allocations.count
        for _ in 0..<count { all.append(make(subject)) }
        let used = Double(Allocations.bytes - bytes) / Double(count)
        let asked = (Double(Allocations.count - calls) / Double(count) * 100).rounded() / 100
        for case let sink as AnyCancellable in all { sink.cancel() }
        Measure.goal("reactive heap of \(name)", used, limit: min(limit, peer / 2), unit: " B")
        if mallocs.isFinite { Measure.goal("reactive mallocs of \(name)", asked, limit: mallocs) }
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
        let before = Allocations.count
        for value in 0..<1_000 {
            subject.send(value)
            state.send(value)
        }
        return Double(Allocations.count - before) / 2_000
    }
}
