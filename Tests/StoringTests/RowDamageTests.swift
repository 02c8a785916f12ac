import FaultyDisk
import Glibc
import Records
import Storing
import Testing

/// Rows of a sound database that contradict each other, or what is known of every row.
@Suite struct RowDamageTests {
    /// Returns an open store with two runs, two sources and nine changes, after SQL has altered it.
    private func store(_ scratch: Scratch, after sql: String) throws -> Store {
        for round in 0..<2 {
            let store = try Store.open(scratch)
            for source in ["s", "t"] { try store.accept([record("a", round), record("b", 1)], of: source) }
            try store.save(SourceState(name: "s"))
            var request = RequestState(identity: "s")
            request.rhythm = [1]
            try store.save([request])
        }
        let store = try Store.open(scratch)
        try Tampering.run(sql, on: "\(scratch.path)/almanac.db")
        return store
    }

    /// A statement that damages rows, a call that reads them, and the error that it throws.
    private struct Case {
        let sql: String
        let expected: String
        let call: (Store) throws -> Void
    }

    private var cases: [Case] {
        [
            Case(sql: "UPDATE source SET records = 9 WHERE name = 's'", expected: "its checksum differs") {
                _ = try $0.recordCount(of: "s")
            },
            Case(sql: "UPDATE state SET body = x'7B7D'", expected: "its checksum differs") {
                _ = try $0.state(of: "s")
            },
            Case(sql: "UPDATE rhythm SET state = x'02'", expected: "its checksum differs") {
                _ = try $0.requests()
            },
            Case(sql: "UPDATE change SET kind = 7 WHERE number = 1", expected: "its kind is unknown") {
                _ = try $0.changes(after: 0, limit: 9)
            },
            Case(sql: "DELETE FROM change WHERE number = 2", expected: "it is missing") {
                _ = try $0.changes(after: 0, limit: 9)
            },
            Case(sql: "DELETE FROM change WHERE number = 2", expected: "it is missing") {
                _ = try $0.changes(after: 1, limit: 9)
            },
            Case(sql: "DELETE FROM run", expected: "it is missing") { _ = try $0.cursor(of: 1) },
            Case(sql: "UPDATE record SET hash = x'00'", expected: "its hash is missing") {
                try $0.accept([record("a", 7), record("b", 7)], of: "s")
            },
            Case(sql: "DELETE FROM record WHERE key = 'b'", expected: "it has 1 records, not 2") {
                _ = try $0.reopened(isThorough: true)
            },
            Case(
                sql: "CREATE TRIGGER t BEFORE INSERT ON source BEGIN SELECT RAISE(IGNORE); END",
                expected: "it has no number"
            ) { try $0.save(SourceState(name: "new")) },
        ]
    }

    @Test func `each contradiction is reported as damage by the call that meets it`() throws {
        for one in cases {
            let scratch = Scratch(isSmall: true)
            let store = try store(scratch, after: one.sql)
            let error = #expect(throws: StoreError.self, "\(one.sql)") { try one.call(store) }
            #expect(error?.isDamage == true && error?.message == one.expected, "\(one.sql): \(error!)")
        }
    }

    @Test func `a missing hash is reported for a single record, too`() throws {
        let scratch = Scratch(isSmall: true)
        let store = try Store.open(scratch)
        try store.accept((0..<40).map { record("k\($0)", 1) }, of: "s")
        try Tampering.run("UPDATE record SET hash = x'00'", on: "\(scratch.path)/almanac.db")
        let error = #expect(throws: StoreError.self) { try store.accept([record("k7", 2)], of: "s") }
        #expect(error?.isDamage == true && error?.message == "its hash is missing")
        #expect(try store.record("s", "k7")?.record == record("k7", 1))
    }

    @Test(arguments: [
        ("DELETE FROM change WHERE number > 5", "its log of changes lacks its end"),
        ("DELETE FROM run WHERE first = 0", "its log of changes lacks its end or its first run"),
    ])
    func `a log without its end or its beginning is set aside, and its records are restored`(
        sql: String, reason: String
    ) throws {
        let scratch = Scratch(isSmall: true)
        let cursor = try store(scratch, after: sql).cursor

        let (store, opening) = try Store.open(directory: scratch.path, at: moment())

        guard case .setAside(_, reason, let restored) = opening else {
            Issue.record("it was taken as \(opening)")
            return
        }
        #expect(restored.records == 4 && !restored.isComplete)
        #expect(try store.snapshot(limit: 9).map(\.record.key) == ["a", "b", "a", "b"])
        // A cursor of the old log must not continue in the new one.
        #expect(try store.number(of: cursor) == nil)
    }

