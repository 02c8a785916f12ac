import FaultyDisk
import Glibc
import Records
import Testing

/// A daemon whose state folder is emptied, or whose disk fails, while it runs.
@Suite(.serialized) struct EmptiedFolderTests {
    private let folder = Folder()

    private func begin() throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        folder.write("rows.csv", "id,name\n1,one\n2,two\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        try fixture.turn(until: { folder.read("state/rows.json") != nil })
        return fixture
    }

    /// Returns the number of records that a daemon serves from a copy of the database, as after a power cut.
    private func recordsInPlace() throws -> Int {
        let copy = Folder()
        for name in ["almanac.db", "almanac.db-wal"] {
            copy.copy("state/private/\(name)", from: folder, "state/private/\(name)")
        }
        let fixture = try LiveDaemon(copy)
        defer { fixture.end() }
        return try fixture.call("GetSnapshot")["records"]?.array?.count ?? -1
    }

    @Test(arguments: [false, true])
    func `a state folder that is emptied is restored, and subscribers miss nothing`(isAll: Bool) throws {
        let fixture = try begin()
        defer { fixture.end() }
        let published = folder.read("state/rows.json")
        let heard = try fixture.subscribe()
        try fixture.turn(until: { heard.has("ready") })
        let cursor = heard.cursor
        if isAll { folder.empty("state") } else { folder.remove("state/private/almanac.db") }
        folder.replace("rows.csv", "id,name\n1,one\n2,zwei\n3,drei\n")
        try fixture.turn(until: { heard.has("added") })
        #expect(try recordsInPlace() == 3)
        #expect(heard.records.suffix(2) == ["changed 2", "added 3"])

        try fixture.turn(until: { (folder.read("state/rows.json") ?? "").contains("drei") })
        for name in ["private", "incoming", "sources.d"] {
            try fixture.turn(until: { folder.names(in: "state").contains(name) })
        }
        try fixture.turn(until: { folder.names(in: "state").contains("lock") })
        let resumed = try fixture.subscribe(["since": .string(cursor)])
        try fixture.turn(until: { resumed.has("ready") })
        #expect(resumed.records == ["changed 2", "added 3"])
        #expect(published != folder.read("state/rows.json"))
    }

    @Test func `removed files are restored before anything changes`() throws {
        let fixture = try begin()
        defer { fixture.end() }
        folder.empty("state")
        try fixture.turn(until: { folder.names(in: "state/private").contains("almanac.db") })
        try fixture.turn(until: { folder.read("state/rows.json") != nil })
        #expect(try recordsInPlace() == 2)
    }

    @Test func `a database that cannot be restored ends the daemon before a change is sent`() throws {
        let fixture = try begin()
        let heard = try fixture.subscribe()
        try fixture.turn(until: { heard.has("ready") })
        folder.empty("state")
        // A file in place of the folder prevents the daemon from creating it again.
        rmdir("\(folder.path)/state/private")
        folder.write("state/private", "")
        folder.replace("rows.csv", "id,name\n1,eins\n")
        try fixture.turnUntilEnded()
        #expect(heard.records == ["snapshot 1", "snapshot 2"])
        fixture.end()
        #expect(!heard.has("changed"))
        unlink("\(folder.path)/state/private")
    }

    @Test func `a temporary read error of the disk ends nothing, and a permanent one ends the daemon`()
        async
    {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            try await MainActor.run {
                let tests = EmptiedFolderTests()
                let fixture = try tests.begin()
                for times in [1, 3] {
                    // The store has everything in its cache: the commit fails, and so does reading once the
                    // store is reopened.
                    FaultyDisk.fail(.read, times: times)
                    FaultyDisk.fail(.write, times: 1)
                    tests.folder.replace("rows.csv", "id,name\n1,a\(times)\n")
                    try fixture.turn(until: { !FaultyDisk.isDue(.read) && !FaultyDisk.isDue(.write) })
                    tests.folder.replace("rows.csv", "id,name\n1,b\(times)\n")
                    try fixture.turn(until: {
                        (try? fixture.call("GetSnapshot")["records"]?.array?.first?["data"]?["name"])
                            == .string("b\(times)")
                    })
                }
                FaultyDisk.fail(.read)
                FaultyDisk.fail(.write)
                tests.folder.replace("rows.csv", "id,name\n1,last\n")
                try fixture.turnUntilEnded()
                fixture.end()
                FaultyDisk.heal()
                let names = tests.folder.names(in: "state/private")
                try #require(names.allSatisfy { !$0.contains("damaged") && !$0.contains("condemned") })
                let again = try LiveDaemon(tests.folder)
                try #require(try again.call("GetStatus")["records"] == 1)
                again.end()
            }
        }
    }
}
