/// `bench reactive`: speed and memory of the publisher layer, compared with other libraries.
///
/// The other libraries' figures are kept as multiples of a reference, one stored closure called through an
/// array, which was measured in the same run as they were: multiples carry over to this machine. Figures are
/// medians of nine passes through all cases, so that a pause changes at most one of the nine. Each cost is
/// divided by the reference directly before and after it: the speed of a virtual machine changes by half within
/// seconds. Bytes are exact and need no reference.
enum ReactiveBench {
    private static let turns = 9

    /// Measures each case once, and the reference directly before and after it.
    private static func pass(_ rows: [ReactiveRow]) -> [(reference: Double, cost: Double)] {
        var before = ReactiveCases.reference()
        return rows.map { row in
            let cost = row.measure()
            let after = ReactiveCases.reference()
            defer { before = after }
            return ((before + after) / 2, cost)
        }
    }

    /// Runs the benchmark.
    static func run() {
        let rows = ReactiveRow.all
        let passes = (0..<turns).map { _ in pass(rows) }
        print("reference: \(Measure.short(Measure.median(passes.joined().map(\.reference)))) ns")
        for (number, row) in rows.enumerated() {
            let all = passes.map { $0[number] }
            let cost = Measure.median(all.map { $0.cost / $0.reference })
            let times = Measure.short(row.peer / cost)
            let time = Measure.short(Measure.median(all.map(\.cost)))
            print("\(row.name): \(time) ns, \(times) times the speed of the fastest peer")
            Measure.goal("reactive \(row.name)", cost, limit: row.limit, unit: "x")
        }
        print("queued self-send: \(Measure.short(ReactiveCases.selfSend())) ns")
        ReactiveMemory.report()
    }
}
