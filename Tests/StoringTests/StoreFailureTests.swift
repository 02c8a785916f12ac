import Glibc
import Records
import Storing
import Testing

@Suite struct StoreFailureTests {
    @Test func `a full disk loses no commit, and the store recovers when there is space`() async {
        await #expect(processExitsWith: .success) {
            let scratch = Scratch()
            let store = try Store.open(scratch)
            limitFiles(to: 300_000)
            let (changes, error) = try fill(store)
            #expect(!error.isDamage, "\(error)")
            #expect(changes.count > 20)
            #expect(try isKept(store, changes))

            limitFiles(to: 100 << 20)
            let more = try store.commit([.put(record("more", 1))], of: "s", at: moment()).changes
            #expect(more.map(\.number) == [Int64(changes.count) + 1])
            #expect(try isKept(Store.open(scratch), changes + more))
            limitFiles(to: .max)
        }
    }

    @Test func `a document or a published file without space leaves the previous one in place`() async {
        await #expect(processExitsWith: .success) {
            let scratch = Scratch()
            let store = try Store.open(scratch)
            try store.accept((0..<900).map { record("k\($0)", $0) }, of: "s")
            try store.documents.keep([1, 2, 3], of: "s", facts: DocumentFacts(received: moment()))
            limitFiles(to: 8192)

            var generator = SeededGenerator(seed: 1)
            let noise = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(throws: StoreError.self) {
                try store.documents.keep(noise, of: "s", facts: DocumentFacts(received: moment()))
            }
            #expect(throws: StoreError.self) {
                let file = try PublishedFile(of: "s", from: store, in: scratch.path)
                while try !file.step() {}
            }

            limitFiles(to: .max)
            #expect(try store.documents.reader(of: "s")?.readAll() == [1, 2, 3])
            #expect(scratch.names().filter { $0.hasPrefix("s.json") || $0.hasSuffix(".tmp") }.isEmpty)
        }
    }
}

/// Limits the size of the child's files, so that writes fail as on a full disk; `make coverage` needs the
/// child's last file to be unlimited.
private func limitFiles(to bytes: UInt) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: .max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

private func isKept(_ store: Store, _ expected: [Change]) throws -> Bool {
    try store.all() == expected && store.end == Int64(expected.count)
        && store.snapshot(limit: 9999).count == expected.count
}

/// Adds records until that fails.
private func fill(_ store: Store) throws -> (changes: [Change], error: StoreError) {
    var changes: [Change] = []
    while true {
        let next = changes.count
        let records = (next..<next + 20).map { record("k\($0)", $0) }
        do throws(StoreError) {
            changes += try store.commit(records.map { .put($0) }, of: "s", at: moment()).changes
        } catch {
            return (changes, error)
        }
    }
}
