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

    @Test func `how a source is doing bears no cursor beyond what was told before`() throws {
        let house = try begin()
        let before = try #require(house.call("GetStatus")["cursor"]?.string)
        // More than a socket takes that nobody reads from.
        let rows = "1,one\n2,\(String(repeating: "n", count: 500_000))\n"
        folder.replace("rows.csv", "id,name\n" + rows)
        try house.turn(until: { (try? house.call("GetStatus")["records"]) == 2 })
        folder.replace("rows.csv", "<html>503</html>")
        try house.turn(until: "rows", is: "failing")

        let peer = RawPeer(house.door)
        let selector = #""parameters":{"since":"\#(before)"},"more":true}"#
        peer.send(#"{"method":"io.almanac.Subscribe","# + selector + "\n")
        try house.turn(until: { (try? house.call("GetStatus")["subscribers"]) == 1 })
        folder.replace("rows.csv", "id,name\n" + rows + "3,three\n")
        try house.turn(until: { (try? house.call("GetStatus")["records"]) == 3 })

        var lines: [String] = []
        try house.turn(until: {
            lines = peer.lines
            return lines.contains { $0.contains(#""key":"3""#) }
        })
        var (told, states) = (0, 0)
        for event in try lines.map({ try JSON(parsing: Array($0.utf8))["parameters"] ?? .null }) {
            let number = event["cursor"]?.string?.split(separator: ".").last.flatMap { Int($0) } ?? 0
            if event["event"] == "added" || event["event"] == "changed" { told = number }
            guard event["event"] == "source" else { continue }
            states += 1
            #expect(number <= told)
        }
        #expect(states > 0)
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
