import Alerts
import Decoding
import Glibc
import Records
import Storing

/// `bench alert`: the time to compare a national state of the NWS with the store, and the rate at which positions
/// are tested against the polygons of real alerts; CPU time, medians.
enum AlertBench {
    /// The number of alerts in the state, and its size in bytes, as the service sends it.
    private static let alerts = 621
    private static let bytes = 3 << 20
    /// How often the state is compared.
    private static let turns = 19

    /// Runs the benchmark.
    ///
    /// - Throws: An error of a file or the store.
    static func run() throws {
        let all = try AlertSamples.features()
        let state = AlertSamples.state(all.national, count: alerts, bytes: bytes)
        print("\(alerts) alerts, \(state.count) bytes")
        try compare(state)
        let areas = try all.areas()
        check(areas)
        try find(areas)
    }

    /// Measures a state that is decoded and compared with the same alerts in the store, in turn with Foundation, which
    /// only parses it.
    private static func compare(_ state: [UInt8]) throws {
        let folder = try BenchFolder()
        let now = UTC(seconds: AlertSamples.time)
        let store = try Store.open(directory: folder.path, at: now).store
        let first = try AlertSamples.decode(state, at: now)
        let pending = Comparison.pending(first.records, of: "alerts", in: store)
        _ = try store.commit(try pending(), of: "alerts", at: now)
        let reader = try StoreReader(directory: folder.path)
        var (ours, parsing): ([Double], [Double]) = ([], [])
        for _ in 0..<turns {
            var differences = 0
            ours.append(
                try BenchCost.undisturbed(1) {
                    let records = try AlertSamples.decode(state, at: now).records
                    differences = try Comparison.pending(records, of: "alerts", in: reader)().count
                }.processor / 1000)
            guard differences == 0 else { throw BenchError(description: "the same state must not differ") }
            parsing.append(try BenchCost.undisturbed(1) { try FoundationPeer.parse(state) }.processor / 1000)
        }
        judge(first.records.count, ours: Measure.median(ours), parsing: Measure.median(parsing))
    }

    /// Prints the times, and the goal as their ratio: both change alike with the machine and its neighbours. Where
    /// JSONSerialization takes 19 ms, the limit corresponds to 14 ms.
    private static func judge(_ count: Int, ours: Double, parsing: Double) {
        print(
            "\(count) in force, \(Measure.short(ours)) ms of CPU for a comparison,",
            "\(Measure.short(parsing)) for JSONSerialization to parse the state")
        Measure.goal("alert, a national state compared, to JSONSerialization", ours / parsing, limit: 0.75)
    }

    /// Measures plain checks of positions around the polygons.
    private static func check(_ areas: [GeoArea]) {
        let places = AlertSamples.places(around: areas)
        var inside = 0
        let cost = Measure.nanoseconds(per: areas.count * places.count) {
            for area in areas { for place in places where area.contains(place) { inside += 1 } }
        }
        let own = Measure.nanoseconds(per: areas.count) {
            // A position within the surrounding box needs all corners.
            for area in areas where area.interior.map(area.contains) ?? false { inside += 1 }
        }
        print(
            "\(areas.count) areas: \(Measure.short(cost)) ns a check, \(Measure.short(own)) ns within the box"
        )
        Measure.goal(
            "alert, checks of positions per second", inside == 0 ? 0 : 1e9 / max(cost, own), atLeast: 1e5)
    }

    /// Measures Nearby with a radius of 0 among many areas: each counts as checked.
    private static func find(_ areas: [GeoArea]) throws {
        let folder = try BenchFolder()
        let now = UTC(seconds: AlertSamples.time)
        let store = try Store.open(directory: folder.path, at: now).store
        let records = (0..<10_000).map { number in
            AlertSamples.record("a\(number)", areas[number % areas.count], turnedBy: number / areas.count)
        }
        for start in stride(from: 0, to: records.count, by: 500) {
            let part = Array(records[start..<min(start + 500, records.count)])
            _ = try store.commit(part.map { .put($0, $0.hash) }, of: "alerts", at: now)
        }
        let indexer = try Indexer(of: store)
        while try indexer.follow() {}
        let finder = try Finder(in: store)
        let places = AlertSamples.places(around: records.prefix(areas.count).compactMap(\.area))
        var found = 0
        let cost = Measure.nanoseconds(per: places.count * records.count) {
            for place in places {
                found += (try? finder.nearest(to: place, within: 0, limit: 100).found.count) ?? 0
            }
        }
        guard found > 0 else { throw BenchError(description: "an area must be found") }
        Measure.goal("alert, checks per second with the index", 1e9 / cost, atLeast: 1e6)
    }
}

extension Comparison {
    /// Returns a function that compares a whole document with the stored records.
    fileprivate static func pending(
        _ records: [Record], of source: String, in reader: StoreReader
    ) -> () throws -> [Difference] {
        {
            let comparison = try Comparison(of: source, in: reader)
            try comparison.add(records)
            comparison.finish()
            var differences: [Difference] = []
            while let part = try comparison.next() { differences += part }
            return differences
        }
    }
}
