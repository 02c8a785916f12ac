import Records
import Storing
import Testing

@Suite struct StoreReaderTests {
    private func filled(_ scratch: Scratch) throws -> Store {
        let store = try Store.open(scratch)
        try store.accept((1...5).map { record("k\($0)", $0) }, of: "b", at: moment(1))
        try store.accept((1...3).map { record("k\($0)", $0) }, of: "a@X", at: moment(2))
        try store.accept([record("only", 1)], of: "a", at: moment(3))
        return store
    }

    private func pages(_ reader: StoreReader, of sources: [String]? = nil, until: Int64? = nil) throws
        -> [String]
    {
        var (found, place): ([String], (source: String, key: String)?) = ([], nil)
        while case let page = try reader.snapshot(of: sources, after: place, until: until, limit: 2),
            let last = page.last
        {
            place = (last.source, last.record.key)
            found += page.map { "\($0.source)/\($0.record.key)" }
        }
        return found
    }

    @Test
    func `a position at zero degrees is read as it was stored, whatever the sign of zero`()
        throws
    {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        var zero = record("zero", 1)
        zero.position = Position(latitude: -0.0, longitude: -0.0)

        try store.accept([zero], of: "s")

        #expect(try store.record("s", "zero")?.record == zero)
        #expect(try store.accept([zero], of: "s").isEmpty)
    }

    @Test func `pages of a snapshot contain every record once, by source and key`() throws {
        let scratch = Scratch()
        let store = try filled(scratch)

        #expect(
            try pages(store)
                == ["a/only", "a@X/k1", "a@X/k2", "a@X/k3", "b/k1", "b/k2", "b/k3", "b/k4", "b/k5"])
        #expect(try pages(store, of: ["nowhere", "b", "a"]).count == 6)
        #expect(try pages(store, of: []) == [])
    }

    @Test func `a snapshot leaves out records that changed after its number`() throws {
        let scratch = Scratch()
        let store = try filled(scratch)
        let end = store.end
        try store.accept([record("only", 2), record("new", 1)], of: "a")

        #expect(try pages(store, of: ["a"], until: end) == [])
        #expect(try store.changes(after: end, limit: 10)?.map(\.key) == ["only", "new"])
    }

    @Test func `a page ends when it reaches its size in bytes`() throws {
        let scratch = Scratch()
        let store = try filled(scratch)

        #expect(try store.snapshot(limit: 100, bytes: 14).count == 2)
        #expect(try store.snapshot(limit: 100, bytes: 0).isEmpty)
    }

    @Test func `changes are complete and in order, also those that are no longer the newest`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        for value in 1...4 { try store.accept([record("a", value, title: "T\(value)")], of: "s") }

        let changes = try #require(try store.changes(after: 1, limit: 2))

        #expect(changes.map(\.number) == [2, 3])
        #expect(changes.map(\.data?.text) == [#"{"v":2}"#, #"{"v":3}"#])
        #expect(changes.map(\.previous?.text) == [#"{"v":1}"#, #"{"v":2}"#])
        #expect(changes.map(\.title) == ["T2", "T3"])
        #expect(try store.changes(after: 4, limit: 2) == [])
        #expect(try store.changes(after: 0, limit: 9, bytes: 1)?.count == 1)
    }

    @Test func `a history is newest first, of a record or a source, between two moments, in pages`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        for second in 1...6 {
            let records = [record("a", Int(second)), record("b", Int(second) / 4)]
            try store.accept(records, of: "s", at: moment(Int64(second)))
        }
        try store.accept([], of: "s", at: moment(9))

        let all = try store.history(of: "s", limit: 100)
        #expect(all.map(\.number) == (1...10).reversed())
        #expect(try store.history(of: "s", key: "b", limit: 100).map(\.kind) == [.removed, .changed, .added])
        let between = try store.history(of: "s", key: "a", since: moment(3), until: moment(5), limit: 9)
        #expect(between.map(\.at) == [moment(4), moment(3)])
        #expect(try store.history(of: "s", before: 5, limit: 3).map(\.number) == [4, 3, 2])
        #expect(try store.history(of: "other", limit: 3).isEmpty)
    }

    @Test func `a page of a history examines a bounded number of changes and the next one continues`() throws
    {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        for second in 1...10 { try store.accept([record("a", second)], of: "s", at: moment(Int64(second))) }

        var (found, next, pages): ([Int64], Int64?, Int) = ([], nil, 0)
        repeat {
            let page = try store.historyPage(of: "s", until: moment(4), before: next, limit: 2, looks: 4)
            found += page.found.map(\.number)
            next = page.next
            pages = pages + 1
        } while next != nil
        #expect(found == [3, 2, 1] && pages == 3)
    }

    @Test func `a statement is interrupted when its result is not needed, and the next one runs`() throws {
        let scratch = Scratch(isSmall: true)
        let store = try Store.open(scratch)
        try store.accept((0..<5_000).map { record("k\($0)", $0) }, of: "s")
        var isInterrupted = false
        let reader = try StoreReader(directory: scratch.path) { isInterrupted }
        #expect(try reader.snapshot(limit: 9_000).count == 5_000)
        isInterrupted = true
        let error = #expect(throws: StoreError.self) { try reader.snapshot(limit: 9_000) }
        #expect(error?.isInterruption == true && error?.isDamage == false)
        isInterrupted = false
        #expect(try reader.snapshot(limit: 9_000).count == 5_000)
    }

    @Test func `the history of a record that was added again includes the time before its removal`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        for value in [1, nil, 2, 3, nil] {
            try store.accept(value.map { [record("a", $0)] } ?? [], of: "s")
            try store.accept([record("a", value ?? 0)], of: "other")
        }

        let history = try store.history(of: "s", key: "a", limit: 9)

        #expect(history.map(\.kind) == [.removed, .changed, .added, .removed, .added])
        let next = try store.history(of: "s", key: "a", before: history[1].number, limit: 2)
        #expect(next == Array(history[2...3]))
        #expect(try !store.trimLog(to: 5, age: .seconds(1 << 30), at: moment()))
        #expect(try store.history(of: "s", key: "a", limit: 9) == Array(history.prefix(2)))
        #expect(try store.history(of: "s", limit: 9) == Array(history.prefix(2)))
    }

    @Test func `a cursor is valid for this log between its oldest change and its end`() throws {
        let scratch = Scratch()
        let store = try filled(scratch)
        #expect(try !store.trimLog(to: 4, age: .seconds(1 << 30), at: moment()))
        func number(_ number: Int64, _ run: String? = nil) throws -> Int64? {
            try store.number(of: Cursor(run: run ?? store.cursor.run, number: number))
        }

        #expect(store.oldest == 6 && store.end == 9)
        #expect(try [4, 5, 9, 10].map { try number($0) } == [nil, 5, 9, nil])
        #expect(try number(9, "0123456789abcdef") == nil)
        #expect(try store.changes(after: 4, limit: 1) == nil)
        #expect(try store.changes(after: 5, limit: 9)?.map(\.number) == [6, 7, 8, 9])
    }

    @Test func `a separate reader sees commits at once`() throws {
        let scratch = Scratch()
        let store = try filled(scratch)
        let reader = try StoreReader(directory: scratch.path)

        #expect(try reader.cursor(of: 9) == store.cursor)
        #expect(try reader.bounds() == (1, 9))
        try store.accept([], of: "a")
        #expect(try reader.bounds() == (1, 10))
        #expect(try reader.record("a", "only") == nil)
        #expect(try pages(reader) == pages(store))
    }

    @Test func `a reader needs an existing store`() {
        let scratch = Scratch()

        #expect(throws: StoreError.self) { try StoreReader(directory: scratch.path) }
    }
}

