import Dispatch
import Glibc
import Records
import Storing
import Testing

/// Tests with database files that are removed or replaced while the database is open.
@Suite struct PlaceTests {
    private let scratch = Scratch(isSmall: true)

    private func open() throws -> Store {
        let store = try Store.open(directory: scratch.path + "/private", at: moment()).store
        for turn in 0..<5 { try store.accept((0..<5).map { record("k\($0)", $0 + turn) }, of: "s") }
        return store
    }

    private func remove(_ names: String...) {
        for name in names { unlink("\(scratch.path)/private/\(name)") }
    }

    /// Checks that another process can read all contents of a store.
    private func expectInPlace(_ store: Store) throws {
        #expect(store.isCurrent)
        let copy = Scratch(isSmall: true)
        for name in ["almanac.db", "almanac.db-wal"] { copy.write(scratch.read("private/\(name)"), to: name) }
        let other = try Store.open(copy)
        #expect(try other.all() == store.all() && other.snapshot(limit: 99) == store.snapshot(limit: 99))
        #expect(other.cursor == store.cursor)
    }

    @Test(arguments: [
        ["almanac.db", "almanac.db-wal", "almanac.db-shm"], ["almanac.db"], ["almanac.db-wal"],
        ["almanac.db-shm"],
    ])
    func `removed files are put back with everything that was committed`(names: [String]) throws {
        var store = try open()
        for name in names { remove(name) }
        #expect(!store.isCurrent)
        try store.keepInPlace()
        store = try store.reopened(isThorough: true)
        try expectInPlace(store)
        try store.accept([record("more", 1)], of: "u")
        try expectInPlace(store)
    }

    @Test func `a commit to removed files is in its folder when it returns`() throws {
        let store = try open()
        remove("almanac.db", "almanac.db-wal", "almanac.db-shm")
        rmdir("\(scratch.path)/private")
        for number in 1...3 {
            try store.accept([record("more", number)], of: "u")
            let copy = Scratch(isSmall: true)
            for name in ["almanac.db", "almanac.db-wal"] {
                copy.write(scratch.read("private/\(name)"), to: name)
            }
            #expect(try Store.open(copy).all() == store.all())
        }
        let reopened = try store.reopened(isThorough: true)
        try expectInPlace(reopened)
    }

    @Test func `a file in place of the database is renamed and replaced`() throws {
        var store = try open()
        remove("almanac.db")
        scratch.write([1, 2, 3], to: "private/almanac.db")
        try store.accept([record("more", 1)], of: "u")
        store = try store.reopened(isThorough: true)
        try expectInPlace(store)
        #expect(scratch.read("private/almanac.db.replaced") == [1, 2, 3])
    }

    @Test func `a reader notices that the database was replaced, and a new reader sees the new one`() throws {
        var store = try open()
        let reader = try StoreReader(directory: scratch.path + "/private")
        #expect(reader.isCurrent)
        remove("almanac.db", "almanac.db-wal", "almanac.db-shm")
        try store.keepInPlace()
        store = try store.reopened(isThorough: false)
        try store.accept([record("more", 1)], of: "u")
        #expect(!reader.isCurrent)
        let other = try StoreReader(directory: scratch.path + "/private")
        #expect(try other.isCurrent && other.bounds().end == store.end)
        #expect(try other.number(of: store.cursor) == store.end)
    }

    @Test func `the database is put back while its folder is being removed`() throws {
        var store = try open()
        for _ in 0..<50 {
            remove("almanac.db", "almanac.db-wal", "almanac.db-shm")
            let folder = scratch.path + "/private"
            let removal = DispatchGroup()
            DispatchQueue.global().async(group: removal) { removeFolder(folder) }
            store = try store.restored()
            removal.wait()
            if !store.isCurrent { store = try store.restored() }
            try expectInPlace(store)
        }
    }

    @Test func `a second copy does not displace the file that was found in place of the database`() throws {
        var store = try open()
        remove("almanac.db")
        scratch.write([1, 2, 3], to: "private/almanac.db")
        for number in 1...3 { try store.accept([record("more", number)], of: "u") }
        store = try store.reopened(isThorough: true)
        try expectInPlace(store)
        #expect(scratch.read("private/almanac.db.replaced") == [1, 2, 3])
    }

    @Test func `a folder that cannot be restored is a loss, and no commit goes unnoticed`() throws {
        let store = try open()
        let end = store.end
        remove("almanac.db", "almanac.db-wal", "almanac.db-shm")
        rmdir("\(scratch.path)/private")
        scratch.write([1], to: "private")
        let error = #expect(throws: StoreError.self) { try store.accept([record("more", 1)], of: "u") }
        #expect(error?.isLoss == true && error?.isDamage == false)
        scratch.remove("private")
        #expect(store.end == end + 1)
    }
}

/// Removes a folder and the files in it once, as `rm -r` does.
private func removeFolder(_ path: String) {
    guard let entries = opendir(path) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        unlink("\(path)/\(name)")
    }
    rmdir(path)
}
