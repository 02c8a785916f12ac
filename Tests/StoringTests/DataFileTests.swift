import FaultyDisk
import Glibc
import Storing
import Testing

@Suite struct DataFileTests {
    private let scratch = Scratch()

    private var path: String { "\(scratch.path)/out.db" }

    private func write(_ values: [DataFile.Value]) throws {
        let file = try DataFile(for: path)
        try file.run("CREATE TABLE t (a)")
        for value in values { try file.run("INSERT INTO t VALUES (?)", [value]) }
        try file.keep()
    }

    @Test func `values arrive with their types, and nothing else is left in the folder`() throws {
        try write([.null, .integer(.min), .real(0.5), .text("a\"b;--")])
        let rows = try Inspection.rows("SELECT typeof(a), a FROM t", in: path)
        #expect(
            rows == [
                ["null", nil], ["integer", "-9223372036854775808"], ["real", "0.5"], ["text", "a\"b;--"],
            ])
        #expect(scratch.names() == ["out.db"])
    }

    @Test func `a file that is not kept leaves the earlier one and no part of itself`() throws {
        try write([.integer(1)])
        do {
            let file = try DataFile(for: path)
            try file.run("CREATE TABLE t (a, b)")
            #expect(scratch.names().count == 2)
        }
        #expect(scratch.names() == ["out.db"])
        #expect(try Inspection.rows("SELECT a FROM t", in: path) == [["1"]])
    }

    @Test func `a kept file replaces the earlier one, which readers keep`() throws {
        try write([.integer(1)])
        let reader = open(path, O_RDONLY)
        defer { close(reader) }
        var before = stat()
        #expect(fstat(reader, &before) == 0)
        try write([.integer(2)])
        #expect(fstat(reader, &before) == 0 && before.st_nlink == 0)
        #expect(try Inspection.rows("SELECT a FROM t", in: path) == [["2"]])
    }

    @Test func `a folder that is not there is an error`() {
        #expect(throws: StoreError.self) { try DataFile(for: "/nowhere/out.db") }
    }

    @Test func `a file that another program removes before it is complete is an error`() throws {
        let file = try DataFile(for: path)
        try file.run("CREATE TABLE t (a)")
        for name in scratch.names() { scratch.remove(name) }
        #expect(throws: StoreError.self) { try file.keep() }
        #expect(scratch.names().isEmpty)
    }

    @Test func `a path that cannot be read is an error`() throws {
        try write([])
        #expect(throws: StoreError.self) { try FileOccupant(at: "\(path)/below") }
    }

    @Test func `what is at a path is recognised`() throws {
        #expect(try FileOccupant(at: path) == .none)
        scratch.write(Array("".utf8), to: "out.db")
        #expect(try FileOccupant(at: path) == .none)
        scratch.write(Array("letters".utf8), to: "out.db")
        #expect(try FileOccupant(at: path) == .other)
        #expect(try FileOccupant(at: scratch.path) == .special)
        unlink(path)
        try write([])
        #expect(try FileOccupant(at: path) == .export)
        scratch.write(Array("".utf8), to: "out.db-wal")
        #expect(try FileOccupant(at: path) == .open)
    }

    @Test func `the database of an almanac is recognised, and one of another program is not an export`()
        throws
    {
        let store = try Store.open(scratch)
        let name = try #require(scratch.names().first { $0.hasSuffix(".db") })
        let database = "\(scratch.path)/\(name)"
        let copy = "\(scratch.path)/copy"
        try Tampering.run("VACUUM INTO '\(copy)'", on: database)
        #expect(try FileOccupant(at: copy) == .store)
        try Tampering.run("PRAGMA application_id = 7", on: copy)
        #expect(try FileOccupant(at: copy) == .other)
        _ = store
    }
}
