import Records
import Storing
import Testing

/// The complete contents of a store.
private struct Contents: Equatable {
    var records: [StoredRecord]
    var log: [Change]
    var states: [SourceState]
    var rejects: [Reject]
    var requests: [RequestState]

    init(_ store: Store) throws {
        records = try store.snapshot(limit: 1000)
        log = try store.all()
        states = try store.states()
        rejects = try store.rejects(of: "s")
        requests = try store.requests()
    }
}

@Suite struct StoreDamageTests {
    /// Creates a small database, all of it in one file.
    private func make(_ scratch: Scratch) throws -> (bytes: [UInt8], contents: Contents) {
        let store = try Store.open(scratch)
        var state = SourceState(name: "s")
        state.definition = "some definition"
        for turn in 0..<3 {
            let records = (0..<12).map { record("key-\($0)", $0 % 3 == 0 ? turn : $0, title: "Title \($0)") }
            try store.accept(records, of: "s", at: moment(Int64(turn)))
            try store.accept(Array(records.prefix(4 - turn)), of: "t", at: moment(Int64(turn)))
        }
        for latitude in 1...2 {
            var record = record("mover", 1)
            record.position = Position(latitude: Double(latitude), longitude: 0)
            try store.accept([record], of: "u")
        }
        try store.save(state)
        try store.save([Reject(line: 4, found: "here", reason: "not a number")], of: "s")
        try store.save([RequestState(identity: "https://example.org/")])
        try store.checkpoint()
        return (scratch.read("almanac.db"), try Contents(store))
    }

    /// Opens a damaged database and checks that it returns correct contents or reports the damage.
    ///
    /// - Returns: The outcome: `whole`, `aside` or `met`.
    private func survive(_ bytes: [UInt8], _ contents: Contents) throws -> String {
        let scratch = Scratch(isSmall: true)
        scratch.write(bytes, to: "almanac.db")
        var isMet = false
        do {
            let (store, opening) = try Store.open(directory: scratch.path, at: moment())
            if case .setAside(let path, _, let restored) = opening {
                #expect(scratch.names().contains { path.hasSuffix($0) })
                try check(restored, in: store, contents)
                return "aside"
            }
            #expect(try Contents(store) == contents)
            try store.accept([record("new", 1)], of: "s", at: moment(5))
        } catch let error as StoreError {
            #expect(error.isDamage, "\(error)")
            isMet = true
        }
        if isMet {
            let (store, _) = try Store.replace(directory: scratch.path, at: moment(), reason: "met")
            #expect(try store.accept([record("a", 1)], of: "new").count == 1)
        }
        return isMet ? "met" : "whole"
    }

    /// Checks that the restored records are complete, or at least unmodified.
    private func check(_ restored: Restoration, in store: Store, _ contents: Contents) throws {
        let found = try Contents(store)
        if restored.isComplete { return #expect(found == contents) }
        #expect(found.records.count == restored.records)
        for stored in found.records {
            #expect(contents.records.contains { $0.source == stored.source && $0.record == stored.record })
        }
    }

    @Test func `a change of any byte is detected or has no effect`() throws {
        let (bytes, contents) = try make(Scratch(isSmall: true))
        var generator = SeededGenerator(seed: 4711)
        var places = Array(0..<100)
        for _ in 0..<400 { places.append(Int.random(in: 0..<bytes.count, using: &generator)) }
        var outcomes: [String: Int] = [:]
        for place in places {
            var damaged = bytes
            damaged[place] ^= UInt8.random(in: 1...255, using: &generator)
            outcomes[try survive(damaged, contents), default: 0] += 1
        }
        #expect(outcomes["whole", default: 0] > 0 && outcomes["aside", default: 0] > 0, "\(outcomes)")
    }

    @Test func `a database that is truncated anywhere is set aside or recreated`() throws {
        let (bytes, contents) = try make(Scratch(isSmall: true))
        // The empty rest of the last page is zeros, which SQLite supplies where the file ends too early.
        let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
        for count in stride(from: 1, to: end, by: 1531) {
            #expect(try survive(Array(bytes.prefix(count)), contents) != "whole", "\(count) bytes")
        }
        let scratch = Scratch()
        scratch.write([], to: "almanac.db")
        #expect(try Store.open(directory: scratch.path, at: moment()).opening == .created)
    }

    @Test func `a damaged or truncated write-ahead log is used up to the damage`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        for turn in 0..<20 { try store.accept([record("k\(turn % 3)", turn)], of: "s") }
        let (log, expected) = (scratch.read("almanac.db-wal"), try store.all())
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<80 {
            var damaged = log
            let place = Int.random(in: 0..<log.count, using: &generator)
            if Bool.random(using: &generator) { damaged[place] ^= 0x40 } else { damaged.removeLast(place) }
            let copy = Scratch(isSmall: true)
            copy.write(scratch.read("almanac.db"), to: "almanac.db")
            copy.write(damaged, to: "almanac.db-wal")
            let found = try Store.open(copy).all()
            #expect(found == Array(expected.prefix(found.count)))
        }
    }

    @Test func `a damaged database is set aside unaltered`() throws {
        let scratch = Scratch()
        try Store.open(scratch).accept([record("a", 1)], of: "s")
        scratch.write(Array(repeating: 0x20, count: 600), to: "almanac.db")

        let (store, opening) = try Store.open(directory: scratch.path, at: moment())

        let target = "almanac.db.damaged-20261118T110640Z"
        #expect(
            opening
                == .setAside(
                    path: "\(scratch.path)/\(target)", reason: "file is not a database",
                    restored: Restoration())
        )
        #expect(scratch.names().filter { $0.hasPrefix(target) } == [target])
        #expect(scratch.read(target) == Array(repeating: 0x20, count: 600))
        #expect(try store.accept([record("a", 1)], of: "s").map(\.number) == [1])
    }

    @Test func `a database that was set aside before is not overwritten`() throws {
        let scratch = Scratch()
        for round in 1...3 {
            scratch.write([UInt8(round)], to: "almanac.db")
            #expect(try Store.open(directory: scratch.path, at: moment()).opening != .existing)
        }
        let aside = scratch.names().filter { $0.contains("damaged") && !$0.contains("-wal") }
        #expect(aside.map { scratch.read($0) } == [[1], [2], [3]])
    }

    @Test func `a condemned database is set aside once, at the next opening`() throws {
        let scratch = Scratch()
        try Store.open(scratch).accept([record("a", 1)], of: "s")
        let error = StoreError(doing: "read s/a", code: 11, message: "its checksum differs", isDamage: true)

        try Store.condemn(scratch.path, because: error)

        let (store, opening) = try Store.open(directory: scratch.path, at: moment())
        let target = "\(scratch.path)/almanac.db.damaged-20261118T110640Z"
        guard case .setAside(target, "read s/a: its checksum differs", let restored) = opening else {
            Issue.record("it was taken as \(opening)")
            return
        }
        #expect(try restored.isComplete && store.all().count == 1)
        #expect(try Store.open(directory: scratch.path, at: moment()).opening == .existing)
    }

    @Test func `the database of another program is set aside and not written`() throws {
        let scratch = Scratch()
        let other = StoreSchema(steps: [
            "CREATE TABLE meta (name TEXT, value TEXT); PRAGMA application_id = 1"
        ])
        _ = try? Store.open(directory: scratch.path, at: moment(), schema: other)

        let (_, opening) = try Store.open(directory: scratch.path, at: moment())

        guard case .setAside(_, let reason, _) = opening else {
            Issue.record("it was taken as \(opening)")
            return
        }
        #expect(reason.contains("lacks tables") || reason.contains("contradicts"))
    }
}
