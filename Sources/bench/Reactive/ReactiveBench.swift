import Glibc

/// `bench reactive`: speed and memory of the publisher layer, compared with other libraries.
///
/// The other libraries' figures are kept as multiples of a reference, one stored closure called through an
/// array, which was measured in the same run as they were: multiples carry over to this machine. Figures are
/// medians of nine passes through all cases, so that a pause changes at most one of the nine. Each cost is
/// divided by the reference directly before and after it: the speed of a virtual machine changes by half within
/// seconds. Each pass is a process of its own, with its code, stack and objects at other addresses: with a bad choice,
/// a case takes half as long again in the whole process. Bytes are exact and need no reference.
enum ReactiveBench {
    private static let turns = 9

    /// The cost of a case in a pass, and of the reference.
    private typealias Figures = (reference: Double, cost: Double)

    /// Measures each case once, and the reference directly before and after it; prints the figures.
    private static func pass() {
        var before = ReactiveCases.reference()
        for row in ReactiveRow.all {
            let cost = row.measure()
            let after = ReactiveCases.reference()
            print("figures", (before + after) / 2, cost)
            before = after
        }
    }

    /// Returns the figures of a pass in another process.
    private static func passElsewhere() -> [Figures] {
        let lines = BenchFiles.output(of: "exec /proc/\(getpid())/exe reactive pass")
        return lines.filter { $0.hasPrefix("figures ") }.map { line in
            let words = line.split(separator: " ")
            return (reference: Double(words[1]) ?? .nan, cost: Double(words[2]) ?? .nan)
        }
    }

    /// Runs the benchmark, or one pass of it.
    static func run(_ arguments: [String]) throws {
        if arguments == ["pass"] { return pass() }
        let rows = ReactiveRow.all
        let passes = (0..<turns).map { _ in passElsewhere() }
        guard passes.allSatisfy({ $0.count == rows.count }) else {
            throw BenchError(description: "a pass ended before all cases were measured")
        }
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
