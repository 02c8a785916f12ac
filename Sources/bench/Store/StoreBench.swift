import Glibc
import Records
import Storing

/// `bench store`: the cost of the store compared with SQLite alone, which stores the same bytes without
/// checksums, comparison or differences, and a log only of single changes; in one run and in turn, medians of seven.
/// A ratio is the median of the ratios of the turns: the speed of a virtual machine changes by half within seconds.
///
/// Times are CPU times of the process; wall times are shown where it waits for the disk.
enum StoreBench {
    private static let turns = 7

    private static let count = 85_000

    /// Runs the benchmark.
    ///
    /// - Throws: An error of the disk.
    static func run() throws {
        let documents = StoreDocuments(count: count)
        var results: [StoreResult: [(ours: BenchCost, floor: BenchCost)]] = [:]
        for _ in 0..<turns {
            let floor = try StoreFloor.measure(documents)
            for (name, ours) in try measure(documents) {
                results[name, default: []].append((ours, floor[name] ?? BenchCost()))
            }
        }
        print("\(count) records of \(documents.size) bytes")
        print(
            "                                 SQLite: CPU µs  wall µs   ours: CPU µs  wall µs   ratio (CPU)")
        var ratios: [(StoreResult, Double)] = []
        for name in StoreResult.allCases {
            let all = results[name] ?? []
            let ours = BenchCost.median(all.map(\.ours))
            let floor = BenchCost.median(all.map(\.floor))
            let ratio = Measure.median(all.map { $0.ours.processor / $0.floor.processor })
            print(name.line(ours: ours, floor: floor, ratio: ratio))
            ratios.append((name, ratio))
        }
        for (name, ratio) in ratios {
            Measure.goal("store, \(name.rawValue)", ratio, limit: name.limit, unit: "x")
        }
    }

    private static func measure(_ documents: StoreDocuments) throws -> [StoreResult: BenchCost] {
        let directory = try BenchFolder()
        let store = try Store.open(directory: directory.path, at: documents.moment).store
        let reader = try StoreReader(directory: directory.path)
        var costs: [StoreResult: BenchCost] = [:]
        costs[.load] = try load(documents, into: store, reader: reader)
        // As the daemon does when it is idle: the log keeps its size, like that of the floor.
        try store.checkpointIfNeeded(isIdle: true)
        let same = documents.slices()
        costs[.compare] = try BenchCost.median(of: documents.count) {
            try accept(same, into: store, reader: reader, documents: documents)
        }
        let other = documents.slices(changing: documents.count / 2)
        costs[.change] = try BenchCost.of(documents.count) {
            try accept(other, into: store, reader: reader, documents: documents)
        }
        costs[.commit] = try BenchCost.of(documents.few) {
            for index in 0..<documents.few {
                let record = documents.record(index, version: 2)
                let difference = Difference.put(record, record.hash)
                _ = try store.commit([difference], of: "s", at: documents.moment)
            }
        }
        costs[.read] = try BenchCost.median(of: documents.count) { try readAll(reader) }
        costs[.open] = try BenchCost.undisturbed(1) {
            _ = try Store.open(directory: directory.path, at: documents.moment)
        }
        return costs
    }

    /// Measures the first load part by part.
    private static func load(
        _ documents: StoreDocuments, into store: Store, reader: StoreReader
    ) throws -> BenchCost {
        var (comparing, storing) = (BenchParts(), BenchParts())
        try accept(
            documents.slices(), into: store, reader: reader, documents: documents,
            comparing: { try comparing.measure($0) }, storing: { try storing.measure($0) })
        return comparing.cost(of: documents.count) + storing.cost(of: documents.count)
    }

    /// Compares a document slice by slice within `comparing`, and stores its differences part by part within `storing`.
    private static func accept(
        _ slices: [[Record]], into store: Store, reader: StoreReader, documents: StoreDocuments,
        comparing: (() throws -> Void) throws -> Void = { try $0() },
        storing: (() throws -> Void) throws -> Void = { try $0() }
    ) throws {
        let comparison = try Comparison(of: "s", in: reader)
        for slice in slices { try comparing { try comparison.add(slice) } }
        comparison.finish()
        var commit: Commit?
        var isComplete = false
        while !isComplete {
            try storing {
                guard let part = try comparison.next() else { return isComplete = true }
                commit = try store.commit(part, of: "s", at: documents.moment, after: commit)
                try store.checkpointIfNeeded(isIdle: false)
            }
        }
    }

    private static func readAll(_ reader: StoreReader) throws {
        var place: (source: String, key: String)?
        while let last = try reader.snapshot(after: place, limit: 500).last {
            place = (last.source, last.record.key)
        }
    }
}