@Suite struct MoveTests {
    private func record(at latitude: Double?, _ value: Int) -> Record {
        var record = StoringTests.record("a", value)
        record.position = latitude.flatMap { Position(latitude: $0, longitude: 0) }
        return record
    }

    @Test func `changes that moved or removed a record contain its former position, live and from the log`()
        throws
    {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        var live: [Change] = []
        for record in [
            record(at: 1, 1), record(at: 1, 2), record(at: 5, 2), record(at: nil, 2), record(at: 7, 2),
        ] {
            live += try store.accept([record], of: "s")
        }
        live += try store.accept([], of: "s")
        #expect(live.map { $0.position?.latitude } == [1, 1, 5, nil, 7, nil])
        #expect(live.map { $0.previousPosition?.latitude } == [nil, nil, 1, 5, nil, 7])
        let kept = try Store.open(scratch).all()
        #expect(kept.map(\.previousPosition) == live.map(\.previousPosition))
        #expect(kept.map(\.former) == live.map(\.former) && kept.last?.former == record(at: 7, 2).data)
        #expect(kept.map(\.kind) == [.added, .changed, .changed, .changed, .changed, .removed])
    }

    @Test func `trimming changes also removes the former positions`() throws {
        let store = try Store.open(Scratch())
        for latitude in 1...5 { try store.accept([record(at: Double(latitude), 1)], of: "s") }
        #expect(try !store.trimLog(to: 1, age: .seconds(1_000_000), at: moment()))
        #expect(try store.changes(after: 4, limit: 9)?.map { $0.previousPosition?.latitude } == [4])
    }
}