    @Test func `a database that has lost its version is set aside, and its records are restored`() throws {
        let scratch = Scratch(isSmall: true)
        _ = try store(scratch, after: "PRAGMA user_version = 0")

        let (store, opening) = try Store.open(directory: scratch.path, at: moment())

        guard case .setAside(_, "it holds tables but no schema version", let restored) = opening else {
            Issue.record("it was taken as \(opening)")
            return
        }
        #expect(restored.records == 4)
        #expect(try store.snapshot(limit: 9).count == 4)
    }

    @Test func `a table of sources that cannot be read loses all records, and the store is usable`() throws {
        let scratch = Scratch(isSmall: true)
        // The root of an index is not that of a table.
        _ = try store(
            scratch,
            after: """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_schema SET rootpage =
                    (SELECT rootpage FROM sqlite_schema WHERE name = 'record_by_key') WHERE name = 'source'
                """)

        let (store, opening) = try Store.open(directory: scratch.path, at: moment())

        guard case .setAside(_, _, let restored) = opening else {
            Issue.record("it was taken as \(opening)")
            return
        }
        #expect(restored.records == 0 && !restored.isComplete)
        #expect(try store.accept([record("a", 1)], of: "new").count == 1)
    }

    @Test func `damage in the file keeps a store from being reopened or put back`() throws {
        for isRemoved in [false, true] {
            let scratch = Scratch(isSmall: true)
            let store = try store(scratch, after: "PRAGMA wal_checkpoint(TRUNCATE)")
            try scratch.damageRecords()
            store.releaseMemory()
            if isRemoved { scratch.remove("almanac.db") }
            let error = #expect(throws: StoreError.self) {
                _ = try isRemoved ? store.restored() : store.reopened(isThorough: false)
            }
            #expect(error?.isLoss == isRemoved && error?.isDamage == !isRemoved)
            #expect(scratch.names().contains("almanac.db") == !isRemoved)
        }
    }

    @Test func `a store with changes of another one is not reopened`() throws {
        let scratch = Scratch(isSmall: true)
        let store = try Store.open(scratch)
        try store.accept([record("a", 1)], of: "s")
        try Store.open(scratch).accept([record("b", 1)], of: "t")
        let error = #expect(throws: StoreError.self) { _ = try store.reopened(isThorough: false) }
        #expect(error?.message == "it ends with change 2, not with 1" && error?.isDamage == false)
    }

    @Test func `a store whose database is gone is not reopened`() throws {
        let scratch = Scratch(isSmall: true)
        let store = try Store.open(scratch)
        for name in scratch.names() { scratch.remove(name) }
        let error = #expect(throws: StoreError.self) { _ = try store.reopened(isThorough: false) }
        #expect(error?.isDamage == false && error?.isDiskFailure == false)
    }

    @Test func `missing indexes are recreated, and the records remain`() throws {
        for table in ["word", "progress"] {
            let scratch = Scratch(isSmall: true)
            _ = try store(scratch, after: "DROP TABLE \(table)")
            let store = try Store.open(scratch)
            if table == "word" {
                let error = #expect(throws: StoreError.self) { _ = try Finder(in: store) }
                #expect(error?.isIndexDamage == true && error?.isDamage == false)
            }
            try store.indexAll()
            #expect(try Finder(in: store).keys("a").count == 2)
        }
    }

    @Test func `an index that is damaged while it is written is recreated by the next steps`() throws {
        let scratch = Scratch(isSmall: true)
        let store = try store(scratch, after: "PRAGMA optimize")
        try store.indexAll()
        try Tampering.run("UPDATE word_data SET block = x'00'", on: "\(scratch.path)/almanac.db")
        try store.accept([record("c", 1)], of: "t")
        let indexer = try Indexer(of: store)
        let error = #expect(throws: StoreError.self) { while try indexer.follow() {} }
        #expect(error?.isIndexDamage == true && error?.isDamage == false)
        while try indexer.follow() {}
        #expect(try Finder(in: store).keys("c") == ["c"])
    }
}

extension Scratch {
    /// Overwrites the page with the records in the database, in place.
    fileprivate func damageRecords() throws {
        let bytes = read("almanac.db")
        let text = Array(#"{"v":1}"#.utf8)
        let size = pageSize(of: bytes)
        let page = try #require(
            stride(from: size, to: bytes.count, by: size).first {
                bytes[$0] == 13 && bytes[$0..<$0 + size].contains(text)
            })
        let file = try #require(fopen("\(path)/almanac.db", "r+"))
        fseek(file, page, SEEK_SET)
        fwrite([UInt8](repeating: 0xAA, count: size), 1, size, file)
        fclose(file)
    }
}
