import FaultyDisk
import Glibc
import Records
import Testing

/// A daemon whose disk is full for some time.
@Suite(.serialized) struct FullDiskTests {
    private let folder = Folder()

    private func begin() throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        return try LiveDaemon(folder)
    }

    private func failures(_ fixture: LiveDaemon) throws -> [String] {
        let failures = try fixture.call("GetStatus")["failures"]?.array ?? []
        return failures.compactMap { $0["message"]?.string }
    }

    @Test func `a full disk is a failure of the daemon until records are stored again`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            try await MainActor.run {
                let tests = FullDiskTests()
                let fixture = try tests.begin()
                try fixture.turn(until: "rows", is: "empty")
                try #require(try tests.failures(fixture).isEmpty)
                FaultyDisk.fail(.writeWithoutRoom)
                tests.folder.replace("rows.csv", "id,name\n1,one\n")
                let room = "database or disk is full; free some disk space"
                let message = "cannot write the records of rows: \(room)"
                try fixture.turn(until: { (try? tests.failures(fixture).first) == message })
                let states = "cannot write the states of sources: \(room)"
                try fixture.turn(until: { (try? tests.failures(fixture).contains(states)) == true })
                try #require(
                    fixture.status.hasPrefix(message + ", 1 source, 1 failing (rows: file), 1 without data"))
                let since = try fixture.call("GetStatus")["failures"]?.array?.first?["sinceUSec"]
                tests.folder.replace("rows.csv", "id,name\n1,two\n")
                try fixture.turn(until: {
                    (try? fixture.runtime(of: "rows"))?["failure"]?["count"]?.int ?? 0 > 1
                })
                try #require(
                    try fixture.call("GetStatus")["failures"]?.array?.first?["sinceUSec"] == since)

                FaultyDisk.heal()
                tests.folder.replace("rows.csv", "id,name\n1,three\n")
                try fixture.turn(until: "rows", is: "fresh")
                try fixture.turn(until: { (try? tests.failures(fixture)) == [] })
                try #require(fixture.status.hasPrefix("1 source, 0 failing, 0 subscribers"))
                fixture.end()
            }
        }
    }

    @Test func `the failure of a source that was removed is none of the daemon any more`() async {
        await #expect(processExitsWith: .success) {
            FaultyDisk.install()
            try await MainActor.run {
                let tests = FullDiskTests()
                let fixture = try tests.begin()
                FaultyDisk.fail(.writeWithoutRoom)
                tests.folder.replace("rows.csv", "id,name\n1,one\n")
                try fixture.turn(until: { (try? tests.failures(fixture).isEmpty) == false })
                FaultyDisk.heal()
                tests.folder.remove("etc/sources.d/rows.source")
                try fixture.turn(until: { (try? tests.failures(fixture)) == [] })
                fixture.end()
            }
        }
    }
}
