/// `bench reactive`: speed and memory of the publisher layer, compared with other libraries.
///
/// The other libraries' figures are kept as multiples of a reference, one stored closure called through an
/// array, which was measured in the same run as they were: multiples carry over to this machine. Figures are
/// medians of five passes through all cases, so that a pause changes at most one of the five; the reference
/// is measured before each case, since a single one varies by a third. Bytes are exact and need no reference.
enum ReactiveBench {
    /// Runs the benchmark.
    static func run() {
        let rows = ReactiveRow.all
        let passes = (0..<5).map { _ in
            rows.map { (reference: ReactiveCases.reference(), cost: $0.measure()) }
        }
        let reference = Measure.median(passes.joined().map(\.reference))
        print("reference: \(Measure.short(reference)) ns")
        for (number, row) in rows.enumerated() {
            let cost = Measure.median(passes.map { $0[number].cost })
            let times = Measure.short(row.peer * reference / cost)
            print("\(row.name): \(Measure.short(cost)) ns, \(times) times the speed of the fastest peer")
            Measure.goal("reactive \(row.name)", cost / reference, limit: row.limit, unit: "x")
        }
        print("queued self-send: \(Measure.short(ReactiveCases.selfSend())) ns")
        ReactiveMemory.report()
    }
}
