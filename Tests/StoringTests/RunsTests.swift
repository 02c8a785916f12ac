import Records
import Storing
import Testing

/// Tests of the runs of a log: which cursors remain valid after a restart, a restored backup and retention.
@Suite struct RunsTests {
    /// Copies the files of a store, as a backup would.
    private func copy(_ from: Scratch, _ to: Scratch) {
        for name in ["almanac.db", "almanac.db-wal"] { to.write(from.read(name), to: name) }
        to.remove("almanac.db-shm")
    }

    private func change(_ store: Store, _ value: Int) throws {
        try store.accept([record("a", value)], of: "s")
    }

    @Test func `a reverted log expires exactly the cursors of the lost changes`() throws {
        let (scratch, backup) = (Scratch(isSmall: true), Scratch(isSmall: true))
        var cursors: [Cursor] = []
        var store: Store? = try Store.open(scratch)
        for number in 1...9 {
            try change(#require(store), number)
            cursors.append(try #require(store).cursor)
            if number == 5 { copy(scratch, backup) }
        }
        store = nil
        copy(backup, scratch)

        let restored = try Store.open(scratch)
        #expect(try cursors.map { try restored.number(of: $0) } == [1, 2, 3, 4, 5, nil, nil, nil, nil])
        for number in 101...106 { try change(restored, number) }

        #expect(restored.end == 11)
        #expect(try cursors.map { try restored.number(of: $0) } == [1, 2, 3, 4, 5, nil, nil, nil, nil])
        #expect(try restored.number(of: restored.cursor) == 11)
        #expect(cursors.map { restored.runs.contains($0) } == (1...9).map { $0 <= 5 })
    }

    @Test func `a log that is reverted twice expires the cursors of both lost ends`() throws {
        let (scratch, backup) = (Scratch(isSmall: true), Scratch(isSmall: true))
        try change(Store.open(scratch), 1)
        copy(scratch, backup)
        var lost: [Cursor] = []
        for round in 1...2 {
            let store = try Store.open(scratch)
            try change(store, round * 100)
            lost.append(store.cursor)
            copy(backup, scratch)
        }
        let store = try Store.open(scratch)
        try change(store, 300)
        #expect(try lost.map { try store.number(of: $0) } == [nil, nil])
        #expect(Set(lost).count == 2 && store.end == 2)
    }

    @Test func `cursors of all earlier runs stay valid and are the same after each restart`() throws {
        let scratch = Scratch(isSmall: true)
        var cursors: [Cursor] = [try Store.open(scratch).cursor]
        for number in 1...6 {
            let store = try Store.open(scratch)
            #expect(store.cursor == cursors.last)
            try change(store, number)
            cursors.append(store.cursor)
            #expect(try cursors.map { try store.number(of: $0) } == (0...Int64(number)).map { $0 })
            #expect(try cursors == (0...Int64(number)).map { try store.cursor(of: $0) })
        }
        #expect(Set(cursors.map(\.run)).count == 7)
    }

    @Test func `an opening that changes nothing leaves no run behind`() throws {
        let scratch = Scratch(isSmall: true)
        try change(Store.open(scratch), 1)
        let cursor = try Store.open(scratch).cursor
        for _ in 0..<5 {
            let store = try Store.open(scratch)
            try store.save(SourceState(name: "s"))
            #expect(store.cursor == cursor)
        }
        let store = try Store.open(scratch)
        #expect(try store.number(of: store.runs.cursor(of: 2)) == nil)
    }

    @Test func `the run of a failed transaction is stored with the next change`() throws {
        let scratch = Scratch(isSmall: true)
        try change(Store.open(scratch), 1)
        let store = try Store.open(scratch)
        #expect(throws: StoreError.self) {
            try store.commit(
                [.put(record("b", 1)), .put(Record(key: "c", data: Array("7".utf8)))], of: "s", at: moment())
        }
        #expect(store.end == 1)
        try change(store, 2)
        let cursor = store.cursor
        #expect(try store.number(of: cursor) == 2)
        #expect(try Store.open(scratch).number(of: cursor) == 2)
    }

    @Test func `runs that no valid cursor can name are removed with their changes`() throws {
        let scratch = Scratch(isSmall: true)
        var cursors: [Cursor] = []
        for number in 1...20 {
            let store = try Store.open(scratch)
            try change(store, number)
            cursors.append(store.cursor)
        }
        let store = try Store.open(scratch)
        #expect(try !store.trimLog(to: 5, age: .seconds(1 << 30), at: moment()))

        #expect(store.oldest == 16)
        let expected: [Int64?] = (1...20).map { $0 >= 15 ? $0 : nil }
        #expect(try cursors.map { try store.number(of: $0) } == expected)
        // The first run remains, although its change was trimmed.
        #expect(cursors.filter { store.runs.contains($0) }.count == 7)
        let again = try Store.open(scratch)
        #expect(try cursors.map { try again.number(of: $0) } == expected)
        #expect(cursors.filter { again.runs.contains($0) }.count == 7)
    }

    @Test func `the cursor of a source whose last change was trimmed stays the same`() throws {
        let scratch = Scratch(isSmall: true)
        try Store.open(scratch).accept([record("q", 1)], of: "quiet")
        for number in 1...9 { try change(Store.open(scratch), number) }
        let store = try Store.open(scratch)
        let before = try store.cursor(of: 1)
        #expect(try !store.trimLog(to: 2, age: .seconds(1 << 30), at: moment()))
        #expect(try store.cursor(of: 1) == before)
        #expect(try store.number(of: before) == nil)
        #expect(try Store.open(scratch).cursor(of: 1) == before)
    }

    @Test func `a store of the previous release keeps its records, its log and its cursors`() throws {
        let scratch = Scratch(isSmall: true)
        let epoch = "0969478d990747ca"
        scratch.write(
            Scratch.corpus("../../DaemonTests/Corpus/state-0.1/private/almanac.db"), to: "almanac.db")

        let (store, opening) = try Store.open(directory: scratch.path, at: moment())

        #expect(opening == .existing && store.cursor == Cursor(run: epoch, number: 11))
        #expect(try store.all().map(\.number) == (1...11).map { $0 })
        #expect(try store.snapshot(limit: 99).map(\.record.key) == ["a", "b", "2", "3", "4", "bad"])
        for number in 0...11 {
            #expect(try store.number(of: Cursor(run: epoch, number: Int64(number))) == Int64(number))
        }
        try change(store, 1)
        #expect(try store.number(of: Cursor(run: epoch, number: 11)) == 11)
        #expect(try store.number(of: Cursor(run: epoch, number: 12)) == nil)
        #expect(store.cursor.run != epoch && store.cursor.number == 12)
    }
}
