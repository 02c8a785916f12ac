import Reactive
import Records
import TestServer
import Testing

/// Notifications of brokers that contain the document.
@Suite(.serialized) struct EmbeddedDocumentTests {
    private let folder = Folder()

    /// The hashes (SHA-256) of the documents of some versions.
    private static let hashes = [
        2: "wVCXxG5tv+Z9gQbBi4UP9DEomMFGdxZprlAyT5EO2Tw=",
        3: "Xb7twF7Y2Tn/FHC7dBwbQVAGI2yAOKqcbUXBEN2ehBA=",
        4: "kPVy2I3OmCTjikKCMCm/kGSWQQfTbTIu5tjupM+MNWE=",
    ]

    /// A notification that contains a version of the document.
    private struct Notification {
        let version: Int
        let url: String
        let published: UTC
        var content: String?
        var size: Int?
        var method = "sha256"
        var relation = "canonical"
        var hash: String?

        /// The text of the message.
        var text: String {
            let document = content ?? HintFixture.document(version)
            let value = document.replacing("\n", with: "\\n")
            return """
                {"id": "\(version)", "type": "Feature",
                 "properties": {"data_id": "x/1", "pubtime": "\(published)",
                 "content": {"encoding": "utf-8", "value": "\(value)", "size": \(size ?? document.utf8.count)},
                 "integrity": {"method": "\(method)", "value": "\(hash ?? hashes[version] ?? "")"}},
                 "links": [{"rel": "\(relation)", "href": "\(url)", "type": "text/csv"}]}
                """
        }
    }

    private func notification(of version: Int, _ hints: HintFixture) -> Notification {
        Notification(version: version, url: hints.server.url("/web"), published: folder.wall)
    }

    private func values(_ hints: HintFixture) throws -> [String] {
        try hints.fixture.call("GetSnapshot")["records"]?.array?.compactMap { $0["data"]?["value"]?.string }
            ?? []
    }

    @Test func `an embedded document reaches subscribers without a request, which confirms it later`() throws
    {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        let heard = try hints.fixture.subscribe(["snapshot": false])
        try hints.turn(for: .seconds(60))
        let planned = try #require(try hints.fixture.runtime(of: "web")?["nextUSec"]?.int)
        let start = folder.wall
        hints.version = 2
        hints.brokers[0].publish("news/a", notification(of: 2, hints).text)
        try hints.fixture.turn(until: { heard.records == ["changed 1"] })
        #expect(folder.wall - start < .seconds(1) && hints.requests == 1)
        #expect(try hints.hints()["delivered"] == 1 && hints.hints()["requests"] == 0)
        #expect(try hints.notes().contains { $0.hasSuffix("sent by a broker; no answer confirms it yet") })
        let next = try #require(try hints.fixture.runtime(of: "web")?["nextUSec"]?.int)
        #expect(next == planned)

        try hints.fixture.turn(until: { hints.requests == 2 })
        #expect(!hints.server.heads[1].contains("If-None-Match"))
        try hints.fixture.turn(until: { try hints.notes().isEmpty })
        try hints.fixture.turn(until: { hints.requests == 3 })
        #expect(hints.server.heads[2].contains("If-None-Match: \"2\""))
        #expect(heard.records == ["changed 1"])
        let states = heard.events.filter { $0["event"] == "source" }
        #expect(states.contains { $0["runtime"]?["notes"] != nil })
        #expect(states.last?["runtime"]?["notes"] == nil)
        hints.fixture.end()
    }

    @Test(arguments: 0..<9)
    func `an embedded document that may not be the newest only starts a request`(fault: Int) throws {
        let settings = [6: "Edition=Last-Modified\n", 8: "Cache=no\n"][fault] ?? ""
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n\(settings)")
        if fault == 7 {
            hints.skew = .seconds(-300)
            try hints.fixture.turn(until: { hints.requests == 2 })
        }
        try hints.turn(for: .seconds(60))
        let before = hints.requests
        let true2 = notification(of: 2, hints)
        var message = true2
        switch fault {
        case 0: message = Notification(version: 2, url: "https://b.example/", published: folder.wall)
        case 1: message = Notification(version: 2, url: true2.url, published: folder.wall - .seconds(600))
        case 2: message = Notification(version: 2, url: true2.url, published: folder.wall + .seconds(61))
        case 3: message.size = 12
        case 4: message.hash = EmbeddedDocumentTests.hashes[3]
        case 5: message.relation = "via"
        default: break
        }
        hints.version = 3
        hints.brokers[0].publish("news/a", message.text)
        try hints.turn(for: .seconds(90))
        #expect(hints.requests == before + 1)
        #expect(try values(hints) == ["3"] && hints.hints()["delivered"] == 0)
        hints.fixture.end()
    }

