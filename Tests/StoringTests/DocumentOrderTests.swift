import Records
import Storing
import Testing

@Suite struct DocumentOrderTests {
    /// The number of records for which the order of a document is stored.
    private let many = 12_000

    private func document() -> [Record] { (0..<many).map { record("k\($0)", $0, title: "title \($0)") } }

    /// Returns a store that has accepted a document.
    private func store(_ scratch: Scratch, _ records: [Record]) throws -> Store {
        let store = try Store.open(scratch)
        try store.accept(records, of: "s")
        return store
    }

    @Test func `the order of a large document is stored, that of a small one is not`() throws {
        let scratch = Scratch()
        let store = try store(scratch, document())
        try store.accept(Array(document().prefix(500)), of: "small")

        #expect(scratch.names(in: "orders") == ["s"])
        #expect(try store.accept(document(), of: "s").isEmpty)
        try store.accept(Array(document().prefix(500)), of: "s")
        #expect(scratch.names(in: "orders") == [])
    }

    @Test func `changed, new, removed and moved rows are found in a stored order`() throws {
        let scratch = Scratch()
        let store = try store(scratch, document())
        var next = document()
        next[10] = record("k10", -1)
        next[11_999] = record("k11999", -1)
        next.removeSubrange(5000..<5040)
        next.removeSubrange(400..<403)
        next.insert(contentsOf: [record("new", 1), next.remove(at: 9000), record("newer", 1)], at: 100)

        let changes = try store.accept(next, of: "s")

        let removed = (400..<403).map { "k\($0)" } + (5000..<5040).map { "k\($0)" }
        #expect(changes.filter { $0.kind == .removed }.map(\.key) == removed.sorted())
        #expect(
            changes.filter { $0.kind != .removed }.map { "\($0.key) \($0.kind)" } == [
                "k10 changed", "new added", "newer added", "k11999 changed",
            ])
        #expect(try store.accept(next, of: "s").isEmpty)
        #expect(try store.accept(next.reversed(), of: "s").isEmpty)
        #expect(try store.accept(next, of: "s").isEmpty)
    }

    @Test func `a duplicate row is merged as in any document`() throws {
        func sum(_ first: Record, _ later: Record) -> Record? {
            record(
                first.key, [first, later].compactMap { try? JSON(parsing: $0.data)["v"]?.int }.reduce(0, +))
        }
        let scratch = Scratch()
        let store = try Store.open(scratch)
        func changes(_ records: [Record]) throws -> [String] {
            let comparison = try Comparison(of: "s", in: store, merge: sum)
            try comparison.add(records)
            comparison.finish()
            var found: [Change] = []
            while let part = try comparison.next() {
                found += try store.commit(part, of: "s", at: moment()).changes
            }
            try comparison.storeOrder(at: found.last?.number)
            return found.map { "\($0.key) \($0.kind)" }
        }
        let twice = document() + [record("k7", 1)]

        #expect(try changes(twice).count == many)
        #expect(try changes(twice) == [])
        #expect(try changes(document() + [record("k7", 2)]) == ["k7 changed"])
        #expect(try store.record("s", "k7")?.record.data.text == #"{"v":9}"#)
        #expect(try changes(document()) == ["k7 changed"])
        #expect(try changes([record("k7", 1)] + document()) == ["k7 changed"])
        #expect(try changes(document()) == ["k7 changed"])
        #expect(try store.record("s", "k7")?.record == document()[7])
    }

    @Test func `an order is valid only until the source changes`() throws {
        let scratch = Scratch()
        let store = try store(scratch, document())
        // This commit is a part of a document whose end was never reached, as after a crash of the machine.
        _ = try store.commit([.put(record("k5", -5)), .remove("k6")], of: "s", at: moment())

        let changes = try store.accept(document(), of: "s")

        #expect(changes.map { "\($0.key) \($0.kind)" } == ["k5 changed", "k6 added"])
        #expect(try store.accept(document(), of: "s").isEmpty)
    }

    @Test(arguments: [0, 9, 20, 30_000, 90_000])
    func `a damaged or truncated order is ignored`(place: Int) throws {
        let scratch = Scratch()
        let store = try store(scratch, document())
        var bytes = scratch.read("orders/s")
        bytes[place] ^= 4
        scratch.write(bytes, to: "orders/s")
        var next = document()
        next[place % many] = record("k\(place % many)", -1)

        #expect(try store.accept(next, of: "s").map(\.key) == ["k\(place % many)"])
        scratch.write(Array(scratch.read("orders/s").prefix(place)), to: "orders/s")
        #expect(try store.accept(document(), of: "s").map(\.key) == ["k\(place % many)"])
    }

    @Test func `an order of another database is ignored, and removing a source removes its order`() throws {
        let scratch = Scratch()
        _ = try store(scratch, document())
        for suffix in ["", "-wal", "-shm"] { scratch.remove("almanac.db\(suffix)") }
        let fresh = try Store.open(scratch)

        #expect(try fresh.accept(document(), of: "s").count == many)
        while try !fresh.removeSource("s", at: moment(), limit: 5000).isDone {}
        #expect(scratch.names(in: "orders") == [])
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `any sequence of edits of a large document agrees with a model`(seed: UInt64) throws {
        let scratch = Scratch(isSmall: true)
        var (store, generator) = (try store(scratch, document()), SeededGenerator(seed: seed))
        var (document, made) = (document(), many)
        for turn in 0..<10 {
            for _ in 0..<Int.random(in: 0..<40, using: &generator) {
                let place = Int.random(in: 0..<document.count, using: &generator)
                made += 1
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: document.remove(at: place)
                case 1: document.insert(record("k\(made)", made), at: place)
                case 2: document.insert(document.remove(at: place), at: place / 2)
                default: document[place] = record(document[place].key, made)
                }
            }
            if turn % 3 == 2 { store = try Store.open(scratch) }

            try store.accept(document, of: "s")

            let stored = try store.snapshot(limit: document.count + 1).map(\.record)
            #expect(stored == document.sorted { $0.key < $1.key }, "seed \(seed), turn \(turn)")
            #expect(try store.accept(document, of: "s").isEmpty, "seed \(seed), turn \(turn)")
        }
    }
}
