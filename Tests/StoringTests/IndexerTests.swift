import FaultyDisk
import Records
import Storing
import Testing

@Suite struct IndexerTests {
    private func places(_ numbers: Range<Int>, named name: String) -> [Record] {
        numbers.map { number in
            let position = Position(
                latitude: Double(number % 170) - 85, longitude: Double(number % 350) - 175)
            return Record(
                key: "k\(number)", title: "\(name) \(number)", position: position,
                data: Array(#"{"text":"item\#(number % 7)x"}"#.utf8))
        }
    }

    /// Whether a condition holds in the database.
    private func holds(_ condition: String, in scratch: Scratch) -> Bool {
        let sql = "CREATE TEMP TABLE truth (yes CHECK (yes)); INSERT INTO truth SELECT \(condition)"
        return (try? Tampering.run(sql, on: "\(scratch.path)/almanac.db")) != nil
    }

    /// Follows the log without anything else that waits.
    private func steps(_ store: Store) throws -> Int {
        let indexer = try Indexer(of: store)
        var count = 1
        while try indexer.follow(isAwaited: { false }) { count += 1 }
        return count
    }

    @Test func `indexes far behind catch up in large steps, and find the same`() throws {
        let scratch = Scratch(isSmall: true)
        let store = try Store.open(scratch)
        _ = try steps(store)
        try store.accept(places(0..<9_000, named: "alpha"), of: "s", at: moment())
        #expect(try steps(store) < 10)
        let finder = try Finder(in: store)
        #expect(try Set(finder.keys("alpha 77", limit: 20_000)).count == 111)
        #expect(try finder.keys("alp", limit: 20_000).count == 9_000)
        #expect(try finder.keys("item3x", limit: 20_000).count == 1_286)
        #expect(try finder.near(-85, -175, limit: 20_000).count == 9_000)
        #expect(holds("v = 4 FROM word_config WHERE k = 'automerge'", in: scratch))
    }

    @Test func `a step ends when something else waits`() throws {
        let scratch = Scratch(isSmall: true)
        let store = try Store.open(scratch)
        _ = try steps(store)
        try store.accept(places(0..<6_000, named: "alpha"), of: "s", at: moment())
        var looks = 0
        let isMore = try Indexer(of: store).follow(isAwaited: {
            looks += 1
            return looks == 3
        })
        #expect(isMore && looks == 3)
        #expect(try Finder(in: store).keys("alpha", limit: 9_000).count == 600)
    }

    @Test func `a record in the row of a removed one is not found by the words of that one`() throws {
        let scratch = Scratch(isSmall: true)
        let store = try Store.open(scratch)
        try store.accept(places(0..<1, named: "alpha"), of: "s", at: moment())
        try store.indexAll()
        let finder = try Finder(in: store)
        try store.accept(places(1..<2, named: "beta"), of: "t", at: moment(1))
        try store.accept([], of: "t", at: moment(2))
        try store.accept([], of: "s", at: moment(3))
        try store.accept(places(2..<3, named: "gamma"), of: "s", at: moment(4))
        #expect(holds("(SELECT id FROM record) = 1 AND (SELECT id FROM gone) = 1", in: scratch))
        #expect(try finder.keys("alpha") == [] && finder.near(-85, -175) == [])
        try store.indexAll()
        #expect(try finder.keys("alpha") == [] && finder.keys("gamma") == ["k2"])
        #expect(holds("NOT EXISTS (SELECT 1 FROM gone)", in: scratch))
    }

    @Test func `the records of a removed source leave the indexes`() throws {
        let scratch = Scratch(isSmall: true)
        let store = try Store.open(scratch)
        try store.accept(places(0..<6_000, named: "alpha"), of: "s", at: moment())
        _ = try steps(store)
        while try !store.removeSource("s", at: moment(1), limit: 500).isDone {}
        _ = try steps(store)
        for table in ["entry", "gone", "indexed", "spot"] {
            #expect(holds("NOT EXISTS (SELECT 1 FROM \(table))", in: scratch), "\(table)")
        }
        // A table without contents has no rows of its own: its words are searched.
        #expect(holds("NOT EXISTS (SELECT 1 FROM word WHERE word MATCH 'alpha OR k77')", in: scratch))
    }
}
