import Records
import Storing
import Testing

@Suite struct StoreLogTests {
    @Test func `a removal keeps its reason and the title, and counts in the size of the log`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("k", 1, title: "one"), record("l", 2)], of: "s")
        let reasons: [Difference] = [.remove("k", because: .clock), .remove("l")]
        _ = try store.commit(reasons, of: "s", at: moment(1))
        let again = try Store.open(scratch)
        let removals = try again.history(of: "s", limit: 2)
        #expect(removals.map(\.reason) == [nil, .clock] && removals.map(\.title) == [nil, "one"])
        #expect(removals.allSatisfy { $0.kind == .removed && $0.patch == nil && $0.former != nil })
        #expect(try again.loggedBytes() == store.loggedBytes())
    }

    @Test func `the log is trimmed by count, a bounded number in each call`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept((0..<100).map { record("k\($0)", $0) }, of: "s")

        #expect(try store.trimLog(to: 30, age: .seconds(1 << 30), at: moment(), limit: 40))
        #expect(store.oldest == 41)
        #expect(try !store.trimLog(to: 30, age: .seconds(1 << 30), at: moment(), limit: 40))
        #expect(store.oldest == 71)
        #expect(try store.snapshot(limit: 1000).count == 100)
    }

    @Test func `the log is trimmed by age, except for its last change`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        for second: Int64 in 0..<5 {
            try store.accept([record("k", Int(second))], of: "s", at: moment(second))
        }

        #expect(try !store.trimLog(to: 100, age: .seconds(10), at: moment(12), limit: 50))
        #expect(store.oldest == 3)
        #expect(try !store.trimLog(to: 100, age: .seconds(10), at: moment(1000), limit: 50))
        #expect(store.oldest == 5 && store.end == 5)
        #expect(try Store.open(scratch).accept([record("k", 9)], of: "s").map(\.number) == [6])
    }

    @Test func `the log is trimmed by size, and its size survives another opening`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let text = String(repeating: "x", count: 900)
        for round in 0..<5 {
            try store.accept((0..<20).map { record("k\($0)", text: "\(round)\(text)") }, of: "s")
        }
        let size = try store.loggedBytes()
        #expect((80_000..<90_000).contains(size), "\(size)")
        while try store.trimLog(to: .init(bytes: size / 2), at: moment(), limit: 7) {}
        #expect(try (size * 4 / 10..<size / 2 + 1).contains(store.loggedBytes()))
        #expect((55...65).contains(store.oldest))
        #expect(try Store.open(scratch).loggedBytes() == store.loggedBytes())
        while try store.trimLog(to: .init(bytes: 0), at: moment()) {}
        #expect(store.oldest == store.end)
    }

    @Test func `a source that changes much does not push out the changes of others`() throws {
        let scratch = Scratch()
        let store = try greedy(scratch)
        let size = try store.loggedBytes()
        while try store.trimLog(to: .init(bytes: size / 2), at: moment(), limit: 7) {}

        #expect(try store.loggedBytes() <= size / 2)
        #expect(store.oldest == 1)
        #expect(try store.history(of: "quiet", limit: 99).count == 50)
        let left = try store.history(of: "greedy", limit: 9999)
        #expect((100..<700).contains(left.count))
        #expect(try store.countHistory(of: "greedy", looks: 9999).count == left.count)
        #expect(try store.historyPage(of: "greedy", limit: 9999).isCut)
        #expect(try !store.historyPage(of: "greedy", since: moment(1), limit: 9999).isCut)
        #expect(try !store.historyPage(of: "quiet", limit: 9999).isCut)
        #expect(try store.trimmedSources(after: 0).map(\.name) == ["greedy"])
        let last = try #require(try store.trimmedSources(after: 0).first?.last)
        #expect(try store.trimmedSources(after: last).isEmpty)
        #expect(try store.all().filter(\.isTrimmed).allSatisfy { $0.source == "greedy" && $0.number <= last })
        #expect(try store.all().filter { $0.number > last }.allSatisfy { !$0.isTrimmed && $0.data != nil })
        #expect(try Store.open(scratch).loggedBytes() == store.loggedBytes())
    }

    @Test func `a source whose changes were trimmed goes on, and can be removed`() throws {
        let scratch = Scratch()
        let store = try greedy(scratch)
        while try store.trimLog(to: .init(bytes: store.loggedBytes() / 3), at: moment()) {}
        try store.accept([record("k0", text: "new")], of: "greedy")
        let newest = try store.history(of: "greedy", key: "k0", limit: 1).first
        #expect(newest?.data == record("k0", text: "new").data)
        #expect(try store.removeSource("greedy", at: moment()).isDone)
        try store.accept([record("a", 1)], of: "another")
        while try store.trimLog(to: .init(count: 1), at: moment()) {}
        #expect(try store.trimmedSources(after: 0).isEmpty)
        #expect(try store.history(of: "another", limit: 9).count == 1)
    }

    /// Returns a store in which one source has 1,000 large changes, and another one 50 small ones.
    private func greedy(_ scratch: Scratch) throws -> Store {
        let store = try Store.open(scratch)
        let text = String(repeating: "x", count: 900)
        for round in 0..<50 {
            try store.accept([record("q", round)], of: "quiet")
            try store.accept((0..<20).map { record("k\($0)", text: "\(round)\(text)") }, of: "greedy")
        }
        return store
    }

    @Test func `the log gives its space to new data while the disk has too little`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let text = String(repeating: "x", count: 900)
        try store.accept((0..<2000).map { record("k\($0)", text: text) }, of: "s")
        try store.accept((0..<2000).map { record("k\($0)", text: text + "y") }, of: "s")
        while try store.trimLog(to: .init(room: 1 << 20), at: moment()) {}
        #expect(store.oldest > 1)
        let oldest = store.oldest
        #expect(try !store.trimLog(to: .init(room: 1 << 20), at: moment()))
        #expect(store.oldest == oldest)
    }

    @Test func `a document that replaces a table adds little more than its size`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let texts = { (round: Int) in String(repeating: "\(round)", count: 900) }
        let rows = { (round: Int) in (0..<500).map { record("k\($0)", text: texts(round)) } }
        let size = rows(0).reduce(0) { $0 + $1.data.count }
        try store.accept(rows(0), of: "s")
        for round in 1...8 { try store.accept(rows(round), of: "s") }
        #expect(try store.loggedBytes() < 8 * size * 13 / 10)
        // The log contains all of it nevertheless.
        let changes = try store.all()
        #expect(changes.count == 9 * 500)
        for change in changes[500...] where change.key == "k7" {
            let round = Int(change.number - 1) / 500
            #expect(change.data == record("k7", text: texts(round)).data)
            #expect(change.previous == record("k7", text: texts(round - 1)).data)
            #expect(change.patch == change.data)
        }
    }

    @Test func `numbers continue after everything was removed and trimmed`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept((0..<10).map { record("k\($0)", 0) }, of: "s")
        #expect(try store.removeSource("s", at: moment()).isDone)
        #expect(try !store.trimLog(to: 0, age: .zero, at: moment(100)))

        let changes = try Store.open(scratch).accept([record("k", 1)], of: "other")

        #expect(changes.map(\.number) == [21])
    }

    @Test func `a record whose change was trimmed can change like any other`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1), record("b", 1)], of: "s")
        #expect(try !store.trimLog(to: 1, age: .seconds(1 << 30), at: moment()))

        let changes = try store.accept([record("a", 2), record("b", 1)], of: "s")

        #expect(changes.map(\.previous?.text) == [#"{"v":1}"#])
        #expect(try store.all(after: 1).map(\.number) == [2, 3])
    }

    @Test func `an idle store moves the write-ahead log into the database`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1)], of: "s")
        #expect(try !store.checkpointIfNeeded(isIdle: true))

        let data = Array(#"{"v":"\#(String(repeating: "x", count: 5_000))"}"#.utf8)
        try store.accept((0..<1_000).map { Record(key: "k\($0)", data: data) }, of: "s")

        #expect(try !store.checkpointIfNeeded(isIdle: false))
        #expect(try store.checkpointIfNeeded(isIdle: true))
        #expect(try !store.checkpointIfNeeded(isIdle: true))
        #expect(scratch.read("almanac.db").count > 4 << 20)
    }

    @Test func `the write-ahead log stays bounded while the store is busy`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let filling = String(repeating: "x", count: 100_000)
        var largest = 0
        for turn in 0..<24 {
            let records = (0..<10).map {
                Record(key: "k\(turn)-\($0)", data: Array(#"{"v":"\#(turn)\#(filling)"}"#.utf8))
            }
            try store.accept(records, of: "s", keeping: .all)
            largest = max(largest, scratch.size("almanac.db-wal"))
        }
        #expect(largest > 4 << 20 && largest < 24 << 20)
    }

    @Test(arguments: ["b", "a"], ["[1]", "{", #"{"v":"\u{FFFD}"}"#])
    func `data that is not an object in UTF-8 is refused with its whole commit`(key: String, data: String)
        throws
    {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1)], of: "s")
        // The character stands for a byte that UTF-8 never has.
        let bytes = Array(data.utf8).split(separator: [0xEF, 0xBF, 0xBD]).joined(separator: [0xFF])
        let bad = Record(key: key, data: Array(bytes))

        let error = #expect(throws: StoreError.self) {
            try store.commit([.put(record("c", 2)), .put(bad)], of: "s", at: moment())
        }

        #expect(error?.description == "store s/\(key): its data are not a JSON object")
        #expect(error?.isDamage == false)
        #expect(store.end == 1)
        #expect(try store.accept([record("a", 3)], of: "s").map(\.number) == [2])
    }
}
