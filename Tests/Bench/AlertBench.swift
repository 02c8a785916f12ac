import Alerts
import Decoding
import Records
import Storing

/// `bench alert`: the cost of comparing a national state of the NWS with the store, beside Foundation, which
/// only parses it; and of testing positions against the polygons of real alerts.
enum AlertBench {
    /// The number of alerts in the state, and its size in bytes, as the service sends it.
    private static let alerts = 621
    private static let bytes = 3 << 20
    private static let now = UTC(seconds: AlertSamples.time)

    /// Runs the benchmark.
    ///
    /// - Throws: An error of a file or the store.
    static func run() throws {
        let all = try AlertSamples.features()
        try compare(AlertSamples.state(all.national, count: alerts, bytes: bytes))
        let areas = try all.areas()
        try check(areas)
        try find(areas)
    }

    /// Compares a state that is decoded and compared with the same alerts in the store.
    private static func compare(_ state: [UInt8]) throws {
        let folder = try BenchFolder()
        let store = try Store.open(directory: folder.path, at: now).store
        let first = try AlertSamples.decode(state, at: now)
        _ = try store.commit(try differences(first.records, in: store), of: "alerts", at: now)
        let reader = try StoreReader(directory: folder.path)
        let ours = CostComparison.Side.body {
            {
                let records = try AlertSamples.decode(state, at: now).records
                guard try differences(records, in: reader).isEmpty else {
                    throw BenchError("the same state must not differ")
                }
            }
        }
        let parsing = CostComparison.Side.body { { try FoundationPeer.parse(state) } }
        try CostComparison.run(
            "alert, a national state compared", ours, to: ("JSONSerialization", parsing), limit: 0.75)
    }

    /// Measures plain checks of positions around the polygons, and of those within the surrounding boxes,
    /// which need all corners.
    private static func check(_ areas: [GeoArea]) throws {
        let places = AlertSamples.places(around: areas)
        try CostComparison.run(
            "alert, check of a position", each: areas.count * places.count,
            .body { { for area in areas { for place in places { _ = area.contains(place) } } } },
            limit: 75)
        try CostComparison.run(
            "alert, check of a position within the box", each: areas.count,
            .body {
                {
                    let inside = areas.count { area in area.interior.map(area.contains) ?? false }
                    guard inside > 0 else { throw BenchError("no area contains its interior") }
                }
            }, limit: 2_300)
    }

    /// Measures Nearby with a radius of 0 among many areas: each counts as checked.
    private static func find(_ areas: [GeoArea]) throws {
        let folder = try BenchFolder()
        let store = try Store.open(directory: folder.path, at: now).store
        let records = (0..<10_000).map { number in
            AlertSamples.record("a\(number)", areas[number % areas.count], turnedBy: number / areas.count)
        }
        for start in stride(from: 0, to: records.count, by: 500) {
            let part = records[start..<min(start + 500, records.count)]
            _ = try store.commit(part.map { .put($0, $0.hash) }, of: "alerts", at: now)
        }
        let indexer = try Indexer(of: store)
        while try indexer.follow() {}
        let finder = try Finder(in: store)
        let places = AlertSamples.places(around: records.prefix(areas.count).compactMap(\.area))
        try CostComparison.run(
            "alert, check with the index", each: places.count * records.count,
            .body {
                {
                    let found = try places.reduce(0) {
                        try $0 + finder.nearest(to: $1, within: 0, limit: 100).found.count
                    }
                    guard found > 0 else { throw BenchError("an area must be found") }
                }
            }, limit: 75)
    }

    /// Returns how a whole document differs from the stored records.
    private static func differences(_ records: [Record], in reader: StoreReader) throws -> [Difference] {
        let comparison = try Comparison(of: "alerts", in: reader)
        try comparison.add(records)
        comparison.finish()
        var differences: [Difference] = []
        while let part = try comparison.next() { differences += part }
        return differences
    }
}
