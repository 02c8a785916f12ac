import Glibc
import Records
import Storing

/// `bench scale`: what grows, and by which law, with the number of sources of a report each, and with the
/// number of records of one table, from one column of the table to the next by a factor of ten.
///
/// Times are printed. Judged are bytes, wake-ups, and the growth of the daemon's instructions, which are
/// counted with fewer sources and records, since callgrind takes fifty times as long.
enum ScaleBench {
    /// A measured quantity, a row of the table.
    private enum Row: String, CaseIterable {
        case load = "first load, µs of CPU each"
        case index = "index, µs of CPU each"
        case disk = "on disk, bytes each"
        case start = "start to READY, ms"
        case ready = "resident at READY, MB"
        case resident = "resident at rest after a start, MB"
        case wakeups = "wake-ups a minute, refreshed each minute"
        case peak = "most resident in the first load, MB"
        case refresh = "refresh with ten changes, µs of CPU each"
        case change = "one change of another source, ms of CPU"
        case status = "GetStatus, ms"
        case search = "search for a rare word, ms"
        case prefix = "search for a prefix that thousands have, ms"
        case suggest = "suggest, ms"
        case nearby = "nearest ten, ms"
        case turn = "longest turn of the loop, ms"
        case trimming = "trimming of 1,000 changes, ms of CPU"
    }

    private typealias Column = (count: Int, values: [Row: Double])

    /// Runs the benchmark.
    ///
    /// - Parameter arguments: The numbers of records, 10,000,000 of which take 12 GB on the disk, or `counts`
    ///   for the instructions; by default sources, up to 1,000,000 records and `counts`.
    /// - Throws: An error of the daemon, or of the disk.
    static func run(_ arguments: [String]) throws {
        let sources = try (arguments.isEmpty ? [100, 1_000, 10_000] : []).map(measureSources)
        show("sources", sources)
        for column in sources where column.count == 1_000 {
            let (name, values) = ("scale, 1000 sources", column.values)
            Goal.most("\(name), resident at READY", values[.ready] ?? 0, limit: 16, unit: " MB")
            Goal.most("\(name), wake-ups a minute", values[.wakeups] ?? 0, limit: 70)
        }
        let numbers = arguments.isEmpty ? [10_000, 100_000, 1_000_000] : arguments.compactMap(Int.init)
        let records = try numbers.map(measureRecords)
        show("records", records)
        for (row, limit) in [(Row.disk, 1.2), (.resident, 1.2), (.peak, 2)] {
            try judge("scale, ten times the records, \(row.rawValue)", records, row, limit)
        }
        guard arguments.isEmpty || arguments.contains("counts") else { return }
        try judgeInstructions("records", [2_000, 20_000], setUpRecords)
        try judgeInstructions("sources", [20, 200], setUpSources)
    }

    private static func show(_ title: String, _ columns: [Column]) {
        print(title.left(48) + columns.map { "\($0.count)".right(12) }.joined())
        for row in Row.allCases where columns.contains(where: { $0.values[row] != nil }) {
            let cells = columns.map { ($0.values[row].map(Goal.short) ?? "").right(12) }
            print("  " + row.rawValue.left(46) + cells.joined())
        }
    }

    private static func judge(_ name: String, _ columns: [Column], _ row: Row, _ limit: Double) throws {
        guard let first = columns.first, let last = columns.last, first.count < last.count,
            let few = first.values[row], let many = last.values[row]
        else { return }
        let decades = log10(Double(last.count) / Double(first.count))
        Goal.most(name, pow(many / few, 1 / decades), limit: limit)
    }

    /// Judges the growth of the daemon's instructions for the first load and the index of each, without those
    /// of its start.
    private static func judgeInstructions(
        _ title: String, _ counts: [Int], _ setUp: (Almanac, Int) throws -> Void
    ) throws {
        let numbers = try ([1] + counts).compactMap { count -> Double? in
            let almanac = try Almanac()
            try setUp(almanac, count)
            return try almanac.instructions {
                try almanac.wait { try almanac.records >= count }
                try almanac.rest()
            }
        }
        guard numbers.count == 3 else { return print("scale: instructions cannot be counted here") }
        let each = zip(numbers.dropFirst(), counts).map { ($0 - numbers[0]) / Double($1) }
        print("instructions for each of \(counts) \(title): \(each.map(Goal.short).joined(separator: ", "))")
        Goal.most("scale, ten times the \(title), instructions each", each[1] / each[0], limit: 1.2)
    }

    private static func setUpRecords(_ almanac: Almanac, _ count: Int) throws {
        for (name, count) in [("rows", count), ("one", 1)] {
            try almanac.define(name, Places.definition)
            try Places(count: count).write(to: almanac.folder.path + "/data/" + name)
        }
    }

