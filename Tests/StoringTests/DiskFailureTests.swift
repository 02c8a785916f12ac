import FaultyDisk
import Records
import Storing
import Testing

/// Tests with a failing disk, each in a separate process.
@Suite struct DiskFailureTests {
    @Test func `a few read failures at the start have no effect`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            for operation in [FaultyDisk.Operation.read, .shortRead] {
                for times in [1, 3] {
                    let scratch = Scratch(isSmall: true)
                    let expected = try fill(scratch)
                    FaultyDisk.fail(operation, times: times)
                    let (store, opening) = try Store.open(directory: scratch.path, at: moment())
                    try #require(opening == .existing && !FaultyDisk.isDue(operation))
                    try #require(try store.all() == expected && scratch.aside.isEmpty)
                }
            }
        }
    }

    @Test func `a disk that cannot be read fails the opening and leaves the database in place`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            for operation in [FaultyDisk.Operation.read, .shortRead] {
                let scratch = Scratch(isSmall: true)
                let expected = try fill(scratch)
                FaultyDisk.fail(operation)
                let error = #expect(throws: StoreError.self) {
                    try Store.open(directory: scratch.path, at: moment())
                }
                try #require(error?.isDamage == false && error?.isDiskFailure == true)
                FaultyDisk.heal()
                let (store, opening) = try Store.open(directory: scratch.path, at: moment())
                try #require(try opening == .existing && store.all() == expected && scratch.aside.isEmpty)
            }
        }
    }

    @Test func `a store that is reopened after a disk failure continues with its contents`()
        async
    {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            for (operation, times) in [
                (FaultyDisk.Operation.read, 1), (.read, 3), (.shortRead, 1), (.shortRead, 3),
            ] {
                let scratch = Scratch(isSmall: true)
                let expected = try fill(scratch)
                var store = try Store.open(scratch)
                store.releaseMemory()
                FaultyDisk.fail(operation, times: times)
                let error = #expect(throws: StoreError.self) { try store.all() }
                try #require(error?.isSuspicious == true)
                store = try store.reopened(isThorough: error?.isDamage ?? false)
                try #require(try !FaultyDisk.isDue(operation) && store.all() == expected)
                let more = try store.commit([.put(record("more", 1))], of: "s", at: moment())
                try #require(more.end == Int64(expected.count) + 1)
                try #require(try store.number(of: store.cursor) == more.end)
            }
        }
    }

    @Test func `reopening on a disk that cannot be read does not count as damage`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            for isThorough in [true, false] {
                let scratch = Scratch(isSmall: true)
                try fill(scratch)
                let store = try Store.open(scratch)
                FaultyDisk.fail(.read)
                let error = #expect(throws: StoreError.self) { try store.reopened(isThorough: isThorough) }
                try #require(error?.isDiskFailure == true && error?.isDamage == false)
                FaultyDisk.heal()
            }
        }
    }

    @Test func `a failed commit changes nothing, and the next one succeeds`()
        async
    {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            for operation in [FaultyDisk.Operation.write, .writeWithoutRoom, .synchronize] {
                let scratch = Scratch(isSmall: true)
                let expected = try fill(scratch)
                var store = try Store.open(scratch)
                FaultyDisk.fail(operation, times: 1)
                let error = #expect(throws: StoreError.self) {
                    try store.commit([.put(record("new", 1))], of: "s", at: moment())
                }
                try #require(error?.isDamage == false && store.end == Int64(expected.count))
                if error?.isSuspicious == true { store = try store.reopened(isThorough: false) }
                try #require(try store.all() == expected)
                let commit = try store.commit([.put(record("new", 1))], of: "s", at: moment())
                try #require(try store.all() == expected + commit.changes)
                let again = try Store.open(scratch)
                try #require(try again.all() == expected + commit.changes && again.cursor == store.cursor)
            }
        }
    }

    @Test func `an error of SQLite names its code and its statement`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            let scratch = Scratch(isSmall: true)
            let store = try Store.open(scratch)
            FaultyDisk.fail(.write)
            let error = #expect(throws: StoreError.self) {
                try store.commit([.put(record("new", 1))], of: "s", at: moment())
            }
            try #require(error?.description.hasSuffix("disk I/O error (SQLite code 778: COMMIT)") == true)
        }
    }
}

/// Creates a store with several changes, all of them in the database file.
@discardableResult
private func fill(_ scratch: Scratch) throws -> [Change] {
    let store = try Store.open(scratch)
    for turn in 0..<20 { try store.accept((0..<9).map { record("k\($0)", $0 + turn) }, of: "s") }
    try store.checkpoint()
    return try store.all()
}

extension Scratch {
    /// The databases that were set aside.
    fileprivate var aside: [String] { names().filter { $0.contains("damaged") } }
}
