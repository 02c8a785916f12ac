/// `bench reactive`: speed and memory of the publisher layer, compared with one stored closure called through
/// an array.
///
/// Ratios to that reference carry over to other machines. The peers' figures are in the same ratio: where a
/// limit names a peer, it is half of the best one.
enum ReactiveBench {
    /// Runs the benchmark.
    static func run() {
        let reference = ReactiveCases.reference()
        print("reference: \(Measure.short(reference)) ns for one stored closure called through an array")
        func goal(_ name: String, _ nanoseconds: Double, _ limit: Double) {
            print("\(name): \(Measure.short(nanoseconds)) ns")
            Measure.goal("reactive \(name)", nanoseconds / reference, limit: limit, unit: "x")
        }
        goal("subject-map-filter-sink", ReactiveCases.chain(), 1.5)
        goal("fan-out to 10000, a delivery", ReactiveCases.fanOut(10_000), 0.7)
        goal("subscribe+cancel", ReactiveCases.churn(others: 0), 15)
        goal("subscribe+cancel with 100000 others", ReactiveCases.churn(others: 100_000), 15)
        goal("combineLatest of 2", ReactiveCases.combineLatest(), 11.8)
        goal("flatMap to a one-value source", ReactiveCases.flatMapJust(), 25.2)
        goal("flatMap with one live inner", ReactiveCases.flatMapLive(), 5.1)
        goal("switchToLatest, one-value inner", ReactiveCases.switchJust(), 24.1)
        goal("switchToLatest to a live subject", ReactiveCases.switchLive(), 33)
        print("current value, removeDuplicates: \(Measure.short(ReactiveCases.currentValue())) ns")
        print("queued self-send: \(Measure.short(ReactiveCases.selfSend())) ns")
        ReactiveMemory.report()
    }
}
