import Daemon
import Decoding
import Glibc
import Reactive
import Records
import Systemd
import Varlink

/// `bench million`: a table of a million rows, 300 MB, in a whole almanac of this process: its first load, and a
/// refresh in which ten rows changed.
///
/// Memory is the process's own peak, file pages that it maps included; a turn of the loop is measured by the wall
/// clock, so a machine that is busy otherwise makes it longer; how long it computed, and waited for others that did,
/// is told beside it. The CPU time is the whole process's; the refresh begins when the indexes have followed the first
/// load, and is repeated: the median counts.
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
    /// - Throws: When the disk fails.
    static func run() throws {
        let house = try MillionHouse(definition)
        let table = try MillionTable(version: 0, at: house.table)
        let first = try house.measure(documents: 1)
        print("first load: \(first)")
        print("indexes after it: \(Measure.short(try house.settle())) s of CPU")
        var (refreshes, ratios): ([MillionHouse.Cost], [Double]) = ([], [])
        for turn in 1...turns {
            _ = try MillionTable(version: turn, at: house.table)
            let refresh = try house.measure(documents: 1 + turn)
            print("ten rows other: \(refresh)")
            _ = try house.settle()
            let start = Measure.cpu
            let records = try decode(table)
            let alone = (Measure.cpu - start) / 1e9
            print("decoding \(records) rows alone: \(Measure.short(alone)) s of CPU")
            refreshes.append(refresh)
            ratios.append(refresh.cpu / alone)
        }
        house.end()
        let all = [first] + refreshes
        let resident = all.map(\.resident).max() ?? 0
        Measure.goal("million, resident", Double(resident) / 1e6, limit: 150, unit: " MB")
        let turn = all.map(\.turn).max() ?? .zero
        Measure.goal("million, longest turn of the loop", turn / .milliseconds(1), limit: 20, unit: " ms")
        Measure.goal("million, refresh beside decoding alone", Measure.median(ratios), limit: 1.5, unit: "x")
    }

    /// Decodes the table and drops what comes.
    private static func decode(_ table: MillionTable) throws -> Int {
        var options = Options()
        try options.read(Array(("[Source]\n" + definition).utf8), file: "bench")
        var decoder = try Kind.table.decoder(
            options: options, context: DocumentContext(reference: UTC(seconds: 1_795_000_000)))
        var (out, count) = (Decoded(), 0)
        try table.forEachSlice { slice in
            try decoder.decode(slice, into: &out)
            count += out.records.count
            out.removeAll()
        }
        try decoder.finish(into: &out)
        return count + out.records.count
    }
}
