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
        func goal(_ name: String, nanoseconds: Double, limit: Double) {
            print("\(name): \(Measure.short(nanoseconds)) ns")
            Measure.goal("reactive \(name)", nanoseconds / reference, limit: limit, unit: "x")
        }
        goal("subject-map-filter-sink", nanoseconds: ReactiveCases.chain(), limit: 1.5)
        goal("fan-out to 10000, a delivery", nanoseconds: ReactiveCases.fanOut(10_000), limit: 0.7)
        goal("subscribe+cancel", nanoseconds: ReactiveCases.churn(others: 0), limit: 15)
        goal(
            "subscribe+cancel with 100000 others", nanoseconds: ReactiveCases.churn(others: 100_000),
            limit: 15)
        goal("combineLatest of 2", nanoseconds: ReactiveCases.combineLatest(), limit: 11.8)
        goal("flatMap to a one-value source", nanoseconds: ReactiveCases.flatMapJust(), limit: 25.2)
        goal("flatMap with one live inner", nanoseconds: ReactiveCases.flatMapLive(), limit: 5.1)
        goal("switchToLatest, one-value inner", nanoseconds: ReactiveCases.switchJust(), limit: 24.1)
        goal("switchToLatest to a live subject", nanoseconds: ReactiveCases.switchLive(), limit: 33)
        print("current value, removeDuplicates: \(Measure.short(ReactiveCases.currentValue())) ns")
        print("queued self-send: \(Measure.short(ReactiveCases.selfSend())) ns")
        ReactiveMemory.report()
    }
}
