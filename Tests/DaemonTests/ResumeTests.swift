import Records
import Testing

/// What is told of sources to those who were not there when it was told.
@Suite(.serialized) struct ResumeTests {
    private let folder = Folder()

    private func begin() throws -> LiveHouse {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        folder.write("rows.csv", "id,name\n1,one\n")
        let house = try LiveHouse(folder)
        try house.turn(until: "rows", is: "fresh")
        return house
    }

    @Test func `who resumes is told how those sources are doing that it missed something of`() throws {
        let house = try begin()
        let before = try #require(house.call("GetStatus")["cursor"]?.string)
        folder.replace("rows.csv", "id,name\n1,one\n2,two\n")
        try house.turn(until: { (try? house.call("GetStatus")["records"]) == 2 })
        folder.replace("rows.csv", "<html>503</html>")
        try house.turn(until: "rows", is: "failing")

        let heard = try house.subscribe(["since": .string(before)])
        try house.turn(until: { heard.has("ready") })
        #expect(
            heard.events.compactMap { $0["event"]?.string } == ["subscribed", "added", "source", "ready"])
        #expect(heard.events.first { $0["event"] == "source" }?["runtime"]?["health"] == "failing")
        house.end()
    }

    @Test func `who resumes is not told of sources of which it missed nothing`() throws {
        let house = try begin()
        let live = try house.subscribe()
        try house.turn(until: { live.has("ready") })
        folder.replace("rows.csv", "id,name\n1,one\n2,two\n")
        try house.turn(until: { live.has("added") })

        let heard = try house.subscribe(["since": .string(live.cursor)])
        try house.turn(until: { heard.has("ready") })
        #expect(heard.events.compactMap { $0["event"]?.string } == ["subscribed", "ready"])
        house.end()
    }

    @Test func `many who come together are given the same whole state`() throws {
        let house = try begin()
        folder.replace("rows.csv", "id,name\n" + (0..<450).map { "\($0),n\($0)\n" }.joined())
        try house.turn(until: { (try? house.call("GetStatus")["records"]) == 450 })
        let crowd = try (0..<30).map { _ in try house.subscribe() }
        try house.turn(until: { crowd.allSatisfy { $0.has("ready") } })
        let first = crowd[0].records
        #expect(Set(first).count == 450)
        #expect(crowd.allSatisfy { $0.records == first })
        house.end()
    }
}