    /// Measures a table with many records, beside a source with one.
    private static func measureRecords(_ count: Int) throws -> Column {
        let almanac = try Almanac()
        try setUpRecords(almanac, count)
        let places = Places(count: count)
        let data = almanac.folder.path + "/data/"
        var values: [Row: Double] = [:]
        let each = 1 / 1e3 / Double(count)
        values[.load] =
            try almanac.wait(after: { try almanac.start() }, until: { try almanac.records > count }) * each
        values[.peak] = Double(try almanac.process?.peak() ?? 0) / 1e6
        values[.index] = try almanac.rest() * each
        values[.turn] = try almanac.longestTurn
        almanac.stop()
        values[.disk] = Double(FileMark(of: almanac.store + "/almanac.db")?.size ?? 0) / Double(count)
        try measureAtRest(almanac, &values)
        try measureQueries(almanac, &values)
        values[.change] =
            try change(of: almanac) {
                try Places(count: 1).write(to: data + "one", word: "Other")
            } / 1e6
        values[.refresh] =
            try change(of: almanac) { try places.write(to: data + "rows", word: "Other") } * each
        try almanac.rest()
        almanac.stop()
        values[.trimming] = try trim(almanac.store, parts: min(20, count / 2_000)) / 1e6
        return (count, values)
    }

    private static func measureAtRest(_ almanac: Almanac, _ values: inout [Row: Double]) throws {
        var resident: [Double] = []
        values[.start] = try (0..<5).map { _ in
            almanac.stop()
            let time = try almanac.start()
            resident.append(try almanac.resident)
            return time
        }.median
        values[.ready] = resident.median
        try almanac.rest()
        values[.resident] = try almanac.resident
        values[.status] = try almanac.times(31, of: "GetStatus") { _ in [:] }.median
    }

    private static func measureQueries(_ almanac: Almanac, _ values: inout [Row: Double]) throws {
        values[.search] = try almanac.times(31, of: "Search") {
            ["text": .string("p\($0 * 97)"), "limit": 20]
        }.median
        values[.prefix] = try almanac.times(31, of: "Search") {
            ["text": .string(["hospital", "h", "sch", "town 1"][$0 % 4]), "limit": 20]
        }.median
        values[.suggest] = try almanac.times(31, of: "Suggest") {
            ["prefix": .string("\(Places.words[$0 % Places.words.count]) hi")]
        }.median
        values[.nearby] = try almanac.times(31, of: "Nearby") { turn in
            ["latitude": .double(Double(turn % 50)), "longitude": .double(Double(turn)), "limit": 10]
        }.median
    }

    /// Returns the daemon's CPU time from a new document until its last change, in nanoseconds.
    private static func change(of almanac: Almanac, _ write: () throws -> Void) throws -> Double {
        let before = try almanac.cursor
        return try almanac.wait(after: write, until: { try almanac.cursor != before })
    }

    private static func trim(_ path: String, parts: Int) throws -> Double {
        let now = UTC(seconds: 1_795_000_000)
        let store = try Store.open(directory: path, at: now).store
        let cost = try Clock.cost {
            for _ in 0..<parts { _ = try store.trimLog(to: 0, age: .seconds(1 << 31), at: now) }
        }
        return cost / Double(parts)
    }

    private static func setUpSources(_ almanac: Almanac, _ count: Int) throws {
        // With more sources, the daemon would never be at rest.
        let interval = count == 1_000 ? "1min" : "1h"
        for number in 0..<count {
            try almanac.define("m\(number)", "Kind=metar\nMaxAge=10d\nRefresh=\(interval)\n")
            try report(number, wind: 10, in: almanac)
        }
    }

    /// Measures many sources with a METAR each.
    private static func measureSources(_ count: Int) throws -> Column {
        let almanac = try Almanac()
        try setUpSources(almanac, count)
        var values: [Row: Double] = [:]
        let each = 1 / 1e3 / Double(count)
        values[.load] =
            try almanac.wait(after: { try almanac.start() }, until: { try almanac.records >= count }) * each
        values[.index] = try almanac.rest() * each
        try measureAtRest(almanac, &values)
        if count == 1_000 { values[.wakeups] = try almanac.process?.wakeups(within: 60) }
        values[.search] = try almanac.times(31, of: "Search") { ["text": .string(station($0 % count))] }
            .median
        values[.change] = try change(of: almanac) { try report(count / 2, wind: 20, in: almanac) } / 1e6
        return (count, values)
    }

    private static func report(_ number: Int, wind: Int, in almanac: Almanac) throws {
        let moment = UTC(seconds: Int64(Glibc.time(nil))).description
        let (day, hour) = (moment.dropFirst(8).prefix(2), moment.dropFirst(11).prefix(2))
        try almanac.folder.write(
            "\(station(number)) \(day)\(hour)00Z 110\(wind)KT 10SM BKN090 13/10 A2964\n",
            to: "data/m\(number)")
    }

    /// Returns a name of four letters.
    static func station(_ number: Int) -> String {
        "K" + [676, 26, 1].map { String(UnicodeScalar(UInt8(65 + number / $0 % 26))) }.joined()
    }
}
