import Records
import Storing
import Testing

@Suite struct StoreCommitTests {
    @Test func `a new store is empty and its cursor is before the first change`() throws {
        let scratch = Scratch()
        let (store, opening) = try Store.open(directory: "\(scratch.path)/a/b", at: moment())

        #expect(opening == .created)
        #expect(store.end == 0 && store.oldest == 1)
        #expect(store.cursor.run.utf8.count == 16)
        #expect(try store.snapshot(limit: 10).isEmpty)
        #expect(try store.changes(after: 0, limit: 10) == [])
    }

    @Test func `a record is added, changed and removed, each as a numbered change`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)

        let added = try store.commit([.put(record("a", 1, title: "A"))], of: "s", at: moment(1))
        let changed = try store.commit([.put(record("a", 2))], of: "s", at: moment(2))
        let removed = try store.commit([.remove("a")], of: "s", at: moment(3))

        #expect(added.changes.map(\.kind) == [.added])
        #expect(added.changes[0].title == "A" && added.changes[0].data?.text == #"{"v":1}"#)
        #expect(changed.changes[0].patch?.text == #"{"v":2}"#)
        #expect(changed.changes[0].previous?.text == #"{"v":1}"#)
        #expect(removed.changes[0].data == nil && removed.changes[0].at == moment(3))
        #expect([added, changed, removed].map(\.end) == [1, 2, 3])
        #expect([added, changed, removed].map(\.generation) == [1, 2, 3])
        #expect([added, changed, removed].map(\.recordCount) == [1, 1, 0])
        #expect(try store.all() == added.changes + changed.changes + removed.changes)
    }

    @Test func `several commits form one transaction without those that fail`() throws {
        struct Refusal: Error {}
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let bad = Record(key: "z", data: [])

        try store.together {
            for name in ["a", "b"] { try store.accept([record("k", 1)], of: name) }
            #expect(throws: StoreError.self) { try store.accept([record("y", 1), bad], of: "c") }
            try store.accept([record("k", 2)], of: "a")
        }
        #expect(throws: Refusal.self) {
            try store.together {
                try store.accept([record("k", 3)], of: "a")
                throw Refusal()
            }
        }

        let again = try Store.open(scratch)
        #expect(
            try again.all().map { "\($0.number) \($0.source) \($0.kind)" } == [
                "1 a added", "2 b added", "3 a changed",
            ])
        #expect(store.end == 3)
        #expect(try store.accept([record("k", 1)], of: "c").map(\.number) == [4])
    }

    @Test func `a difference that is already applied makes no change`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        _ = try store.commit([.put(record("a", 1))], of: "s", at: moment())

        let commit = try store.commit([.put(record("a", 1)), .remove("b")], of: "s", at: moment(1))

        #expect(commit.changes.isEmpty && !commit.hasChanged)
        #expect(commit.generation == 1 && commit.end == 1)
    }

    @Test func `records in the order of keys are new only if none of the keys was stored before`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        func commit(_ keys: String..., version: Int) throws -> [Change.Kind] {
            let differences = keys.map { Difference.put(record($0, version)) }
            return try store.commit(differences, of: "s", at: moment()).changes.map(\.kind)
        }

        #expect(try commit("b", "c", "d", version: 1) == [.added, .added, .added])
        #expect(try commit("a", "c", "e", version: 2) == [.added, .changed, .added])
        #expect(try commit("f", "f", "g", version: 3) == [.added, .added])
        _ = try store.commit([.remove("b")], of: "s", at: moment())
        #expect(try commit("aa", "b", "bb", version: 4) == [.added, .added, .added])
        #expect(try store.history(of: "s", key: "b", limit: 9).map(\.kind) == [.added, .removed, .added])
        #expect(try store.recordCount(of: "s") == 9)
    }
}
