import Reactive
import Records
import Testing

/// The size of the log of changes, and the free space on its disk.
@Suite(.serialized) struct LogSizeTests {
    private let folder = Folder()

    private func write(_ round: Int) {
        let rows = (0..<100).map { "\($0),\(round)" + String(repeating: "x", count: 500) }
        folder.replace("rows.csv", "id,name\n" + rows.joined(separator: "\n") + "\n")
    }

    /// Starts a daemon with settings, whose log has ten versions of a table.
    private func started(_ settings: String, on clock: ManualScheduler) throws -> LiveDaemon {
        folder.write("etc/almanac.conf", "[Almanac]\n\(settings)\n")
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        write(0)
        let daemon = try LiveDaemon(folder, clock: clock)
        try daemon.turn(until: "rows", is: "fresh")
        for round in 1..<10 {
            write(round)
            try daemon.turn {
                (try? daemon.call("GetStatus")["cursor"]?.string)?.hasSuffix(".\(round + 1)00") == true
            }
        }
        return daemon
    }

    private func oldest(_ daemon: LiveDaemon) throws -> Int {
        let cursor = try daemon.call("GetStatus")["oldestCursor"]?.string ?? ""
        return Int(cursor.split(separator: ".").last ?? "") ?? 0
    }

    @Test func `a log that exceeds its size loses its oldest changes once a minute`() throws {
        let clock = ManualScheduler()
        let daemon = try started("Log=200K", on: clock)
        #expect(try oldest(daemon) == 0)
        clock.advance(by: .seconds(90))
        try daemon.turn { (try? oldest(daemon)) ?? 0 > 0 }
        // The other half of some 60 kB for each version remains.
        try daemon.turn { (600...750).contains((try? oldest(daemon)) ?? 0) }
        #expect(try daemon.call("GetStatus")["failures"] == nil)
        daemon.end()
    }

    @Test func `an answer in pages says in the last one that the log has lost changes meanwhile`() throws {
        let clock = ManualScheduler()
        let daemon = try started("Log=200K", on: clock)
        var page = try daemon.call("GetChanges", ["limit": 100])
        #expect(page["cut"] == nil)
        clock.advance(by: .seconds(90))
        try daemon.turn { (try? oldest(daemon)) ?? 0 > 0 }
        while let next = page["next"] { page = try daemon.call("GetChanges", ["limit": 100, "next": next]) }
        #expect(page["cut"] == true)
        // The log may have lost other changes of the same moment as its oldest one.
        let from = try #require(page["fromUSec"])
        #expect(try daemon.call("GetChanges", ["limit": 1, "sinceUSec": from])["cut"] == true)
        daemon.end()
    }

    @Test func `with less free space than KeepFree the log is shortened, and the status says so`() throws {
        let clock = ManualScheduler()
        let daemon = try started("KeepFree=1024G", on: clock)
        clock.advance(by: .seconds(90))
        // The log cannot give the 16 MiB; its last change stays.
        try daemon.turn { (try? oldest(daemon)) == 999 }
        let failures = try daemon.call("GetStatus")["failures"]?.array ?? []
        #expect(
            failures.map { $0["message"]?.string } == [
                "cannot write the whole log: less than KeepFree=1048576M is free, and the log of changes is"
                    + " shortened; free some disk space"
            ])
        #expect(daemon.status.contains(text: "KeepFree="))
        daemon.end()
    }
}
