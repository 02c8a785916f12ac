import Records
import Storing
import Testing

/// A naive model of the finder, which examines every record.
private struct Naive {
    let records: [Record]

    /// Returns the keys of the records in which every word is the prefix of a word.
    func keys(_ words: [String]) -> Set<String> {
        Set(
            records.filter { record in
                let all = ([record.title ?? "", record.key, record.data.text]).flatMap {
                    $0.lowercased().split { !$0.isLetter && !$0.isNumber }
                }
                return words.allSatisfy { word in all.contains { $0.hasPrefix(word) } }
            }.map(\.key))
    }

    /// Returns the keys by distance.
    func near(_ here: Position, within radius: Double?) -> [String] {
        records.compactMap { record in record.position.map { (record.key, $0.distance(to: here)) } }
            .filter { $0.1 <= radius ?? .infinity }.sorted { $0.1 < $1.1 }.map(\.0)
    }
}

@Suite struct FinderModelTests {
    private static let words = ["alpha", "alto", "beta", "bet", "gamma", "g", "delta", "del"]

    private func document(_ generator: inout SeededGenerator, _ source: String) -> [Record] {
        (0..<25).filter { _ in Bool.random(using: &generator) }.map { key in
            func word() -> String { FinderModelTests.words.randomElement(using: &generator) ?? "" }
            let position = Position(
                latitude: Double.random(in: -90...90, using: &generator),
                longitude: Double.random(in: -180...180, using: &generator))
            return Record(
                key: "\(source)k\(key)", title: Bool.random(using: &generator) ? "\(word()) \(word())" : nil,
                position: Bool.random(using: &generator) ? position : nil,
                data: Array(#"{"text":"\#(word())"}"#.utf8))
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func
        `finding after any sequence of documents, removals, trims and restarts agrees with a full scan`(
            seed: UInt64
        ) throws
    {
        let scratch = Scratch(isSmall: true)
        var (store, generator) = (try Store.open(scratch), SeededGenerator(seed: seed))
        var finder = try Finder(in: store)
        for turn in 0..<25 {
            for _ in 0..<Int.random(in: 1..<4, using: &generator) {
                let source = "s\(Int.random(in: 0..<3, using: &generator))"
                switch Int.random(in: 0..<8, using: &generator) {
                case 0:
                    store = try Store.open(scratch)
                    finder = try Finder(in: store)
                case 1: while try !store.removeSource(source, at: moment(), limit: 4).isDone {}
                case 2: while try store.trimLog(to: 5, age: .seconds(1 << 30), at: moment(), limit: 5) {}
                default: try store.accept(document(&generator, source), of: source, at: moment(Int64(turn)))
                }
                _ = try Indexer(of: store).follow(limit: Int.random(in: 1..<9, using: &generator))
            }
            try store.indexAll(limit: 7)
            try check(finder, Naive(records: store.snapshot(limit: 1000).map(\.record)), &generator)
        }
    }

    private func check(_ finder: Finder, _ naive: Naive, _ generator: inout SeededGenerator) throws {
        for words in [["al"], ["alpha"], ["bet"], ["g", "a"], ["delta", "be"], ["s0k1"], ["del"]] {
            let found = try finder.keys(words.joined(separator: " "))
            #expect(Set(found) == naive.keys(words) && found.count == Set(found).count, "\(words)")
        }
        for radius in [nil, 3_000_000, 20_000_000.0] {
            let here = Position(
                latitude: Double.random(in: -90...90, using: &generator),
                longitude: Double.random(in: -180...180, using: &generator))!
            let all = naive.near(here, within: radius)
            #expect(try finder.near(here.latitude, here.longitude, within: radius) == all)
            #expect(
                try finder.near(here.latitude, here.longitude, within: radius, limit: 3)
                    == Array(all.prefix(3)))
        }
    }
}
