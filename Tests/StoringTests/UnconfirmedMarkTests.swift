import FaultyDisk
import Records
import Storing
import Testing

@Suite struct UnconfirmedMarkTests {
    /// Marks a record as missing in documents, which is no change.
    private func mark(_ key: String, since moment: UTC?, in store: Store) throws {
        _ = try store.commit([.mark(key, moment)], of: "s", at: self.moment(9))
    }

    private func moment(_ seconds: Int64) -> UTC { UTC(seconds: 1_700_000_000 + seconds) }

    private func texts(_ store: Store) throws -> [String] {
        try store.all().map { "\($0.kind) \($0.data.map { String(decoding: $0, as: UTF8.self) } ?? "")" }
    }

    @Test func `the log has a record as it was before it was marked as missing`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1)], of: "s", at: moment(0))
        try mark("a", since: moment(9), in: store)
        let stored = try #require(try store.record("s", "a")?.record)
        #expect(String(decoding: stored.data, as: UTF8.self).contains("unconfirmed"))
        #expect(try texts(store) == [#"added {"v":1}"#])
        try mark("a", since: nil, in: store)
        #expect(try texts(store) == [#"added {"v":1}"#])
    }

    @Test(arguments: [0, 1])
    func `a marked record that changes or is removed leaves a log that can be read`(count: Int) throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1), record("b", 2)], of: "s", at: moment(0))
        try store.accept([record("a", 3), record("b", 2)], of: "s", at: moment(1))
        try mark("a", since: moment(9), in: store)
        try mark("b", since: moment(9), in: store)
        try store.accept(count == 0 ? [] : [record("a", 4), record("b", 5)], of: "s", at: moment(10))
        let changes = try texts(store)
        #expect(changes.prefix(3) == [#"added {"v":1}"#, #"added {"v":2}"#, #"changed {"v":3}"#])
        let isRemoved = changes.suffix(2).allSatisfy { $0 == "removed " }
        #expect(count == 0 ? isRemoved : changes.suffix(2) == [#"changed {"v":4}"#, #"changed {"v":5}"#])
    }

    @Test func `damage of a marked record is found`() throws {
        let scratch = Scratch()
        do {
            let store = try Store.open(scratch)
            try store.accept([record("a", 1)], of: "s", at: moment(0))
            try mark("a", since: moment(9), in: store)
        }
        try Tampering.run("UPDATE change SET title = 'other'", on: "\(scratch.path)/almanac.db")
        let error = #expect(throws: StoreError.self) { _ = try Store.open(scratch).all() }
        #expect(error?.isDamage == true)
    }
}
