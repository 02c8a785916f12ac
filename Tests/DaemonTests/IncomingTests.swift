import Daemon
import Glibc
import Records
import Testing

/// Attacks by a user who can write to the folder for incoming documents.
@Suite(.serialized) struct IncomingTests {
    private let folder = Folder()
    private let secret = "id,name\n1,SECRET\n"

    private var delivered: String { folder.path + "/state/incoming/rows" }

    /// Starts a daemon with one source, whose last good record is `one`.
    private func start(_ more: String = "") throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n\(more)[Table]\nDelimiter=,\n[Record]\nKey=id\n"
        )
        folder.write("rows.csv", "id,name\n1,one\n")
        folder.write("outside/secret", secret)
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        try fixture.turn(until: { folder.read("state/rows.json")?.contains("one") == true })
        return fixture
    }

    private func failure(_ fixture: LiveDaemon) throws -> String {
        try fixture.runtime(of: "rows")?["failure"]?["message"]?.string ?? ""
    }

    /// Waits until the document is refused, and checks that the last good data are kept.
    private func expectRefusal(_ fixture: LiveDaemon, _ reason: String) throws {
        try fixture.turn(until: { (try? failure(fixture))?.isEmpty == false })
        #expect(try failure(fixture).contains(reason))
        #expect(try failure(fixture).contains(folder.path + "/state/incoming"))
        #expect(folder.read("state/rows.json")?.contains("one") == true)
        #expect(folder.read("state/rows.json")?.contains("SECRET") == false)
        #expect(try fixture.call("GetSnapshot")["records"]?.array?.count == 1)
        fixture.end()
    }

    @Test func `a symbolic link is not followed`() throws {
        let fixture = try start()
        folder.link("state/incoming/rows", to: folder.path + "/outside/secret")
        try expectRefusal(fixture, "is a symbolic link")
    }

    @Test func `a folder that was replaced by a symbolic link is not opened`() throws {
        let fixture = try start()
        rmdir(folder.path + "/state/incoming")
        folder.write("outside/rows", secret)
        folder.link("state/incoming", to: folder.path + "/outside")
        try expectRefusal(fixture, "state/incoming")
        #expect(folder.read("outside/rows") != nil)
    }

    @Test func `a hard link is refused`() throws {
        let fixture = try start()
        #expect(Glibc.link(folder.path + "/outside/secret", delivered) == 0)
        try expectRefusal(fixture, "has 2 names")
        #expect(folder.read("state/incoming/rows") != nil)
    }

    @Test func `a pipe is refused and does not block`() throws {
        let fixture = try start()
        #expect(mkfifo(folder.path + "/pipe", 0o644) == 0)
        #expect(rename(folder.path + "/pipe", delivered) == 0)
        try expectRefusal(fixture, "is not a regular file")
    }

    @Test func `a directory is refused`() throws {
        let fixture = try start()
        folder.write("documents/rows", secret)
        #expect(rename(folder.path + "/documents", delivered) == 0)
        try expectRefusal(fixture, "is not a regular file")
    }

    @Test func `a world-writable file is refused`() throws {
        let fixture = try start()
        #expect(chmod(folder.path + "/outside/secret", 0o666) == 0)
        #expect(rename(folder.path + "/outside/secret", delivered) == 0)
        try expectRefusal(fixture, "can be written by everybody")
    }

    @Test(.enabled(if: getuid() == 0)) func `a file of a user outside the group is refused`() throws {
        let fixture = try start()
        #expect(chown(folder.path + "/outside/secret", 65_534, 65_534) == 0)
        #expect(rename(folder.path + "/outside/secret", delivered) == 0)
        try expectRefusal(fixture, "belongs to user 65534")
    }

    @Test func `a file that is too large is refused`() throws {
        let fixture = try start("MaxBytes=32\n")
        folder.replace("state/incoming/rows", "id,name\n1,SECRET\n2,a name that is too long\n")
        try expectRefusal(fixture, "MaxBytes= allows 32")
    }

    @Test func `a valid document is accepted after a refusal, and only that one is unlinked`() throws {
        let fixture = try start()
        folder.link("state/incoming/rows", to: folder.path + "/outside/secret")
        try fixture.turn(until: { (try? failure(fixture))?.isEmpty == false })
        folder.replace("state/incoming/rows", "id,name\n1,eins\n")
        try fixture.turn(until: { folder.read("state/rows.json")?.contains("eins") == true })
        try fixture.turn(until: { folder.read("state/incoming/rows") == nil })
        #expect(folder.read("outside/secret") == secret)
        fixture.end()
    }
}
