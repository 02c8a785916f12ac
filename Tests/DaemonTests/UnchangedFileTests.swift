import Daemon
import Reactive
import Records
import Testing

/// Sources of `Path=` whose file does not change, in simulated time.
@Suite(.serialized) struct UnchangedFileTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    private func start(_ refresh: String) throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n\(refresh)\n[Table]\nDelimiter=,\n"
                + "[Record]\nKey=id\n")
        folder.write("rows.csv", "id,name\n1,one\n")
        let fixture = try LiveDaemon(folder, clock: clock)
        try fixture.turn(until: "rows", is: "fresh")
        return fixture
    }

    private func fetched(_ fixture: LiveDaemon) -> Int {
        ((try? fixture.runtime(of: "rows")) ?? nil)?["fetchedUSec"]?.int ?? 0
    }

    @Test(arguments: ["Refresh=1h", ""])
    func `an unchanged file is confirmed at every check, and its source stays fresh`(refresh: String) throws {
        let fixture = try start(refresh)
        let interval: Duration = .seconds(3600)
        for _ in 0..<5 {
            let before = fetched(fixture)
            clock.advance(by: interval)
            try fixture.turn(until: { fetched(fixture) > before })
            #expect(try fixture.runtime(of: "rows")?["health"] == "fresh")
        }
        #expect(try fixture.runtime(of: "rows")?["generation"] == 1)
        fixture.end()
    }

    @Test func `a file that is read on demand does not become stale, since its changes are notified`() throws
    {
        let fixture = try start("Refresh=on-demand")
        clock.advance(by: .seconds(10 * 86_400))
        #expect(try fixture.runtime(of: "rows")?["health"] == "fresh")
        #expect(try fixture.runtime(of: "rows")?["expiresUSec"] == nil)
        fixture.end()
    }

    @Test func `a file that cannot be decoded does not fail again while it is unchanged`() throws {
        let fixture = try start("Refresh=1h")
        folder.replace("rows.csv", "other\n1\n")
        try fixture.turn(until: "rows", is: "failing")
        let failure = try fixture.runtime(of: "rows")?["failure"]
        for _ in 0..<3 {
            clock.advance(by: .seconds(3600))
            _ = try fixture.call("GetStatus")
        }
        #expect(try fixture.runtime(of: "rows")?["failure"] == failure)
        folder.replace("rows.csv", "id,name\n1,one\n")
        try fixture.turn(until: "rows", is: "fresh")
        fixture.end()
    }

    @Test func `a source whose file disappeared fails until the file is back`() throws {
        let fixture = try start("Refresh=1h")
        folder.remove("rows.csv")
        try fixture.turn(until: "rows", is: "failing")
        clock.advance(by: .seconds(7200))
        _ = try fixture.call("GetStatus")
        #expect(try fixture.runtime(of: "rows")?["health"] == "failing")
        folder.write("rows.csv", "id,name\n1,one\n")
        try fixture.turn(until: "rows", is: "fresh")
        fixture.end()
    }
}
