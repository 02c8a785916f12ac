import Records
import Storing
import Testing

@Suite struct StoreLogTests {
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

        try store.accept((0..<5000).map { record("k\($0)", $0) }, of: "s")

        #expect(try !store.checkpointIfNeeded(isIdle: false))
        #expect(try store.checkpointIfNeeded(isIdle: true))
        #expect(try !store.checkpointIfNeeded(isIdle: true))
        #expect(scratch.read("almanac.db").count > 1 << 19)
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
