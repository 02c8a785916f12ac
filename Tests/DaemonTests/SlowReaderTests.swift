import Reactive
import Records
import Testing
import Varlink

/// Subscribers so slow that the log no longer reaches back to them, or that the daemon closes their
/// connections.
@Suite(.serialized) struct SlowReaderTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    /// Returns a long name, so that the changes do not fit into a socket.
    private func name(_ row: Int, _ document: Int) -> String {
        "\(document)-\(row)-" + String(repeating: "x", count: 1_500)
    }

    private func text(_ rows: Int, _ document: Int) -> String {
        "id,name\n" + (0..<rows).map { "\($0 + 100),\(name($0, document))\n" }.joined()
    }

    /// Returns the records that a subscriber must know after receiving a whole document.
    private func state(_ rows: Int, _ document: Int) -> [String: String] {
        Dictionary(uniqueKeysWithValues: (0..<rows).map { ("\($0 + 100)", name($0, document)) })
    }

    private func start(log: String, rows: Int) throws -> LiveDaemon {
        folder.write("etc/almanac.conf", "[Almanac]\nLog=\(log)\n")
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\nRefresh=7d\n"
                + "[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        folder.write("rows.csv", text(rows, 0))
        let fixture = try LiveDaemon(folder, clock: clock)
        try fixture.turn(until: "rows", is: "fresh")
        return fixture
    }

    private func end(of fixture: LiveDaemon) throws -> Int64 {
        try #require(fixture.call("GetStatus")["cursor"]?.string.flatMap { Cursor($0) }).number
    }

    private func oldest(of fixture: LiveDaemon) throws -> Int64 {
        try #require(fixture.call("GetStatus")["oldestCursor"]?.string.flatMap { Cursor($0) }).number
    }

    /// Changes all rows, and waits until the changes are sent.
    private func put(_ rows: Int, _ document: Int, _ fixture: LiveDaemon) throws {
        let end = try end(of: fixture) + Int64(rows)
        folder.replace("rows.csv", text(rows, document))
        try fixture.turn(until: { (try? self.end(of: fixture)) == end })
    }

    /// Advances the clock until the log was trimmed to this number of changes.
    private func cut(to count: Int64, _ fixture: LiveDaemon, after time: Duration = .seconds(70)) throws {
        clock.advance(by: time)
        let oldest = try end(of: fixture) - count
        try fixture.turn(until: { (try? self.oldest(of: fixture)) == oldest })
    }

    private func readers(_ ways: [StateReader.Way], _ fixture: LiveDaemon) throws -> [StateReader] {
        let readers = ways.map { StateReader(folder.path + "/run", $0) }
        try fixture.turn(until: { (try? fixture.call("GetStatus")["subscribers"]?.int) == readers.count })
        return readers
    }

    /// Turns the loop, with all subscribers reading, until all of them satisfy a condition.
    private func read(_ readers: [StateReader], _ fixture: LiveDaemon, until isDone: (StateReader) -> Bool)
        throws
    {
        try fixture.turn(until: {
            for reader in readers { reader.read() }
            return readers.allSatisfy(isDone)
        })
    }

    @Test
    func `an overtaken subscriber receives the number of missed changes and a new snapshot`()
        throws
    {
        let (rows, documents) = (40, 12)
        let fixture = try start(log: "50", rows: rows)
        let all = try readers([.plain] + StateReader.Way.allCases, fixture)
        let (reading, standing) = (all[0], Array(all[1...]))
        try read([reading], fixture) { $0.story.last == "ready" }
        for document in 1...documents {
            try put(rows, document, fixture)
            try read([reading], fixture) { $0.known == state(rows, document) }
        }
        try cut(to: 50, fixture)
        try read(standing, fixture) { $0.story.contains("overflow") && $0.story.last == "ready" }
        #expect(standing.allSatisfy { $0.known == state(rows, documents) })

        try put(rows, documents + 1, fixture)
        try read(all, fixture) { $0.known == state(rows, documents + 1) }
        #expect(reading.story == ["subscribed", "snapshot", "ready", "changed"])
        for reader in standing {
            let first = reader.way == .lines ? ["subscribed", "ready"] : ["subscribed", "snapshot", "ready"]
            #expect(reader.story == first + ["changed", "overflow", "snapshot", "ready", "changed"])
            #expect(reader.dropped.count == 1)
        }
        #expect(all.allSatisfy { $0.faults == [] })
        fixture.end()
    }

    @Test(arguments: [StateReader.Way.plain, .joined])
    func `the log can overtake a subscriber within a snapshot, and again within the next one`(
        way: StateReader.Way
    )
        throws
    {
        let rows = 300
        let fixture = try start(log: "50", rows: rows)
        let reader = try readers([way], fixture)[0]
        try put(rows, 1, fixture)
        try cut(to: 50, fixture)
        try fixture.turn(until: {
            reader.read(atMost: 4_096)
            return reader.story.last == "overflow"
        })
        try put(rows, 2, fixture)
        try cut(to: 50, fixture)
        try read([reader], fixture) { $0.dropped.count == 2 && $0.story.last == "ready" }
        #expect(reader.known == state(rows, 2))

        try put(rows, 3, fixture)
        try read([reader], fixture) { $0.known == state(rows, 3) }
        let again = ["overflow", "snapshot"]
        #expect(reader.story == ["subscribed", "snapshot"] + again + again + ["ready", "changed"])
        #expect(reader.dropped == [rows, rows])
        #expect(reader.faults == [])
        fixture.end()
    }

    @Test func `a subscriber that resumes with an expired cursor receives the oldest usable one`() throws {
        let fixture = try start(log: "1h", rows: 3)
        let first = try #require(fixture.call("GetStatus")["cursor"])
        try put(3, 1, fixture)
        try cut(to: 1, fixture, after: .seconds(7_200))
        let late = try fixture.subscribe(["since": first])
        try fixture.turn(until: { late.failure != nil })
        guard case .service(let error) = late.failure else { return #expect(late.failure == nil) }
        #expect(error.name == "io.almanac.CursorExpired")

        let heard = try fixture.subscribe(["since": error.parameters["oldest"] ?? .null])
        try fixture.turn(until: { heard.has("ready") })
        #expect(heard.records == ["changed 102"])
        fixture.end()
    }

    @Test func `a subscriber that does not read for minutes is closed after a whole message and a cursor`()
        throws
    {
        let (rows, documents) = (40, 6)
        let fixture = try start(log: "7d", rows: rows)
        let all = try readers(StateReader.Way.allCases, fixture)
        for document in 1...documents { try put(rows, document, fixture) }
        clock.advance(by: .seconds(400))
        try fixture.turn(until: { (try? fixture.call("GetStatus")["subscribers"]) == 0 })
        try read(all, fixture) { $0.isAtEnd }
        for reader in all {
            #expect(reader.faults == [])
            #expect(reader.known != state(rows, documents))
            guard reader.way != .lines else { continue }
            #expect(reader.error?["error"] == "io.almanac.TooSlow")
            let cursor = try #require(reader.error?["parameters"]?["cursor"])
            #expect(cursor.string.flatMap { Cursor($0) }?.number == reader.number)
            let heard = try fixture.subscribe(["since": cursor])
            try fixture.turn(until: { heard.has("ready") })
            let seen = Int(reader.number ?? 0)
            #expect(heard.records.count == rows * (documents + 1) - seen)
        }
        fixture.end()
    }
}
