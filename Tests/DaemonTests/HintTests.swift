import Reactive
import Records
import TestServer
import Testing

/// Messages of brokers that hint at news of a source.
@Suite(.serialized) struct HintTests {
    private let folder = Folder()

    private static func notification(
        _ data: String, at time: String = "2027-01-15T08:00:00Z", id: Int = 1
    ) -> String {
        """
        {"id": "\(id)", "type": "Feature", "properties": {"data_id": "\(data)", "pubtime": "\(time)"},
         "links": [{"rel": "canonical", "href": "https://a.example/"}]}
        """
    }

    @Test func `a hint starts a conditional request at once, and its news reach subscribers`() throws {
        let hints = try HintFixture(in: folder)
        let heard = try hints.fixture.subscribe(["snapshot": false])
        try hints.turn(for: .seconds(60))
        hints.version = 2
        let start = folder.wall
        hints.brokers[0].publish("news/a", "x")
        try hints.fixture.turn(until: { heard.records == ["changed 1"] })
        #expect(folder.wall - start < .seconds(1))
        #expect(hints.requests == 2 && hints.server.heads[1].contains("If-None-Match: \"1\""))
        let state = try hints.hints()
        #expect(state["received"] == 1 && state["requests"] == 1 && state["useful"] == 1)
        #expect(state["brokers"]?.array?.first?["connectedUSec"] != nil)
        #expect(try hints.notes().isEmpty)
        hints.fixture.end()
    }

    @Test func `what several brokers and caches say about the same data is one hint`() throws {
        let hints = try HintFixture(in: folder, brokers: 2)
        try hints.turn(for: .seconds(60))
        for (number, broker) in hints.brokers.enumerated() {
            hints.version += 1
            broker.publish("news/cache\(number)", HintTests.notification("x/1", id: number))
            broker.publish("news/a", "the same text")
            try hints.turn(for: .seconds(300))
        }
        #expect(try hints.hints()["received"] == 2)
        #expect(hints.requests == 2)
        // The same broker may repeat a text that is no notification: it means something new.
        hints.brokers[0].publish("news/a", "the same text")
        try hints.turn(for: .seconds(30))
        #expect(hints.requests == 3)
        hints.fixture.end()
    }

    @Test func `only messages that matter start requests`() throws {
        let hints = try HintFixture(in: folder, "Refresh=1h\nPushMatch=KPWM KBOS\n")
        try hints.turn(for: .seconds(60))
        hints.brokers[0].publish("news/KJFK", "KJFK")
        hints.brokers[0].publish("news/a", HintTests.notification("metar/KJFK", at: "KPWM"))
        try hints.turn(for: .seconds(60))
        #expect(hints.requests == 1)
        let messages = [
            ("KPWM", "x"), ("a", "{\"station\":\"KBOS\"}"), ("a", HintTests.notification("metar/KBOS")),
        ]
        for (topic, payload) in messages {
            hints.version += 1
            hints.brokers[0].publish("news/\(topic)", payload)
            try hints.turn(for: .seconds(90))
        }
        #expect(hints.requests == 4)
        #expect(try hints.hints()["received"] == 3)
        hints.fixture.end()
    }

