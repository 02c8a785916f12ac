import Records
import Storing
import Testing

/// Records that get an addition when they are stored for the first time, and are compared without it.
@Suite struct CompletionTests {
    private let scratch = Scratch()
    private let store: Store

    init() throws { store = try Store.open(scratch) }

    /// Returns a record with the member `at` as well, whose data say where the addition begins.
    private func completed(_ record: Record, _ addition: String) -> Record {
        var record = record
        record.data = Array("{\"at\":\"\(addition)\",".utf8) + record.data.dropFirst()
        return record
    }

    private func bare(_ record: Record) -> Record {
        guard record.data.text.hasPrefix("{\"at\":"), let end = record.data.firstIndex(of: .comma) else {
            return record
        }
        var bare = record
        bare.data = [.leftBrace] + record.data[(end + 1)...]
        return bare
    }

    /// Returns the record with the addition of the stored one, as a resolution does.
    private func kept(_ new: Record, _ stored: Record) -> Record {
        guard bare(stored) != stored else { return new }
        return completed(new, stored.data.text.split(separator: "\"").map(String.init)[3])
    }

    private func comparison(_ records: [Record], adding addition: String) throws -> Comparison {
        let comparison = try Comparison(
            of: "s", in: store, merge: { first, _ in first }, resolve: { kept($0, $1) }, bare: { bare($0) })
        try comparison.add(records) { completed($0, addition) }
        comparison.finish()
        return comparison
    }

    private func changes(_ records: [Record], adding addition: String) throws -> [String] {
        let comparison = try comparison(records, adding: addition)
        var found: [String] = []
        while let part = try comparison.next() {
            found += try store.commit(part, of: "s", at: moment()).changes.map { "\($0.key) \($0.kind)" }
        }
        return found
    }

    private var stored: [String] {
        get throws { try store.snapshot(of: ["s"], limit: 99).map { $0.record.data.text } }
    }

    @Test func `a new record is stored with its addition, which the same document leaves`() throws {
        let document = [record("a", 1), record("b", 2)]
        #expect(try changes(document, adding: "then") == ["a added", "b added"])

        #expect(try comparison(document, adding: "now").changedCount == 0)
        #expect(try changes(document, adding: "now") == [])
        #expect(try stored == [#"{"at":"then","v":1}"#, #"{"at":"then","v":2}"#])
    }

    @Test func `a changed record keeps the addition of the stored one`() throws {
        _ = try changes([record("a", 1)], adding: "then")

        #expect(try changes([record("a", 2)], adding: "now") == ["a changed"])
        #expect(try stored == [#"{"at":"then","v":2}"#])
        #expect(try comparison([record("a", 2)], adding: "now").changedCount == 0)
    }

    @Test func `what was stored under the hash of the whole record is hashed again once`() throws {
        try store.accept([completed(record("a", 1), "then"), record("b", 1)], of: "s")
        let end = store.end
        let document = [record("a", 1), record("b", 1)]

        #expect(try comparison(document, adding: "now").changedCount == 1)
        #expect(try changes(document, adding: "now") == [])
        #expect(try comparison(document, adding: "now").changedCount == 0)
        #expect(try stored == [#"{"at":"then","v":1}"#, #"{"v":1}"#])
        #expect(store.end == end)
    }

    @Test func `a key that occurs twice is no difference, and the first record stays`() throws {
        let document = [record("a", 1), record("a", 1), record("a", 3)]

        #expect(try changes(document, adding: "then") == ["a added"])
        #expect(try changes(document, adding: "now") == [])
        #expect(try stored == [#"{"at":"then","v":1}"#])
        #expect(try comparison(document, adding: "now").changedCount == 0)
    }
}