    @Test func `an embedded document that cannot be decoded starts a request, and is no failure`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        try hints.turn(for: .seconds(60))
        var message = notification(of: 9, hints)
        message.content = "<html>"
        message.hash = "t9CC7hLpG3Vuoi6FE7hZTuvPXTn6uBPaPLVXlNyIitc="
        hints.brokers[0].publish("news/a", message.text)
        try hints.turn(for: .seconds(90))
        #expect(hints.requests == 2 && hints.server.heads[1].contains("If-None-Match: \"1\""))
        #expect(try values(hints) == ["1"] && hints.hints()["delivered"] == 0)
        #expect(try hints.fixture.runtime(of: "web")?["failure"] == nil)
        hints.fixture.end()
    }

    @Test func `after an embedded document that cannot be decoded, the next notification is a hint`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        try hints.turn(for: .seconds(5))
        hints.version = 2
        var message = notification(of: 9, hints)
        message.content = "<html>"
        message.hash = "t9CC7hLpG3Vuoi6FE7hZTuvPXTn6uBPaPLVXlNyIitc="
        hints.brokers[0].publish("news/a", message.text)
        try hints.fixture.turn(until: { try hints.hints()["received"] == 1 })
        // The request that the first one starts may have been answered by now: then, this one is no news.
        hints.brokers[0].publish("news/a", notification(of: 2, hints).text)
        try hints.turn(for: .seconds(60))
        #expect(try values(hints) == ["2"])
        #expect(try hints.hints()["delivered"] == 0)
        hints.fixture.end()
    }

    @Test func `of a flood of embedded documents, at most the first and the newest count`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        let heard = try hints.fixture.subscribe(["snapshot": false])
        try hints.turn(for: .seconds(60))
        let url = hints.server.url("/web")
        // In one piece: TCP would keep the later ones back until the first is acknowledged.
        let messages = (2...4).map { version in
            let later = folder.wall + .seconds(version)
            let text = Notification(version: version, url: url, published: later).text
            return HintBroker.message(0x32, "news/a", number: version, text)
        }
        hints.brokers[0].server.send(messages.flatMap(\.self))
        try hints.fixture.turn(until: { try hints.hints()["received"] == 3 })
        try hints.turn(for: .seconds(10))
        #expect(try values(hints) == ["4"])
        #expect(try hints.hints()["delivered"]?.int.map { $0 <= 2 } == true && heard.records.count <= 2)
        #expect(hints.requests == 1)
        hints.fixture.end()
    }

    @Test func `a notification that comes late replaces no newer document`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        let heard = try hints.fixture.subscribe(["snapshot": false])
        try hints.turn(for: .seconds(60))
        let older = notification(of: 2, hints)
        try hints.turn(for: .seconds(5))
        hints.version = 3
        hints.brokers[0].publish("news/a", notification(of: 3, hints).text)
        hints.brokers[0].publish("news/a", older.text)
        try hints.turn(for: .seconds(300))
        #expect(try values(hints) == ["3"] && heard.records == ["changed 1"])
        hints.fixture.end()
    }

    @Test func `an answer that is older than the delivered document does not replace it`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        let heard = try hints.fixture.subscribe(["snapshot": false])
        try hints.turn(for: .seconds(60))
        hints.brokers[0].publish("news/a", notification(of: 2, hints).text)
        try hints.fixture.turn(until: { heard.records == ["changed 1"] })
        // A cache still has the document before.
        hints.skew = .seconds(-900)
        try hints.fixture.turn(until: { hints.requests == 2 })
        try hints.turn(for: .seconds(10))
        #expect(try values(hints) == ["2"] && heard.records == ["changed 1"])
        #expect(try hints.notes().contains { $0.hasPrefix("the upstream is behind: an answer is older") })
        hints.skew = .zero
        hints.version = 4
        try hints.fixture.turn(until: { heard.records == ["changed 1", "changed 1"] })
        #expect(try values(hints) == ["4"] && hints.notes().isEmpty)
        hints.fixture.end()
    }

    @Test func `an answer that nothing has changed does not confirm a delivered document`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        try hints.turn(for: .seconds(60))
        hints.brokers[0].publish("news/a", notification(of: 2, hints).text)
        try hints.fixture.turn(until: { try values(hints) == ["2"] })
        // The request has no validators, so that the answer is none to it.
        hints.server.script = { _ in [.answer("304 Not Modified", "ETag: \"1\"\r\n", "")] }
        try hints.fixture.turn(until: { hints.requests == 2 })
        try hints.turn(for: .seconds(10))
        #expect(try hints.notes().contains { $0.hasSuffix("no answer confirms it yet") })
        #expect(try values(hints) == ["2"])
        hints.fixture.end()
    }

    @Test func `the counters of the daemon have delivered documents and their changes`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        try hints.turn(for: .seconds(60))
        let before = try #require(try hints.fixture.call("GetStatus")["counters"])
        hints.brokers[0].publish("news/a", notification(of: 2, hints).text)
        try hints.fixture.turn(until: { try values(hints) == ["2"] })
        let counters = try #require(try hints.fixture.call("GetStatus")["counters"])
        #expect(before["delivered"] == 0 && counters["delivered"] == 1)
        #expect(counters["changes"]?.int == before["changes"]?.int.map { $0 + 1 })
        #expect(counters["attempts"] == before["attempts"])
        hints.fixture.end()
    }

    @Test func `an answer without content that is older than the delivered document is left out`() throws {
        let settings = "Refresh=10min\nRhythm=fixed\nNoContent=empty\n"
        let hints = try HintFixture(in: folder, settings)
        try hints.turn(for: .seconds(60))
        hints.brokers[0].publish("news/a", notification(of: 2, hints).text)
        try hints.fixture.turn(until: { try values(hints) == ["2"] })
        hints.isEmpty = true
        hints.skew = .seconds(-900)
        try hints.fixture.turn(until: { hints.requests == 2 })
        try hints.turn(for: .seconds(10))
        #expect(try values(hints) == ["2"])
        hints.skew = .zero
        try hints.fixture.turn(until: { try values(hints) == [] })
        hints.fixture.end()
    }

    @Test func `after an answer that is older than a delivered document, the next notification is a hint`()
        throws
    {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        let planned = try #require(try hints.fixture.runtime(of: "web")?["nextUSec"]?.int)
        let rest = UTC(microseconds: Int64(planned)) - folder.wall
        // The steps of the clock are long by then; the two clocks are wrong by more than that.
        try hints.turn(for: rest - .seconds(60))
        hints.skew = .seconds(-55)
        let url = hints.server.url("/web")
        let ahead = folder.wall + .seconds(55)
        hints.brokers[0].publish("news/a", Notification(version: 2, url: url, published: ahead).text)
        let behind = "the upstream is behind: an answer is older"
        try hints.fixture.turn(until: { try hints.notes().contains { $0.hasPrefix(behind) } })
        #expect(hints.requests == 2)
        let later = folder.wall + .seconds(55)
        hints.brokers[0].publish("news/a", Notification(version: 3, url: url, published: later).text)
        try hints.turn(for: .seconds(10))
        #expect(try values(hints) == ["2"] && hints.hints()["delivered"] == 1)
        hints.fixture.end()
    }

    @Test func `a paused source still says that no answer has confirmed its document`() throws {
        let hints = try HintFixture(in: folder, "Refresh=10min\nRhythm=fixed\n")
        try hints.turn(for: .seconds(60))
        hints.brokers[0].publish("news/a", notification(of: 2, hints).text)
        let isOpen = { try hints.notes().contains { $0.hasSuffix("no answer confirms it yet") } }
        try hints.fixture.turn(until: isOpen)
        folder.remove("etc/sources.d/web.source")
        try hints.fixture.turn(until: "web", is: "paused")
        #expect(try isOpen() && values(hints) == ["2"])
        hints.fixture.end()
    }

    @Test func `after a restart, an embedded document counts once the upstream has answered`() throws {
        let settings = "Refresh=10min\nRhythm=fixed\n"
        let first = try HintFixture(in: folder, settings)
        let heard = try first.fixture.subscribe(["snapshot": false])
        try first.turn(for: .seconds(60))
        first.brokers[0].publish("news/a", notification(of: 2, first).text)
        try first.fixture.turn(until: { heard.records == ["changed 1"] })
        first.fixture.end()

        let fixture = try LiveDaemon(folder)
        let notes = { try fixture.runtime(of: "web")?["notes"]?.array?.compactMap(\.string) ?? [] }
        try fixture.turn(until: { try notes().contains { $0.contains("no answer confirms it yet") } })
        fixture.end()
    }
}