    @Test func `an identifier that is written with escapes is read as it is meant`() throws {
        let hints = try HintFixture(in: folder, "Refresh=1h\nPushMatch=metar/KPWM Z\n")
        try hints.turn(for: .seconds(60))
        let messages = [
            HintTests.notification(#"metar\/KPWM"#), HintTests.notification(#"x\u005a"#),
            HintTests.notification("Z"), "ends with Z",
        ]
        for (number, payload) in messages.enumerated() {
            hints.version += 1
            hints.brokers[0].publish("news/a", payload)
            try hints.turn(for: .seconds(90))
            #expect(hints.requests == 2 + number, "\(payload)")
        }
        hints.brokers[0].publish("news/a", HintTests.notification("metar/KPW", at: "noon in Z"))
        hints.brokers[0].publish("news/a", "")
        try hints.turn(for: .seconds(90))
        #expect(hints.requests == 5)
        hints.fixture.end()
    }

    @Test func `a burst is one request at once and one after it, for all that came meanwhile`() throws {
        let hints = try HintFixture(in: folder)
        try hints.turn(for: .seconds(120))
        for number in 0..<500 {
            hints.version = 2 + number / 100
            hints.brokers[0].publish("news/a", "\(number)")
        }
        try hints.turn(for: .seconds(300))
        #expect(hints.requests <= 3)
        let record = try hints.fixture.call("GetSnapshot")["records"]?.array?.first
        #expect(record?["data"]?["value"] == "6")
        hints.fixture.end()
    }

    @Test(arguments: ["Refresh=10min\nRhythm=fixed\n", "Refresh=10min\n"])
    func `a broker that lies causes no more requests than no broker`(settings: String) throws {
        let time = Duration.seconds(8 * 3600)
        let quiet = try HintFixture(in: folder, settings)
        try quiet.turn(for: time)
        quiet.fixture.end()

        let hints = try HintFixture(in: Folder(), settings)
        try hints.turn(for: time, every: .seconds(90)) { hints.brokers[0].publish("news/a", "news") }
        // The last one may take the place of one that would come just after the end.
        #expect(hints.requests <= quiet.requests + 1, "\(hints.requests), without a broker \(quiet.requests)")
        #expect(try hints.hints()["useful"] == 0)
        // Few of them are followed.
        let followed = try #require(try hints.hints()["requests"]?.int)
        #expect((3...10).contains(followed), "\(followed)")
        #expect(try hints.fixture.runtime(of: "web")?["health"] == "fresh")
        hints.fixture.end()
    }

    @Test func `a broker that was found to lie is believed again once it proves useful`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        try hints.turn(for: .seconds(2 * 3600), every: .seconds(90)) {
            hints.brokers[0].publish("news/a", "lie")
        }
        try hints.turn(for: .seconds(3 * 3600), every: .seconds(90)) {
            hints.version += 1
            hints.brokers[0].publish("news/a", "truth")
        }
        let before = hints.requests
        try hints.turn(for: .seconds(3600), every: .seconds(90)) {
            hints.version += 1
            hints.brokers[0].publish("news/a", "truth")
        }
        #expect(hints.requests - before >= 25, "\(hints.requests - before)")
        hints.fixture.end()
    }

