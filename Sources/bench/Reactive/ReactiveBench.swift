/// `bench reactive`: speed and memory of the publisher layer, compared with other libraries.
///
/// The other libraries' figures are kept as multiples of a reference, one stored closure called through an
/// array, which was measured in the same run as they were. Each case is divided by the reference measured
/// right before it: multiples carry over to this machine, whatever else it runs. Bytes are exact and need no
/// reference.
enum ReactiveBench {
    /// Runs the benchmark.
    static func run() {
        for row in ReactiveRow.all {
            let reference = ReactiveCases.reference()
            let cost = row.measure()
            let times = Measure.short(row.peer * reference / cost)
            print("\(row.name): \(Measure.short(cost)) ns, \(times) times the speed of the fastest peer")
            Measure.goal("reactive \(row.name)", cost / reference, limit: row.limit, unit: "x")
        }
        print("queued self-send: \(Measure.short(ReactiveCases.selfSend())) ns")
        ReactiveMemory.report()
    }
}
