import Records
import Storing
import Testing

/// Tests with a database that is set aside.
@Suite struct RestoringTests {
    private func fill(_ scratch: Scratch, count: Int) throws -> (records: [StoredRecord], cursors: [Cursor]) {
        let store = try Store.open(scratch)
        var cursors: [Cursor] = []
        for turn in 0..<4 {
            for source in ["s", "t"] {
                let records = (0..<count).map {
                    record("key-\($0)", $0 % 3 == 0 ? turn : $0, title: "T\($0)")
                }
                try store.accept(records, of: source, at: moment(Int64(turn)))
                cursors.append(store.cursor)
            }
        }
        for source in ["s", "t"] {
            var state = SourceState(name: source)
            state.definition = "definition of \(source)"
            try store.save(state)
        }
        try store.save([RequestState(identity: "s")])
        try store.checkpoint()
        return (try store.snapshot(limit: 9999), cursors)
    }

    /// Sets the database aside and creates a new one with everything that can be restored.
    private func replace(_ scratch: Scratch) throws -> (store: Store, restored: Restoration) {
        let (store, opening) = try Store.replace(directory: scratch.path, at: moment(), reason: "test")
        guard case .setAside(let path, _, let restored) = opening else {
            throw StoreError(doing: "test", code: 0, message: "\(opening)")
        }
        #expect(scratch.names().filter { path.hasSuffix($0) }.count == 1)
        #expect(scratch.names().allSatisfy { !$0.hasSuffix(".tmp") })
        return (store, restored)
    }

    @Test func `a database with readable contents is restored with its log and all cursors`() throws {
        let scratch = Scratch(isSmall: true)
        let (records, cursors) = try fill(scratch, count: 40)
        let log = try Store.open(scratch).all()

        let (store, restored) = try replace(scratch)

        #expect(restored.isComplete && restored.records == 80 && restored.sources == 2)
        #expect(try store.snapshot(limit: 9999) == records && store.all() == log)
        #expect(try cursors.map { try store.number(of: $0) } == cursors.map(\.number))
        #expect(try store.state(of: "s")?.definition == "definition of s" && store.requests().count == 1)
        #expect(try store.accept([record("new", 1)], of: "u").count == 1)
    }

    @Test func `changes that are only in the write-ahead log are restored too`() throws {
        let scratch = Scratch(isSmall: true)
        _ = try fill(scratch, count: 5)
        let last = Scratch(isSmall: true)
        do {
            let store = try Store.open(scratch)
            try store.accept([record("late", 1)], of: "u")
            for name in ["almanac.db", "almanac.db-wal"] { last.write(scratch.read(name), to: name) }
        }
        let before = last.read("almanac.db")
        let (store, restored) = try replace(last)
        #expect(try restored.isComplete && store.record("u", "late") != nil)
        let aside = last.names().filter { $0.contains("damaged") }
        #expect(aside.map { $0.hasSuffix("-wal") } == [false, true])
        #expect(last.read(aside[0]) == before)
    }

    @Test func `a damaged page loses only its own records, and all cursors expire`()
        throws
    {
        let scratch = Scratch(isSmall: true)
        let (records, cursors) = try fill(scratch, count: 400)
        var bytes = scratch.read("almanac.db")
        // The page is in the middle of the records and is found by a text in one of them.
        let page = try #require(leafPage(of: "key-200", in: bytes))
        for place in page..<page + pageSize(of: bytes) { bytes[place] = 0xAA }
        scratch.write(bytes, to: "almanac.db")
        for suffix in ["-wal", "-shm"] { scratch.remove("almanac.db\(suffix)") }

        let (store, restored) = try replace(scratch)

        #expect(!restored.isComplete && restored.records > 600 && restored.records < 800, "\(restored)")
        let kept = try store.snapshot(limit: 9999)
        #expect(kept.count == restored.records)
        let all = Set(records.map { "\($0.source)/\($0.record.key) \($0.record.data) \($0.at)" })
        #expect(kept.allSatisfy { all.contains("\($0.source)/\($0.record.key) \($0.record.data) \($0.at)") })
        #expect(try cursors.allSatisfy { try store.number(of: $0) == nil })
        #expect(try store.requests().isEmpty)
        let whole = try ["s", "t"].filter { try store.state(of: $0)?.definition == "definition of \($0)" }
        #expect(whole.count <= 1)
    }

    /// Returns the start of the leaf page of a table that contains a text in the data of a record.
    private func leafPage(of text: String, in bytes: [UInt8]) -> Int? {
        let size = pageSize(of: bytes)
        return stride(from: size, to: bytes.count, by: size).first { page in
            bytes[page] == 13 && bytes[page..<page + size].contains(Array(#"{"v":200}"#.utf8))
                && bytes[page..<page + size].contains(Array(text.utf8))
        }
    }

    @Test func `nothing is restored from a file that is not a database`() throws {
        let scratch = Scratch(isSmall: true)
        scratch.write(Array(repeating: 0x20, count: 5000), to: "almanac.db")
        let (store, restored) = try replace(scratch)
        #expect(restored == Restoration() && store.end == 0)
        #expect("\(restored)".contains("nothing"))
    }
}
