import Reactive
import Records
import Testing
import Varlink

/// Readers that are so slow that the log of changes no longer reaches back to them, or that they are closed.
@Suite(.serialized) struct SlowReaderTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    /// Long names, so that what is told does not fit into a socket.
    private func name(_ row: Int, _ document: Int) -> String {
        "\(document)-\(row)-" + String(repeating: "x", count: 1_500)
    }

    private func text(_ rows: Int, _ document: Int) -> String {
        "id,name\n" + (0..<rows).map { "\($0 + 100),\(name($0, document))\n" }.joined()
    }

    /// What every reader knows that was told all of a document.
    private func state(_ rows: Int, _ document: Int) -> [String: String] {
        Dictionary(uniqueKeysWithValues: (0..<rows).map { ("\($0 + 100)", name($0, document)) })
    }

    private func start(log: String, rows: Int) throws -> LiveHouse {
        folder.write("etc/almanac.conf", "[Almanac]\nLog=\(log)\n")
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\nRefresh=7d\n"
                + "[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        folder.write("rows.csv", text(rows, 0))
        let house = try LiveHouse(folder, clock: clock)
        try house.turn(until: "rows", is: "fresh")
        return house
    }

    private func end(of house: LiveHouse) throws -> Int64 {
        try #require(house.call("GetStatus")["cursor"]?.string.flatMap { Cursor($0) }).number
    }

    private func oldest(of house: LiveHouse) throws -> Int64 {
        try #require(house.call("GetStatus")["oldestCursor"]?.string.flatMap { Cursor($0) }).number
    }

    /// Changes all rows, and waits until that is told.
    private func put(_ rows: Int, _ document: Int, _ house: LiveHouse) throws {
        let end = try end(of: house) + Int64(rows)
        folder.replace("rows.csv", text(rows, document))
        try house.turn(until: { (try? self.end(of: house)) == end })
    }

    /// Lets time pass until the log was cut to so many changes.
    private func cut(to count: Int64, _ house: LiveHouse, after time: Duration = .seconds(70)) throws {
        clock.advance(by: time)
        let oldest = try end(of: house) - count
        try house.turn(until: { (try? self.oldest(of: house)) == oldest })
    }

    private func readers(_ ways: [StateReader.Way], _ house: LiveHouse) throws -> [StateReader] {
        let readers = ways.map { StateReader(folder.path + "/run", $0) }
        try house.turn(until: { (try? house.call("GetStatus")["subscribers"]?.int) == readers.count })
        return readers
    }

    /// Turns until all readers, which read meanwhile, are so.
    private func read(_ readers: [StateReader], _ house: LiveHouse, until isDone: (StateReader) -> Bool)
        throws
    {
        try house.turn(until: {
            for reader in readers { reader.read() }
            return readers.allSatisfy(isDone)
        })
    }

    @Test
    func `whom the log has left behind is told how much it missed, then all there is, then what changes`()
        throws
    {
        let (rows, documents) = (40, 12)
        let house = try start(log: "50", rows: rows)
        let all = try readers([.plain] + StateReader.Way.allCases, house)
        let (reading, standing) = (all[0], Array(all[1...]))
        try read([reading], house) { $0.story.last == "ready" }
        for document in 1...documents {
            try put(rows, document, house)
            try read([reading], house) { $0.known == state(rows, document) }
        }
        try cut(to: 50, house)
        try read(standing, house) { $0.story.contains("overflow") && $0.story.last == "ready" }
        #expect(standing.allSatisfy { $0.known == state(rows, documents) })

        try put(rows, documents + 1, house)
        try read(all, house) { $0.known == state(rows, documents + 1) }
        #expect(reading.story == ["subscribed", "snapshot", "ready", "changed"])
        for reader in standing {
            let first = reader.way == .lines ? ["subscribed", "ready"] : ["subscribed", "snapshot", "ready"]
            #expect(reader.story == first + ["changed", "overflow", "snapshot", "ready", "changed"])
            #expect(reader.dropped.count == 1)
        }
        #expect(all.allSatisfy { $0.faults == [] })
        house.end()
    }

    @Test(arguments: [StateReader.Way.plain, .joined])
    func `it can happen within the starting state, and again within the one that follows`(
        way: StateReader.Way
    )
        throws
    {
        let rows = 300
        let house = try start(log: "50", rows: rows)
        let reader = try readers([way], house)[0]
        try put(rows, 1, house)
        try cut(to: 50, house)
        try house.turn(until: {
            reader.read(atMost: 4_096)
            return reader.story.last == "overflow"
        })
        try put(rows, 2, house)
        try cut(to: 50, house)
        try read([reader], house) { $0.dropped.count == 2 && $0.story.last == "ready" }
        #expect(reader.known == state(rows, 2))

        try put(rows, 3, house)
        try read([reader], house) { $0.known == state(rows, 3) }
        let again = ["overflow", "snapshot"]
        #expect(reader.story == ["subscribed", "snapshot"] + again + again + ["ready", "changed"])
        #expect(reader.dropped == [rows, rows])
        #expect(reader.faults == [])
        house.end()
    }

    @Test func `who comes again with a cursor older than the log is told the oldest that is of use`() throws {
        let house = try start(log: "1h", rows: 3)
        let first = try #require(house.call("GetStatus")["cursor"])
        try put(3, 1, house)
        try cut(to: 1, house, after: .seconds(7_200))
        let late = try house.subscribe(["since": first])
        try house.turn(until: { late.failure != nil })
        guard case .service(let error) = late.failure else { return #expect(late.failure == nil) }
        #expect(error.name == "io.almanac.CursorExpired")

        let heard = try house.subscribe(["since": error.parameters["oldest"] ?? .null])
        try house.turn(until: { heard.has("ready") })
        #expect(heard.records == ["changed 102"])
        house.end()
    }

    @Test func `who takes nothing for minutes finds all that was begun, where to go on, and the end`() throws
    {
        let (rows, documents) = (40, 6)
        let house = try start(log: "7d", rows: rows)
        let all = try readers(StateReader.Way.allCases, house)
        for document in 1...documents { try put(rows, document, house) }
        clock.advance(by: .seconds(400))
        try house.turn(until: { (try? house.call("GetStatus")["subscribers"]) == 0 })
        try read(all, house) { $0.isAtEnd }
        for reader in all {
            #expect(reader.faults == [])
            #expect(reader.known != state(rows, documents))
            guard reader.way != .lines else { continue }
            #expect(reader.error?["error"] == "io.almanac.TooSlow")
            let cursor = try #require(reader.error?["parameters"]?["cursor"])
            #expect(cursor.string.flatMap { Cursor($0) }?.number == reader.number)
            let heard = try house.subscribe(["since": cursor])
            try house.turn(until: { heard.has("ready") })
            let seen = Int(reader.number ?? 0)
            #expect(heard.records.count == rows * (documents + 1) - seen)
        }
        house.end()
    }
}
