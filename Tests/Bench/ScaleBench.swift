import Glibc
import Records
import Storing

/// `bench scale`: what grows, and by which law, with the number of sources of a report each, and with the
/// number of records of one table, each from one column of the table to the next by a factor of ten.
enum ScaleBench {
    /// A measured quantity, a row of the table.
    private enum Row: String, CaseIterable {
        case load = "first load, µs of CPU each"
        case index = "index, µs of CPU each"
        case disk = "on disk, bytes each"
        case start = "start to READY, ms"
        case resident = "resident at rest after a start, MB"
        case peak = "most resident in the first load, MB"
        case refresh = "refresh with ten changes, µs of CPU each"
        case change = "one change of another source, ms of CPU"
        case search = "search for a rare word, ms"
        case nearby = "nearest ten, ms"
        case trimming = "trimming of 1,000 changes, ms of CPU"

        /// The greatest growth with ten times as many; `nil` if it grows in proportion. What is counted for
        /// each record may grow by the logarithm, and by what no longer fits into caches.
        var limit: Double? {
            switch self {
            case .load, .index, .refresh: 1.6
            case .disk: 1.2
            case .peak: 2
            case .change, .search, .nearby, .trimming: 2.5
            case .start, .resident: nil
            }
        }

        /// The greatest growth with ten times as many records, of which neither start nor memory depends.
        var limitOfRecords: Double? { self == .start || self == .resident ? 1.2 : limit }
    }

    private typealias Column = (count: Int, values: [Row: Double])

    /// Runs the benchmark.
    ///
    /// - Parameter arguments: The numbers of records, up to 1,000,000 by default; 10,000,000 take 12 GB on
    ///   the disk.
    /// - Throws: An error of the daemon, or of the disk.
    static func run(_ arguments: [String]) throws {
        let numbers = arguments.compactMap(Int.init)
        try show("sources", try [100, 1_000, 10_000].map(measureSources)) { $0.limit }
        let records = numbers.isEmpty ? [10_000, 100_000, 1_000_000] : numbers
        try show("records", try records.map(measureRecords)) { $0.limitOfRecords }
    }

    private static func show(_ title: String, _ columns: [Column], _ limit: (Row) -> Double?) throws {
        print(title.left(44) + columns.map { "\($0.count)".right(12) }.joined())
        for row in Row.allCases where columns.contains(where: { $0.values[row] != nil }) {
            let cells = columns.map { ($0.values[row].map(Goal.short) ?? "").right(12) }
            print("  " + row.rawValue.left(42) + cells.joined())
        }
        guard let first = columns.first, let last = columns.last, first.count < last.count else { return }
        let decades = log10(Double(last.count) / Double(first.count))
        for row in Row.allCases {
            guard let limit = limit(row), let few = first.values[row], let many = last.values[row] else {
                continue
            }
            Goal.most(
                "scale, ten times the \(title), \(row.rawValue)", pow(many / few, 1 / decades), limit: limit)
        }
    }

    /// Measures a table with many records, beside a source with one.
    private static func measureRecords(_ count: Int) throws -> Column {
        let almanac = try Almanac()
        let places = Places(count: count, length: .short)
        let (file, one) = (almanac.folder.path + "/data/rows", almanac.folder.path + "/data/one")
        for name in ["rows", "one"] { try almanac.define(name, Places.definition) }
        try places.write(to: file)
        try Places(count: 1, length: .short).write(to: one)
        var values: [Row: Double] = [:]
        let each = 1 / 1e3 / Double(count)
        values[.load] =
            try almanac.wait(after: { try almanac.start() }, until: { try almanac.records > count }) * each
        values[.peak] = Double(try almanac.process?.peak() ?? 0) / 1e6
        values[.index] = try almanac.rest() * each
        almanac.stop()
        values[.disk] = Double(FileMark(of: almanac.store + "/almanac.db")?.size ?? 0) / Double(count)
        values[.start] = try almanac.restart()
        try almanac.rest()
        values[.resident] = try almanac.resident
        values[.search] = try almanac.times(31, of: "Search") {
            ["text": .string("p\($0 * 97)"), "limit": 20]
        }.median
        values[.nearby] = try almanac.times(31, of: "Nearby") { turn in
            ["latitude": .double(Double(turn % 50)), "longitude": .double(Double(turn)), "limit": 10]
        }.median
        values[.change] =
            try change(of: almanac) { try Places(count: 1, length: .short).write(to: one, word: "Other") }
            / 1e6
        values[.refresh] = try change(of: almanac) { try places.write(to: file, word: "Other") } * each
        try almanac.rest()
        almanac.stop()
        values[.trimming] = try trim(almanac.store, parts: min(20, count / 2_000)) / 1e6
        return (count, values)
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

    /// Measures many sources with a METAR each.
    private static func measureSources(_ count: Int) throws -> Column {
        let almanac = try Almanac()
        for number in 0..<count {
            try almanac.define("m\(number)", "Kind=metar\nMaxAge=10d\n")
            try report(number, wind: 10, in: almanac)
        }
        var values: [Row: Double] = [:]
        let each = 1 / 1e3 / Double(count)
        values[.load] =
            try almanac.wait(after: { try almanac.start() }, until: { try almanac.records >= count }) * each
        values[.index] = try almanac.rest() * each
        values[.start] = try almanac.restart()
        try almanac.rest()
        values[.resident] = try almanac.resident
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
    private static func station(_ number: Int) -> String {
        "K" + [676, 26, 1].map { String(UnicodeScalar(UInt8(65 + number / $0 % 26))) }.joined()
    }
}
