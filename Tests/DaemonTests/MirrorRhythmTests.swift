import Reactive
import Records
import Testing

/// The rhythm of a mirrored source is the one that its hub has learned.
@Suite(.serialized) struct MirrorRhythmTests {
    private static let learned: JSON = [
        "learned": true, "periodUSec": 3_600_000_000, "phaseUSec": 3_060_000_000, "lagUSec": 185_000_000,
        "requestsPerDay": .number("74.0"), "averageDelayUSec": 40_000_000,
    ]

    private func rhythm(_ leaf: LiveDaemon) throws -> JSON? { try leaf.runtime(of: "rows")?["rhythm"] }

    @Test func `a leaf states the rhythm that its hub states, with and without a connection`() throws {
        let test = try HostileHub()
        #expect(try rhythm(test.leaf) == nil)
        let stated = String(decoding: Self.learned.bytes, as: UTF8.self)
        test.hub.sources = RawHub.list(runtime: ",\"rhythm\":\(stated)")
        try test.list()
        #expect(try rhythm(test.leaf) == Self.learned)
        test.hub.events = { _ in [] }
        test.hub.disconnect()
        try test.turn(until: { test.health == "failing" })
        #expect(try rhythm(test.leaf) == Self.learned)
        test.hub.sources = RawHub.list()
        test.hub.events = { _ in HostileHub.good }
        try test.turn(until: { test.health == "fresh" })
        #expect(try rhythm(test.leaf) == nil)
    }

    @Test func `a leaf of an almanac has the rhythm of each of its sources`() throws {
        let fleet = try Fleet()
        let server = try WebServer(on: fleet.loop)
        server.answer = { _ in WebServer.Reply(body: "id,name\n1,one\n") }
        fleet.hubFolder.write(
            "etc/sources.d/web.source",
            "[Source]\nKind=table\nURL=\(server.url("/"))\nAllowHTTP=yes\nAllowPrivate=yes\n"
                + "[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        try fleet.hub.turn(until: "web", is: "fresh")
        let leaf = try fleet.leaf()
        let rhythm = try #require(leaf.runtime(of: "web")?["rhythm"])
        #expect(rhythm["learned"] == false && rhythm["requestsPerDay"] == .number("1.0"))
        #expect(try fleet.hub.runtime(of: "web")?["rhythm"] == rhythm)
        #expect(try leaf.runtime(of: "rows")?["rhythm"] == nil)
    }

    @Test func `numbers that no rhythm has are left out`() throws {
        let test = try HostileHub()
        let members = try #require(Self.learned.object)
        let values: [JSON] = [.null, true, -1, 1e300, .int(Int.max), .int(Int.min), "1", [1]]
        for value in values {
            for member in members where member.name != "learned" {
                let changed = members.map { $0.name == member.name ? .init($0.name, value) : $0 }
                let stated = String(decoding: JSON.object(changed).bytes, as: UTF8.self)
                test.hub.sources = RawHub.list(runtime: ",\"rhythm\":\(stated)")
                // The limit of refreshes is one in half a second.
                test.clock.advance(by: .seconds(1))
                try test.list()
                let found = try #require(try rhythm(test.leaf))
                #expect(found["learned"] == true)
                let rate = try #require(found["requestsPerDay"]?.double)
                #expect((0...86_400).contains(rate))
                #expect(found[member.name] == nil || member.name == "requestsPerDay")
            }
        }
    }
}
