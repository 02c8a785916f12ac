import Reactive

/// Checks the heap use of subscriptions, and that values use none.
nonisolated enum ReactiveMemory {
    private static let sinks = 10_000

    static func report() {
        let plain = perSink { subject in subject.sink { _ in } }
        Measure.goal("reactive heap of a sink", plain.bytes, limit: 240, unit: " B")
        Measure.goal("reactive mallocs of a sink", plain.mallocs, limit: 3)
        let mapped = perSink { subject in subject.map { $0 &+ 1 }.filter { $0 > 0 }.sink { _ in } }
        print("heap of a sink through map and filter: \(Measure.short(mapped.bytes)) B")
        Measure.goal("reactive mallocs of a sink through map and filter", mapped.mallocs, limit: 5)
        Measure.goal("reactive mallocs an element", perElement(), limit: 0)
    }

    /// Returns the heap bytes and allocations of one of many sinks of a subject, without the arrays' reserved
    /// capacity.
    private static func perSink(
        _ subscribe: (PassthroughSubject<Int, Never>) -> AnyCancellable
    ) -> (bytes: Double, mallocs: Double) {
        let subject = PassthroughSubject<Int, Never>()
        var all: [AnyCancellable] = []
        all.reserveCapacity(sinks)
        let bytes = Allocations.bytes
        let mallocs = Allocations.count
        for _ in 0..<sinks { all.append(subscribe(subject)) }
        let used = Double(Allocations.bytes - bytes) / Double(sinks)
        let asked = Double(Allocations.count - mallocs) / Double(sinks)
        for sink in all { sink.cancel() }
        return (used, (asked * 100).rounded() / 100)
    }

    /// Returns the allocations for one value through a chain, to many sinks, of a state and of a combination.
    private static func perElement() -> Double {
        var kept: Set<AnyCancellable> = []
        let subject = PassthroughSubject<Int, Never>()
        let state = CurrentValueSubject<Int, Never>(0)
        subject.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.sink { _ in }.store(in: &kept)
        for _ in 0..<100 { subject.sink { _ in }.store(in: &kept) }
        state.removeDuplicates().combineLatest(subject).sink { _ in }.store(in: &kept)
        subject.send(0)
        let before = Allocations.count
        for value in 0..<1_000 {
            subject.send(value)
            state.send(value)
        }
        return Double(Allocations.count - before) / 2_000
    }
}
