import FaultyDisk
import Records
import Storing
import Testing

/// A disk that fails at every place of an operation in turn; each test runs in a process of its own.
@Suite struct FailurePlaceTests {
    @Test func `a read that fails once anywhere in the opening has no effect`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            let scratch = Scratch(isSmall: true)
            let expected = try fill(scratch)
            for operation in [FaultyDisk.Operation.read, .shortRead] {
                try everywhere(operation, times: 1) { fail in
                    fail()
                    let (store, opening) = try Store.open(directory: scratch.path, at: moment())
                    try #require(try opening == .existing && store.all() == expected)
                }
            }
        }
    }

    @Test func `reads that fail from anywhere in the opening on leave the database in place`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            let scratch = Scratch(isSmall: true)
            let expected = try fill(scratch)
            try everywhere(.read) { fail in
                fail()
                do throws(StoreError) {
                    _ = try Store.open(directory: scratch.path, at: moment())
                } catch {
                    try #require(error.isDiskFailure && !error.isDamage, "\(error)")
                }
                FaultyDisk.heal()
                let (store, opening) = try Store.open(directory: scratch.path, at: moment())
                try #require(try opening == .existing && store.all() == expected)
            }
        }
    }

    @Test func `writes that fail from anywhere in a commit on change nothing, or the commit is whole`() async
    {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            for operation in [FaultyDisk.Operation.write, .writeWithoutRoom, .synchronize] {
                let scratch = Scratch(isSmall: true)
                var expected = try fill(scratch)
                var round = 0
                try everywhere(operation) { fail in
                    round += 1
                    let store = try Store.open(scratch)
                    fail()
                    do throws(StoreError) {
                        expected += try store.commit([.put(record("new", round))], of: "s", at: moment())
                            .changes
                    } catch {
                        try #require(!error.isDamage && store.end == Int64(expected.count), "\(error)")
                    }
                    FaultyDisk.heal()
                    try #require(try Store.open(scratch).all() == expected)
                }
            }
        }
    }

    @Test func `a migration whose writes fail from anywhere on leaves the old contents`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            for operation in [FaultyDisk.Operation.write, .writeWithoutRoom, .synchronize] {
                try everywhere(operation) { fail in
                    let scratch = Scratch(isSmall: true)
                    scratch.write(Scratch.corpus("first-version.db"), to: "almanac.db")
                    fail()
                    do throws(StoreError) {
                        _ = try Store.open(directory: scratch.path, at: moment())
                    } catch {
                        try #require(!error.isDamage, "\(error)")
                    }
                    FaultyDisk.heal()
                    let (store, opening) = try Store.open(directory: scratch.path, at: moment())
                    try #require(opening == .existing && store.cursor.run == "0b1a9197226b45aa")
                    try #require(try store.snapshot(of: ["s"], limit: 9).map(\.record) == [record("b", 3)])
                }
            }
        }
    }

    @Test func `a database that is put back on a failing disk is reported as lost until it is there`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            for operation in [FaultyDisk.Operation.read, .write, .writeWithoutRoom, .synchronize] {
                try everywhere(operation) { fail in
                    let scratch = Scratch(isSmall: true)
                    var store = try Store.open(scratch)
                    try store.accept([record("a", 1)], of: "s")
                    for name in scratch.names() { scratch.remove(name) }
                    fail()
                    do throws(StoreError) {
                        store = try store.restored()
                    } catch {
                        try #require(error.isLoss, "\(error)")
                    }
                    FaultyDisk.heal()
                    if !store.isCurrent { store = try store.restored() }
                    try #require(try store.snapshot(limit: 9).map(\.record) == [record("a", 1)])
                    try #require(try Store.open(scratch).all() == store.all())
                }
            }
        }
    }

    @Test func `reads that fail while records are indexed leave the indexes correct`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            let scratch = Scratch(isSmall: true)
            try fill(scratch)
            try everywhere(.read) { fail in
                fail()
                do throws(StoreError) {
                    let store = try Store.open(directory: scratch.path, at: moment()).store
                    store.releaseMemory()
                    while try Indexer(of: store).follow(limit: 2) {}
                    _ = try Finder(in: store).find(Words("k3"), limit: 9)
                } catch {
                    try #require(error.isSuspicious || error.isIndexDamage, "\(error)")
                }
                FaultyDisk.heal()
                let store = try Store.open(scratch)
                try store.indexAll()
                try #require(try Finder(in: store).keys("k3") == ["k3"])
            }
        }
    }

    @Test func `a transaction that the disk has ended commits nothing of the rest`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            let scratch = Scratch(isSmall: true)
            let expected = try fill(scratch)
            let store = try Store.open(scratch)
            // More than the page cache holds, so that pages are written before the commit.
            let data = Array(#"{"v":""#.utf8) + [UInt8](repeating: 0x61, count: 1 << 20) + Array(#""}"#.utf8)
            let large = (0..<8).map { Record(key: "large\($0)", data: data) }
            let error = #expect(throws: StoreError.self) {
                try store.together {
                    FaultyDisk.fail(.writeWithoutRoom)
                    // The caller goes on after the failure.
                    _ = try? store.commit(large.map { .put($0) }, of: "s", at: moment())
                    FaultyDisk.heal()
                }
            }
            try #require(error?.message == "the disk failed earlier" && store.end == Int64(expected.count))
            let more = try store.commit([.put(record("more", 1))], of: "s", at: moment()).changes
            try #require(try Store.open(scratch).all() == expected + more)
        }
    }

    @Test func `a file system without shared memory is refused, and nothing is set aside`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install(sharesMemory: false)
            let scratch = Scratch(isSmall: true)
            let error = #expect(throws: StoreError.self) {
                try Store.open(directory: scratch.path, at: moment())
            }
            try #require(error?.message.contains("cannot hold a write-ahead log") == true)
            try #require(error?.isDamage == false)
            try #require(scratch.names().allSatisfy { !$0.contains("damaged") })
        }
    }
}

/// Runs `body` again and again: after its call of `fail`, operations fail from the first one on, then from
/// the second one on, and so forth, until none fails.
private func everywhere(
    _ operation: FaultyDisk.Operation, times: Int = .max, _ body: (_ fail: () -> Void) throws -> Void
) throws {
    var count = 0
    repeat {
        try body { FaultyDisk.fail(operation, times: times, after: count) }
        FaultyDisk.heal()
        count += 1
    } while FaultyDisk.hasFailed
    try #require(count > 1)
}

/// Creates a store with several changes, all of them in the database file.
@discardableResult
private func fill(_ scratch: Scratch) throws -> [Change] {
    let store = try Store.open(scratch)
    for turn in 0..<3 { try store.accept((0..<9).map { record("k\($0)", $0 + turn) }, of: "s") }
    try store.checkpoint()
    return try store.all()
}
