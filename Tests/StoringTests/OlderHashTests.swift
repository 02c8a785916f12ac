import Records
import Storing
import Testing

/// Databases whose records were hashed by another function than `Record.hash`.
@Suite struct OlderHashTests {
    /// A database of the release before XXH3, and what that release published of it.
    private let scratch = Scratch()
    /// The cursor that the release gave out last.
    private let last = "be2cbb6bc9b4ecba.23"

    init() {
        for suffix in ["db", "json"] {
            scratch.write(
                Scratch.corpus("fifth-version.\(suffix)"), to: suffix == "db" ? "almanac.db" : "s.json")
        }
    }

    /// The document of source `s` as the release received it last.
    private var document: [Record] {
        func record(
            _ key: String, _ data: String = #"{"v":1}"#, title: String? = nil, at position: Position? = nil,
            group: String? = nil
        ) -> Record {
            Record(key: key, title: title, position: position, group: group, data: Array(data.utf8))
        }
        let place = Position(latitude: 43.64, longitude: -70.31)
        let long = String(repeating: "long ", count: 80)
        return [
            record("plain"), record("empty", "{}"), record("titled", #"{"v":2}"#, title: "Zürich"),
            record("grouped", #"{"v":3}"#, group: "north"), record("placed", #"{"v":4}"#, at: place),
            record("all", #"{"text":"\#(long)"}"#, title: "t", at: place, group: "g"), record("new"),
            record("changed", title: "turn 1"),
        ]
    }

    private func byKey(_ records: [Record]) -> [Record] { records.sorted { $0.key < $1.key } }

    /// The number of records of a document whose stored hash is another one.
    private func differences(of records: [Record], of source: String, in store: Store) throws -> Int {
        let comparison = try Comparison(of: source, in: store)
        try comparison.add(records)
        return comparison.changedCount
    }

    @Test func `a database of the previous release opens with all records and its cursors`() throws {
        let (store, opening) = try Store.open(directory: scratch.path, at: moment())

        #expect(opening == .existing)
        #expect(store.cursor.description == last)
        #expect(try store.snapshot(of: ["s"], limit: 99).map(\.record) == byKey(document))
        #expect(try store.snapshot(of: ["t"], limit: 99).count == 12)
        #expect(try store.all().count == 23)
        #expect(try store.all(after: 20).map(\.key) == ["k9", "k10", "k11"])
    }

    @Test func `the same document is no change for the next release, and is hashed again once`() throws {
        let store = try Store.open(scratch)

        #expect(try differences(of: document, of: "s", in: store) == document.count)
        #expect(try store.accept(document, of: "s", at: moment(999)).isEmpty)
        #expect(try differences(of: document, of: "s", in: store) == 0)
        #expect(try store.accept(document, of: "s", at: moment(1999)).isEmpty)
        #expect(store.cursor.description == last)
        #expect(try store.snapshot(of: ["s"], limit: 99).map(\.record) == byKey(document))
        #expect(try store.snapshot(of: ["s"], limit: 99).allSatisfy { $0.at < moment(999) })
        #expect(try Store.open(scratch).cursor.description == last)
    }

    @Test func `only what differs in the next document is a change`() throws {
        let store = try Store.open(scratch)
        var next = document
        next[0].data = Array(#"{"v":5}"#.utf8)
        next[2].title = "Zurich"
        next[4].position = Position(latitude: 43.65, longitude: -70.31)
        next.remove(at: 6)

        let changes = try store.accept(next, of: "s")

        #expect(
            changes.map { "\($0.kind) \($0.key)" } == [
                "removed new", "changed plain", "changed titled", "changed placed",
            ])
        #expect(changes.map(\.number) == [24, 25, 26, 27])
        #expect(try store.changes(after: 23, limit: 9)?.count == 4)
    }

    @Test func `an equal record that may not replace the stored one renews its hash`() throws {
        let store = try Store.open(scratch)
        func changes() throws -> Int {
            let comparison = try Comparison(of: "s", in: store, resolve: { $1 })
            try comparison.add(document)
            comparison.finish()
            var count = 0
            while let part = try comparison.next() {
                count += try store.commit(part, of: "s", at: moment()).changes.count
            }
            return count
        }

        #expect(try changes() == 0)
        #expect(try differences(of: document, of: "s", in: store) == 0)
        #expect(try store.snapshot(of: ["s"], limit: 99).count == document.count)
    }

    @Test func `the published file of the previous release is written byte for byte, with a checksum`()
        throws
    {
        let store = try Store.open(scratch)
        let before = scratch.read("s.json")
        for _ in 0..<2 {
            let file = try PublishedFile(of: "s", from: store, in: scratch.path)
            while try !file.step() {}
            let records = before.dropLast("}\n".utf8.count)
            #expect(scratch.read("s.json").starts(with: records + Array(",\"crc32\":\"".utf8)))
            #expect(!records.isEmpty)
            try store.accept(document, of: "s", at: moment(999))
        }
        #expect(try PublishedFile.cursor(of: "s", in: scratch.path)?.description == "be2cbb6bc9b4ecba.11")
    }

    @Test func `many records that were hashed in another way have not changed`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let records = (0..<12_000).map { record("k\($0)", $0) }
        for start in stride(from: 0, to: records.count, by: 4_000) {
            let older = records[start..<start + 4_000].map { Difference.put($0, RecordHash($0.data)) }
            _ = try store.commit(older, of: "s", at: moment())
        }

        #expect(try store.accept(records, of: "s").isEmpty)
        #expect(try differences(of: records, of: "s", in: store) == 0)
        #expect(try store.snapshot(limit: 20_000).map(\.record) == byKey(records))
    }
}
