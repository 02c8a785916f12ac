import Glibc
import Records
import Rhythm

/// The learned rhythm against a timer with equal requests, on recorded times, and what a decision costs.
nonisolated enum RhythmBench {
    /// A source, and when it published.
    typealias Recorded = (name: String, times: [RecordedPublication])

    /// A row of goals: the ratio of mean delays, as the median over a class and for each of its sources.
    private struct Row {
        let name: String
        let requests: [Int]
        let medians: [Double]
        /// The limit for sources with at least 300 publications; fewer scatter more.
        let each: Double
        var special: Double?
        var percentile95: Double?
    }

    private static let rows = [
        Row(
            name: "metar-hourly", requests: [288, 144, 72], medians: [0.33, 0.25, 0.32], each: 0.4,
            special: 1.25),
        Row(name: "metar-halfhourly", requests: [288, 144], medians: [0.25, 0.18], each: 0.3),
        Row(name: "taf", requests: [96, 24], medians: [0.4, 0.5], each: 1.05),
        Row(name: "dataset", requests: [24, 6], medians: [0.6, 0.4], each: 1.05),
        Row(name: "feed-busy", requests: [24], medians: [0.95], each: 1.05, percentile95: 1.1),
        Row(name: "feed-quiet", requests: [24], medians: [1], each: 1.05, percentile95: 1.1),
        Row(name: "memoryless", requests: [144, 24], medians: [1.05, 1.05], each: 1.05),
    ]

    /// Runs the benchmark.
    static func run() throws {
        let sources = try recorded()
        for row in rows {
            for (requests, median) in zip(row.requests, row.medians) {
                judge(row, requests, median: median, sources.filter { $0.name.hasPrefix(row.name + ".") })
            }
        }
        BatchRhythmBench.run(sources)
        RandomRhythmBench.run()
        measureCost(sources)
    }

    private static func measureCost(_ sources: [Recorded]) {
        var bench = RhythmCostBench()
        for row in rows {
            let members = sources.filter { $0.name.hasPrefix(row.name + ".") }
            for requests in row.requests { bench.addClass(row.name, members, requests: requests) }
        }
        BatchRhythmBench.add(sources, to: &bench)
        bench.measure()
    }

    private static func recorded() throws -> [Recorded] {
        let folder = BenchFiles.root + "Tests/RhythmTests/Corpus/"
        guard let directory = opendir(folder) else {
            throw BenchError(description: "\(folder) cannot be opened")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".csv") { names.append(name) }
        }
        return try names.sorted().map { name in
            let bytes = try BenchFiles.bytes(folder + name)
            return (name, try RecordedPublication.read(bytes, usesAvailability: true))
        }
    }

    private static func judge(
        _ row: Row, _ requests: Int, median: Double, _ sources: [Recorded]
    ) {
        guard let budget = RequestBudget(requestsPerDay: requests) else { return }
        var ratios: [Double] = []
        var worst = (many: 0.0, few: 0.0, special: 0.0, requests: 0.0, day: 0.0)
        // The 95th percentile of sources with many and with few publications.
        var late = (many: 0.0, few: 0.0)
        for source in sources {
            let rehearsal = Rehearsal(source.times, budget: budget)
            guard let model = rehearsal.model(), let timer = rehearsal.timer() else { continue }
            let ratio = model.mean / timer.mean
            ratios.append(ratio)
            let means = "\(Measure.short(timer.mean)) s, \(Measure.short(model.mean)) s"
            print("\(source.name) \(requests)/d: \(means)")
            if timer.count >= 300 {
                worst.many = max(worst.many, ratio)
            } else {
                worst.few = max(worst.few, ratio)
            }
            if let special = model.special, let other = timer.special {
                worst.special = max(worst.special, special / other)
            }
            let percentile95 = model.percentile95 / timer.percentile95
            if timer.count >= 300 {
                late.many = max(late.many, percentile95)
            } else {
                late.few = max(late.few, percentile95)
            }
            worst.requests = max(worst.requests, model.requestsPerDay / timer.requestsPerDay)
            worst.day = max(worst.day, model.worstDay / Double(requests))
        }
        let sorted = ratios.sorted()
        let middle = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        let name = "\(row.name) \(requests)/d"
        Measure.goal("\(name) median", middle, limit: median)
        Measure.goal("\(name) worst source", worst.many, limit: row.each)
        if worst.few > 0 { Measure.goal("\(name) worst short source", worst.few, limit: 1.25) }
        if let limit = row.special { Measure.goal("\(name) special reports", worst.special, limit: limit) }
        if let limit = row.percentile95 {
            Measure.goal("\(name) p95", late.many, limit: limit)
            if late.few > 0 { Measure.goal("\(name) p95 of a short source", late.few, limit: 1.25) }
        }
        Measure.goal("\(name) requests of the budget", worst.requests, limit: 1)
        Measure.goal("\(name) requests in 24 hours", worst.day, limit: 1.25)
    }
}
