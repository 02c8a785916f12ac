import Reactive
import Records
import Testing

/// A daemon that starts with a clock that is more than a year ahead.
@Suite(.serialized) struct WrongClockTests {
    private static let error = Duration.seconds(400 * 86_400)
    private let folder = Folder()

    private func keys(_ daemon: LiveDaemon) throws -> [String] {
        try (daemon.call("GetSnapshot")["records"]?.array ?? []).compactMap { $0["key"]?.string }.sorted()
    }

    private func define(_ origin: String) {
        folder.write(
            "etc/sources.d/rows.source",
            """
            [Source]
            Kind=table
            \(origin)
            Refresh=1min
            Keep=1d
            AllowHTTP=yes
            AllowPrivate=yes
            [Table]
            Delimiter=,
            [Record]
            Key=id
            """)
    }

    /// Starts a daemon, stops it, and starts it again with the wrong clock.
    private func restarted(_ prepare: (LiveDaemon) throws -> Void) throws -> LiveDaemon {
        let daemon = try LiveDaemon(folder)
        try prepare(daemon)
        daemon.end()
        folder.clockError = WrongClockTests.error
        return try LiveDaemon(folder, on: daemon.loop)
    }

    @Test func `records that a file lacks stay as long as Keep says`() throws {
        define("Path=\(folder.path)/rows.csv")
        folder.write("rows.csv", "id,name\n1,one\n2,two\n")
        let wrong = try restarted { try $0.turn(until: "rows", is: "fresh") }
        folder.replace("rows.csv", "id,name\n1,one\n3,three\n")
        try wrong.turn { (try? keys(wrong).contains("3")) == true }
        #expect(try keys(wrong) == ["1", "2", "3"])
        wrong.end()
        // Another start with the same clock does not count as a confirmation.
        let again = try LiveDaemon(folder, on: wrong.loop)
        folder.replace("rows.csv", "id,name\n1,one\n4,four\n")
        try again.turn { (try? keys(again).contains("4")) == true }
        #expect(try keys(again) == ["1", "2", "3", "4"])
        again.end()
    }

    @Test func `the log keeps its changes, and the first cursor stays valid`() throws {
        define("Path=\(folder.path)/rows.csv")
        folder.write("rows.csv", "id,name\n1,one\n2,two\n")
        let clock = ManualScheduler()
        let daemon = try LiveDaemon(folder)
        try daemon.turn(until: "rows", is: "fresh")
        let oldest = try #require(daemon.call("GetStatus")["oldestCursor"]?.string)
        daemon.end()
        folder.clockError = WrongClockTests.error
        let wrong = try LiveDaemon(folder, on: daemon.loop, clock: clock)
        // The log is trimmed once a minute.
        for name in ["a", "b", "c"] {
            clock.advance(by: .seconds(90))
            folder.replace("rows.csv", "id,name\n1,\(name)\n2,two\n")
            try wrong.turn {
                (try? wrong.call("GetSnapshot")["records"]?.array?.first?["data"]?["name"]?.string) == name
            }
        }
        #expect(try wrong.call("GetStatus")["oldestCursor"]?.string == oldest)
        wrong.end()
    }

    @Test func `an upstream that states the same time confirms the clock`() throws {
        let daemon = try LiveDaemon(folder)
        let server = try WebServer(on: daemon.loop)
        var rows = "1,one\n2,two\n"
        var date = folder.wall
        server.answer = { _ in
            WebServer.Reply(headers: ["Date: \(date.httpDate)"], body: "id,name\n\(rows)")
        }
        define("URL=\(server.url("/rows.csv"))")
        try daemon.turn(until: "rows", is: "fresh")
        daemon.end()
        folder.clockError = WrongClockTests.error
        date = folder.wall + folder.clockError
        rows = "1,one\n3,three\n"
        let later = try LiveDaemon(folder, on: daemon.loop)
        try later.turn { (try? keys(later).contains("3")) == true }
        #expect(try keys(later) == ["1", "3"])
        later.end()
    }
}
