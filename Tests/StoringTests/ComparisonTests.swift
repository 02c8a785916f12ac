import Records
import Storing
import Testing

@Suite struct ComparisonTests {
    @Test func `a document equal to the stored records has no differences`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let records = (0..<50).map { record("k\($0)", $0) }
        try store.accept(records, of: "s")

        let comparison = try Comparison(of: "s", in: store)
        try comparison.add(records.reversed())
        comparison.finish()

        #expect(comparison.recordCount == 50 && comparison.changedCount == 0 && comparison.absentCount == 0)
        #expect(try comparison.next() == nil)
    }

    @Test func `removals come first, then other differences in the order of the document`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1), record("b", 1), record("c", 1)], of: "s")

        let changes = try store.accept([record("z", 1), record("b", 2), record("y", 1)], of: "s")

        #expect(changes.map(\.key) == ["a", "c", "z", "b", "y"])
        #expect(changes.map(\.kind) == [.removed, .removed, .added, .changed, .added])
        #expect(Set(changes.map(\.generation)) == [2])
    }

    @Test func `absent records are retained on request`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1), record("b", 1)], of: "s")

        let changes = try store.accept([record("b", 2)], of: "s", keeping: .all)

        #expect(changes.map(\.key) == ["b"])
        #expect(try store.snapshot(limit: 9).map(\.record.key) == ["a", "b"])
    }

    @Test func `the absent records that changed last are retained up to a number or an age`()
        throws
    {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        func fill() throws {
            for (second, key) in ["c", "a", "d", "b", "c"].enumerated() {
                try store.accept([record(key, second)], of: "s", at: moment(Int64(second)), keeping: .all)
            }
        }
        func removed(_ keeping: RetentionRule) throws -> [String] {
            try fill()
            let changes = try store.accept([record("d", 2)], of: "s", keeping: keeping, limit: 2)
            return changes.filter { $0.kind == .removed }.map(\.key).sorted()
        }

        #expect(try removed(RetentionRule(count: 3)) == [])
        #expect(try removed(RetentionRule(count: 1)) == ["a", "b"])
        #expect(try removed(RetentionRule(changedSince: moment(3))) == ["a"])
        #expect(try removed(RetentionRule(count: 0, changedSince: moment(0))) == ["a", "b", "c"])
        #expect(try removed(RetentionRule(count: 1, changedSince: moment(9))) == ["a", "b", "c"])
        #expect(try store.record("s", "d") != nil)
    }

    @Test func `a new title, group or position makes a change with an empty patch`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        var changed = record("a", 1, title: "old")
        try store.accept([changed], of: "s")
        changed.title = "new"
        changed.group = "G"
        changed.position = Position(latitude: 50, longitude: 8)

        let changes = try store.accept([changed], of: "s")

        #expect(changes.map(\.patch?.text) == ["{}"])
        #expect(try store.record("s", "a")?.record == changed)
        #expect(try store.accept([changed], of: "s").isEmpty)
    }

    @Test func `keys that look equal but have different bytes are different keys`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let records = [record("\u{E9}", 1), record("e\u{301}", 2)]

        #expect(try store.accept(records, of: "s").count == 2)
        #expect(try store.accept(records, of: "s").isEmpty)
        #expect(try store.record("s", "e\u{301}")?.record.data.text == #"{"v":2}"#)
    }

    @Test func `nothing is written before the document is complete`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        do {
            let comparison = try Comparison(of: "s", in: store)
            try comparison.add((0..<5000).map { record("k\($0)", $0) })
            #expect(comparison.changedCount == 5000)
            #expect(scratch.names().allSatisfy { $0.hasPrefix("almanac.db") })
        }
        #expect(store.end == 0)
        #expect(try store.snapshot(limit: 1).isEmpty)
    }

    @Test func `a parallel reader compares with everything that the store has committed so far`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1), record("b", 1)], of: "s")
        let reader = try StoreReader(directory: scratch.path)

        let comparison = try Comparison(of: "s", in: reader)
        try comparison.add([record("a", 1), record("b", 2)])
        comparison.finish()

        #expect(try comparison.next() == [.put(record("b", 2))])
        #expect(try comparison.next() == nil)
    }
}

@Suite struct ComparisonSizeTests {
    /// The number of records above which they are not held in memory.
    private let many = 7000

    @Test func `many records are committed in bounded parts under one generation`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let comparison = try Comparison(of: "s", in: store)
        for start in stride(from: 0, to: many, by: 1000) {
            try comparison.add((start..<start + 1000).map { record("k\($0)", $0) })
        }
        comparison.finish()

