/// A timed case, with the fastest other library.
nonisolated struct ReactiveRow {
    /// The name of the case.
    let name: String
    /// The cost of the fastest other library, as a multiple of the reference.
    let peer: Double
    /// The highest allowed cost, as a multiple of the reference: at most a third of the fastest library's.
    let limit: Double
    /// Measures the case, in CPU nanoseconds.
    let measure: () -> Double

    private init(
        _ name: String, peer: Double, limit: Double = .infinity, _ measure: @escaping () -> Double
    ) {
        self.name = name
        self.peer = peer
        self.limit = min(limit, peer / 3)
        self.measure = measure
    }

    /// The cases.
    ///
    /// The fastest library is OpenCombine, except for removeDuplicates (CombineX), fan-out to many sinks and
    /// subscribe+cancel (ReactiveSwift), and subscribe+cancel with others (RxSwift). Each figure was measured
    /// on up to two machines, in which the reference took 10.5 and 16.5 ns, and is the smaller multiple of
    /// it. Limits below a third were met before and must not be given up, or are absolute aims: 100 ns for
    /// zip and switchToLatest, 300 for debounce, 20 for the sequence, divided by 16.5. The other libraries' subscribe+cancel
    /// contains the conversion of a closure, of which ours costs 3.6.
    static var all: [ReactiveRow] {
        [
            ReactiveRow("subject-map-filter-sink", peer: 8.95, limit: 1.5) { ReactiveCases.chain() },
            ReactiveRow("erased chain", peer: 24.5, limit: 2) { ReactiveCases.erasedChain() },
            ReactiveRow("current value, removeDuplicates", peer: 25.8, limit: 1.5) {
                ReactiveCases.currentValue()
            },
            ReactiveRow("scan", peer: 25.4, limit: 1.5) { ReactiveCases.scan() },
            ReactiveRow("fan-out to 1", peer: 7.52, limit: 1.5) { ReactiveCases.fanOut(1) },
            ReactiveRow("fan-out to 1000, a delivery", peer: 3.43, limit: 0.7) {
                ReactiveCases.fanOut(1_000)
            },
            ReactiveRow("fan-out to 10000, a delivery", peer: 3.43, limit: 0.7) {
                ReactiveCases.fanOut(10_000)
            },
            ReactiveRow("combineLatest of 2", peer: 23.6) { ReactiveCases.combineLatest() },
            ReactiveRow("zip of 2, a pair", peer: 40.2, limit: 6) { ReactiveCases.zip() },
            ReactiveRow("merge of 2", peer: 33.3) { ReactiveCases.merge() },
            ReactiveRow("flatMap to a one-value source", peer: 50.4) { ReactiveCases.flatMapJust() },
            ReactiveRow("flatMap with one live inner", peer: 10.3) { ReactiveCases.flatMapLive() },
            ReactiveRow("switchToLatest, one-value inner", peer: 48.3) { ReactiveCases.switchJust() },
            ReactiveRow("switchToLatest to a live subject", peer: 65.9, limit: 6) {
                ReactiveCases.switchLive()
            },
            ReactiveRow("debounce in virtual time", peer: 99.3, limit: 18) { ReactiveCases.debounce() },
            ReactiveRow("cold sequence, map", peer: 30, limit: 1.2) { ReactiveCases.sequence() },
            ReactiveRow("subscribe+cancel", peer: 57.5, limit: 12.5) { ReactiveCases.churn(others: 0) },
            ReactiveRow("subscribe+cancel with 1000 others", peer: 91, limit: 12.5) {
                ReactiveCases.churn(others: 1_000)
            },
            ReactiveRow("subscribe+cancel with 100000 others", peer: 91, limit: 12.5) {
                ReactiveCases.churn(others: 100_000)
            },
            ReactiveRow("subscribe+cancel through map, filter", peer: 113.3) {
                ReactiveCases.churnThroughOperators()
            },
        ]
    }
}
