import Reactive
import Records
import Testing
import Varlink

/// A source that fills the log, and its subscribers and those of a quiet one.
@Suite(.serialized) struct LogShareTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    /// Writes the document of a source: three small rows, or eight large ones.
    private func put(_ source: String, _ document: Int) {
        let isQuiet = source == "quiet"
        let text = "\(document)-" + String(repeating: "x", count: isQuiet ? 5 : 900)
        let rows = (isQuiet ? 100..<103 : 200..<208).map { "\($0),\(text)\n" }
        folder.replace("\(source).csv", "id,name\n" + rows.joined())
    }

    private func start() throws -> LiveDaemon {
        folder.write("etc/almanac.conf", "[Almanac]\nLog=64K\n")
        for name in ["greedy", "quiet"] {
            folder.write(
                "etc/sources.d/\(name).source",
                "[Source]\nKind=table\nPath=\(folder.path)/\(name).csv\nRefresh=7d\n"
                    + "[Table]\nDelimiter=,\n[Record]\nKey=id\n")
            put(name, 0)
        }
        let fixture = try LiveDaemon(folder, clock: clock)
        for name in ["greedy", "quiet"] { try fixture.turn(until: name, is: "fresh") }
        return fixture
    }

    private func cursor(of fixture: LiveDaemon) throws -> JSON {
        try #require(fixture.call("GetStatus")["cursor"])
    }

    /// Returns the number of changes of a source in the log.
    private func changes(of source: String, _ fixture: LiveDaemon) -> Int? {
        try? fixture.call("GetHistory", ["source": .string(source), "limit": 1, "count": true])["total"]?.int
    }

    /// Changes the quiet source once, and the greedy one until it has filled the log twice; waits until the
    /// log is trimmed.
    private func fill(_ fixture: LiveDaemon) throws {
        put("quiet", 1)
        try fixture.turn(until: { self.changes(of: "quiet", fixture) == 6 })
        for document in 1...50 {
            put("greedy", document)
            let count = 8 * (document + 1)
            try fixture.turn(until: { self.changes(of: "greedy", fixture) == count })
        }
        clock.advance(by: .seconds(70))
        try fixture.turn(until: { self.changes(of: "greedy", fixture) ?? 999 < 200 })
    }

    private func subscribe(
        _ fixture: LiveDaemon, to source: String, since cursor: JSON
    ) throws -> Heard {
        let heard = try fixture.subscribe(["selector": ["sources": [.string(source)]], "since": cursor])
        try fixture.turn(until: { heard.has("ready") || heard.failure != nil })
        return heard
    }

    @Test func `subscribers of a quiet source continue where those of a greedy one start over`() throws {
        let fixture = try start()
        let first = try cursor(of: fixture)
        try fill(fixture)
        #expect(changes(of: "quiet", fixture) == 6)

        let quiet = try subscribe(fixture, to: "quiet", since: first)
        #expect(quiet.records.count == 3)
        let greedy = try subscribe(fixture, to: "greedy", since: first)
        guard case .service(let error) = greedy.failure else { return #expect(greedy.failure == nil) }
        #expect(error.name == "io.almanac.CursorExpired")

        let ends = try ["quiet", "greedy"].map { source in
            try fixture.call("GetHistory", ["source": .string(source), "limit": 1000, "changes": true])["cut"]
        }
        #expect(ends == [nil, true])
        let oldest = try #require(error.parameters["oldest"])
        let again = try subscribe(fixture, to: "greedy", since: oldest)
        #expect(again.records.count == changes(of: "greedy", fixture))
        fixture.end()
    }

    @Test(arguments: [StateReader.Way.plain, .joined])
    func `a subscriber that was catching up starts over when changes it lacks are dropped`(
        way: StateReader.Way
    ) throws {
        let fixture = try start()
        let reader = StateReader(folder.path + "/run", way)
        try fixture.turn(until: {
            reader.read(atMost: 4_096)
            return reader.story.last == "ready"
        })
        try fill(fixture)
        try fixture.turn(until: {
            reader.read()
            return reader.story.contains("overflow") && reader.story.last == "ready"
        })
        put("quiet", 2)
        try fixture.turn(until: {
            reader.read()
            return reader.known["102"]?.hasPrefix("2-") == true
        })
        #expect(reader.known["207"]?.hasPrefix("50-") == true)
        #expect(reader.faults == [])
        fixture.end()
    }
}