        var (commit, sizes): (Commit?, [Int]) = (nil, [])
        while let part = try comparison.next(limit: 300) {
            commit = try store.commit(part, of: "s", at: moment(), after: commit)
            sizes.append(part.count)
        }

        #expect(sizes.allSatisfy { $0 <= 300 } && sizes.reduce(0, +) == many)
        #expect(commit?.generation == 1 && commit?.recordCount == many && store.end == Int64(many))
        #expect(try store.all().map(\.key) == (0..<many).map { "k\($0)" }.sorted())
    }

    @Test func `among many stored records a changed one and a removed one are found`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        var records = (0..<many).map { record("k\($0)", $0) }
        try store.accept(records, of: "s")
        records[4321] = record("k4321", -1)
        records.remove(at: 77)

        let changes = try store.accept(records, of: "s")

        #expect(changes.map(\.key) == ["k77", "k4321"])
    }

    @Test func `many records are removed in bounded parts`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept((0..<many).map { record("k\($0)", $0) }, of: "s")

        let changes = try store.accept([], of: "s", limit: 400)

        #expect(changes.count == many && changes.allSatisfy { $0.kind == .removed })
        #expect(try store.snapshot(limit: 1).isEmpty)
        #expect(try store.state(of: "s") == nil)
    }

    @Test func `large records are returned in parts of bounded size`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let filling = String(repeating: "x", count: 400_000)
        let records = (0..<16).map { Record(key: "k\($0)", data: Array(#"{"v":"\#(filling)"}"#.utf8)) }
        let comparison = try Comparison(of: "s", in: store)
        try comparison.add(records)
        comparison.finish()

        var sizes: [Int] = []
        while let part = try comparison.next(bytes: 1 << 20) { sizes.append(part.count) }

        #expect(sizes == [3, 3, 3, 3, 3, 1])
    }
}

@Suite struct ComparisonMergingTests {
    /// Merges records by adding their values.
    private func sum(_ first: Record, _ later: Record) -> Record? {
        let total = [first, later].compactMap { try? JSON(parsing: $0.data)["v"]?.int }.reduce(0, +)
        return record(first.key, total)
    }

    private func changes(
        _ records: [Record], in store: Store, merge: @escaping Comparison.Merge,
        resolve: Comparison.Resolution? = nil
    ) throws -> [String] {
        let comparison = try Comparison(of: "s", in: store, merge: merge, resolve: resolve)
        for record in records { try comparison.add([record]) }
        comparison.finish()
        var found: [String] = []
        while let part = try comparison.next() {
            found += try store.commit(part, of: "s", at: moment()).changes.map { "\($0.key) \($0.kind)" }
        }
        return found
    }

    @Test func `the first of several records with one key wins unless they are merged`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)

        try store.accept([record("a", 1), record("b", 5), record("a", 2)], of: "s")

        #expect(try store.record("s", "a")?.record == record("a", 1))
        #expect(try store.state(of: "s")?.recordCount == 2)
    }

    @Test(arguments: [10, 3000])
    func `merged records are compared by their final content, few or many`(count: Int) throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let parts = (0..<count).map { record("k\($0)", 1) }
        let document = parts + parts.reversed() + parts

        #expect(try changes(document, in: store, merge: sum).count == count)
        #expect(try store.record("s", "k7")?.record == record("k7", 3))
        #expect(try changes(document, in: store, merge: sum) == [])
        #expect(try changes(document + [record("k7", 1)], in: store, merge: sum) == ["k7 changed"])
        #expect(try store.record("s", "k7")?.record == record("k7", 4))
    }

    @Test func `a record equal to the stored one is merged with later records`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1)], of: "s")

        #expect(try changes([record("a", 1), record("a", 1)], in: store, merge: sum) == ["a changed"])
        #expect(try store.record("s", "a")?.record == record("a", 2))
    }

    @Test func `an older record does not replace the stored one`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        func value(_ record: Record) -> Int { (try? JSON(parsing: record.data)["v"]?.int) ?? 0 }
        func latest(_ first: Record, _ later: Record) -> Record? { value(later) > value(first) ? later : nil }
        func newer(_ new: Record, _ stored: Record) -> Record { value(new) > value(stored) ? new : stored }
        try store.accept([record("a", 5)], of: "s")

        #expect(try changes([record("a", 3)], in: store, merge: latest, resolve: newer) == [])
        let mixed = [record("a", 3), record("a", 4), record("a", 2)]
        #expect(try changes(mixed, in: store, merge: latest, resolve: newer) == [])
        #expect(
            try changes(mixed + [record("a", 7)], in: store, merge: latest, resolve: newer) == [
                "a changed"
            ])
        #expect(try store.record("s", "a")?.record == record("a", 7))
    }
}
