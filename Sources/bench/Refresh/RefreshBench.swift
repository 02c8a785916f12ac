import Decoding
import Records

/// `bench refresh`: the cost of each step of a document into the store, in one run and in turn with the
/// floor: reading its bytes, and SQLite alone with the same rows. CPU time, medians of five. Then the cost of unchanged
/// responses by HTTP/2 and HTTP/1.1.
enum RefreshBench {
    private static let turns = 5

    /// Runs the benchmark.
    ///
    /// - Throws: An error if the corpus is missing, or of the disk.
    static func run() throws {
        let reports = try RefreshDocument.reports()
        let table = try RefreshDocument.table(rows: 85_000)
        let machine = try RefreshMachine(table)
        let documents = StoreDocuments(count: table.records)
        var costs: [RefreshCosts] = []
        for turn in 0..<turns {
            var cost = try machine.measure(turn)
            cost.reports = try reports.decode()
            cost.reportBytes = try reports.read()
            let floor = try StoreFloor.measure(documents)
            cost.floorCompare = (floor[.compare]?.processor ?? 0) * Double(table.records)
            cost.floorCommit = floor[.commit]?.processor ?? 0
            costs.append(cost)
        }
        printTimes(RefreshCosts.median(costs), reports: reports, table: table)
        try TransportBench.run()
    }

    private static func printTimes(_ cost: RefreshCosts, reports: RefreshDocument, table: RefreshDocument) {
        let bytes = Double(table.bytes.count)
        let count = Double(reports.records)
        print(
            "reports of weather  \(Measure.short(count / cost.reports * 1e6)) a second, read and written as records"
        )
        print(
            "table               \(Measure.short(bytes / cost.decode)) MB/s, \(table.records) rows to records"
        )
        print("one change of \(table.records) rows, ms       ours    floor")
        line("read and write reports", ours: cost.reports, floor: cost.reportBytes)
        line("read the bytes", ours: nil, floor: cost.bytes)
        line("decode", ours: cost.decode, floor: cost.bytes)
        line("compare", ours: cost.compare, floor: cost.floorCompare)
        line("store", ours: cost.store, floor: cost.floorCommit)
        line("keep the document", ours: cost.keep, floor: cost.bytes)
        ratio("compare to SQLite alone", cost.compare / cost.floorCompare)
        ratio("store to SQLite alone", cost.store / cost.floorCommit)
        ratio(
            "decode, compare and store to decoding alone",
            (cost.decode + cost.compare + cost.store) / cost.decode)
    }

    private static func ratio(_ name: String, _ value: Double) {
        print("ratio \(name): \(Measure.short(value))x")
    }

    private static func line(_ name: String, ours: Double?, floor: Double) {
        let columns = [ours.map { Measure.short($0 / 1000) } ?? "", Measure.short(floor / 1000)]
        print("  " + name.left(30) + columns.map { $0.right(9) }.joined())
    }
}
