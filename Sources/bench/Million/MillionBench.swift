import Decoding
import Definitions
import Glibc
import Reactive
import Records
import Systemd
import Varlink

/// `bench million`: a table of a million rows, 300 MB, in a complete almanac in this process: its first load,
/// and a refresh with ten changed rows.
///
/// Memory is the process's peak, including mapped files. A turn of the loop is measured in wall time, so that
/// other load lengthens it; its computing and queueing times are printed. CPU time is that of the whole
/// process. The refresh starts after the indexes have caught up, and is repeated: the median counts.
enum MillionBench {
    private static let turns = 5
    private static let definition = """
        Kind=table
        Refresh=1d
        MaxBytes=1G
        [Table]
        Delimiter=,
        [Record]
        Key=id
        Title=name
        Number=latitude longitude
        Location=latitude longitude

        """

    /// Runs the benchmark.
    ///
    /// - Throws: An error of the disk.
    static func run() throws {
        let fixture = try MillionFixture(definition)
        let begin = Measure.wall
        let table = try MillionTable(at: fixture.table)
        let first = try fixture.measure(documents: 1)
        print("first load: \(first)")
        let indexes = try fixture.settle()
        print("indexes after it: \(Measure.short(indexes.wall)) s, \(Measure.short(indexes.cpu)) s of CPU")
        var refreshes: [MillionFixture.Cost] = []
        var ratios: [Double] = []
        for turn in 1...turns {
            try table.change(version: turn)
            let refresh = try fixture.measure(documents: 1 + turn)
            print("ten rows other: \(refresh)")
            _ = try fixture.settle()
            let start = Measure.cpu
            let records = try decode(table)
            let alone = (Measure.cpu - start) / 1e9
            print("decoding \(records) rows alone: \(Measure.short(alone)) s of CPU")
            refreshes.append(refresh)
            ratios.append(refresh.cpu / alone)
        }
        fixture.end()
        let everything = (Measure.wall - begin) / 1e9
        let floor = try MillionFloor.measure(tenth(of: table))
        print(
            "SQLite alone storing and indexing a tenth of the records, times ten: \(Measure.short(floor)) s")
        Measure.goal("million, everything", everything, limit: 120, unit: " s")
        let all = [first] + refreshes
        let resident = all.map(\.resident).max() ?? 0
        Measure.goal("million, resident", Double(resident) / 1e6, limit: 150, unit: " MB")
        let turn = all.map(\.turn).max() ?? .zero
        Measure.goal("million, longest turn of the loop", turn / .milliseconds(1), limit: 20, unit: " ms")
        Measure.goal("million, refresh beside decoding alone", Measure.median(ratios), limit: 1.5, unit: "x")
    }

    /// Returns the first tenth of the records.
    private static func tenth(of table: MillionTable) throws -> [Record] {
        var found: [Record] = []
        _ = try decode(table) { found += $0.prefix(MillionTable.count / 10 - found.count) }
        return found
    }

    /// Decodes the table; returns the number of records, after each slice of them was passed to a function.
    private static func decode(_ table: MillionTable, _ take: ([Record]) -> Void = { _ in }) throws -> Int {
        var options = Options()
        try options.read(Array(("[Source]\n" + definition).utf8), file: "bench")
        var decoder = try Kind.table.decoder(
            options: options, context: DocumentContext(reference: UTC(seconds: 1_795_000_000)))
        var out = Decoded()
        var count = 0
        try table.forEachSlice { slice in
            try decoder.decode(slice, into: &out)
            count += out.records.count
            take(out.records)
            out.removeAll()
        }
        try decoder.finish(into: &out)
        return count + out.records.count
    }
}