    @Test func `a broker that flaps loses nothing, doubles nothing, and costs no request`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        let heard = try hints.fixture.subscribe(["snapshot": false])
        hints.brokers[0].retained = HintBroker.message(0x31, "news/last", "text")
        var changes = 0
        for cut in 0..<100 {
            let connections = hints.brokers[0].server.connections
            hints.brokers[0].server.send([0x30, 200, 0, 4])
            hints.brokers[0].server.disconnect()
            try hints.fixture.turn(until: { hints.brokers[0].server.connections > connections })
            // What happens while it is away is found by the next poll.
            if cut % 10 == 0 {
                hints.version += 1
                changes += 1
                try hints.fixture.turn(until: { heard.records.count == changes })
            }
        }
        #expect(heard.records == Array(repeating: "changed 1", count: changes))
        let minutes = Int((folder.wall - UTC(seconds: 1_800_000_000)) / .seconds(60))
        #expect(hints.requests <= minutes / 10 + 2, "\(hints.requests) in \(minutes) min")
        hints.fixture.end()
    }

    @Test func `a lost broker is named, and requests are made as usual`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        let start = folder.wall
        hints.brokers[0].code = 3
        hints.brokers[0].server.disconnect()
        try hints.turn(for: .seconds(3600))
        #expect((5...7).contains(hints.requests))
        #expect(try hints.notes().first?.hasSuffix("the broker is unavailable") == true)
        let lost = try hints.hints()["brokers"]?.array?.first?["lostUSec"]?.int ?? 0
        #expect(UTC(microseconds: Int64(lost)) < start + .seconds(60))
        #expect(try hints.fixture.runtime(of: "web")?["health"] == "fresh")
        hints.brokers[0].code = 0
        try hints.fixture.turn(until: { try hints.notes().isEmpty })
        #expect(try hints.hints()["brokers"]?.array?.first?["lostUSec"] == nil)
        hints.fixture.end()
    }

    @Test func `a broker that answers no ping is lost, and one that sends nothing else is not`() throws {
        let hints = try HintFixture(in: folder, "Refresh=1h\n")
        try hints.turn(for: .seconds(3600))
        #expect(hints.brokers[0].server.connections == 1)
        hints.brokers[0].server.answer = { _ in [] }
        try hints.fixture.turn(until: {
            try hints.notes().first?.hasSuffix("the broker does not answer") == true
        })
        hints.fixture.end()
    }

    @Test func `the user and the credential are sent, and shown nowhere`() throws {
        folder.write("etc/credentials/key", "canary\n")
        let hints = try HintFixture(in: folder, "Refresh=1h\nCredential=key\n", login: "me:%{credential}@")
        let connect = hints.brokers[0].packets[0]
        let login = [0, 2] + Array("me".utf8) + [0, 6] + Array("canary".utf8)
        #expect(Array(connect.suffix(login.count)) == login)
        hints.brokers[0].code = 5
        hints.brokers[0].server.disconnect()
        try hints.fixture.turn(until: {
            try hints.notes().first?.hasSuffix("refuses the user or the password") == true
        })
        let all = try hints.fixture.call("ListSources")
        #expect(!"\(all)".contains("canary") && !"\(all)".contains("me:%"))
        hints.fixture.end()
    }

    @Test(arguments: [[0x30, 0xFF, 0xFF, 0xFF, 0x7F], [0x00, 0], [0x36, 4, 0, 1, 65, 1]] as [[UInt8]])
    func `a packet that no broker may send costs only the connection`(bytes: [UInt8]) throws {
        let hints = try HintFixture(in: folder)
        hints.brokers[0].server.send(bytes)
        try hints.fixture.turn(until: { hints.brokers[0].subscriptions == 2 })
        try hints.turn(for: .seconds(120))
        hints.version = 2
        hints.brokers[0].publish("news/a", "x")
        try hints.fixture.turn(until: { hints.documents == 2 })
        hints.fixture.end()
    }

    @Test func `sources that follow the same topic share a connection, which the last one closes`() throws {
        let hints = try HintFixture(in: folder)
        let push = "Push=mqtt://127.0.0.1:\(hints.brokers[0].server.port)/news/#\n"
        hints.define("other", push + "Refresh=1h\nPushMatch=other\n")
        try hints.fixture.turn(until: "other", is: "fresh")
        try hints.turn(for: .seconds(120))
        hints.brokers[0].publish("news/other", "x")
        try hints.turn(for: .seconds(120))
        #expect(hints.requests == 4 && hints.brokers[0].server.connections == 1)
        for (name, open) in [("web", 1), ("other", 0)] {
            folder.remove("etc/sources.d/\(name).source")
            _ = try hints.fixture.call("Reload")
            try hints.fixture.turn(until: { hints.brokers[0].server.open == open })
        }
        hints.fixture.end()
    }

    @Test func `a failing source keeps its backoff, whatever brokers say`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        hints.server.script = { _ in [.answer("503 No", "", "")] }
        try hints.fixture.turn(until: { try hints.fixture.runtime(of: "web")?["failure"] != nil })
        let before = hints.requests
        try hints.turn(for: .seconds(3600), every: .seconds(20)) { hints.brokers[0].publish("news/a", "x") }
        #expect(hints.requests - before <= 8, "\(hints.requests - before)")
        hints.fixture.end()
    }
}
