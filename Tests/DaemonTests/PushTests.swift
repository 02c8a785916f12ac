import Reactive
import Records
import Systemd
import TestDocuments
import TestServer
import Testing

/// A stream of alerts beside the requests for their index, in a whole daemon.
@Suite(.serialized) struct PushTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    /// A daemon with a source whose upstream has an index, an archive and a stream.
    private struct Canada {
        let index: AlertIndexFixture
        let stream: StreamServer
        var fixture: LiveDaemon { index.fixture }
    }

    private func canada(_ settings: String = "", greeting: [UInt8] = []) throws -> Canada {
        let loop = try EventLoop()
        let stream = try StreamServer(on: loop)
        stream.greeting = greeting
        let index = try AlertIndexFixture(
            in: folder, source: "Push=tcp://127.0.0.1:\(stream.port)\nRefresh=\n\(settings)Refresh=2min\n",
            alert: "Absence=nothing\nReferences=SERVER/archive/{date}/{sent}I{identifier}.xml\n",
            clock: clock,
            on: loop)
        try index.fixture.turn(until: { stream.open == 1 })
        return Canada(index: index, stream: stream)
    }

    private func listening(_ canada: Canada) throws -> Heard {
        let heard = try canada.fixture.subscribe(["snapshot": false])
        try canada.fixture.turn(until: { heard.has("ready") })
        return heard
    }

    private func notes(_ canada: Canada) throws -> [String] {
        (try canada.fixture.runtime(of: "index")?["notes"]?.array ?? []).compactMap(\.string)
    }

    /// Sends a heartbeat, and turns the loop until the stream is current: it is alive, and no worker is busy.
    private func beat(_ canada: Canada, _ messages: [IndexedMessage] = []) throws {
        canada.stream.beat(messages)
        var turns = 0
        try canada.fixture.turn(until: {
            turns += 1
            return try turns > 5 && notes(canada).isEmpty
        })
    }

    /// The time from now to the next request.
    private func pause(_ canada: Canada) throws -> Int {
        let next = try canada.fixture.runtime(of: "index")?["nextUSec"]?.int ?? 0
        return (Int(next) - Int(folder.wall.microseconds)) / 1_000_000
    }

    @Test func `a message of the stream is a record at once, and the index does not end it`() throws {
        let canada = try canada()
        let heard = try listening(canada)
        canada.stream.send(IndexedMessage(name: "a").text)
        try canada.fixture.turn(until: { heard.records == ["added urn:oid:a"] })
        // The index names another one, and then also the first, which is not requested again.
        let (a, b) = (IndexedMessage(name: "a"), IndexedMessage(name: "b", zone: "2"))
        #expect(try canada.index.read(b) == ["/index", "/naad/b.xml"])
        #expect(try canada.index.keys == ["a", "b"])
        #expect(try canada.index.read(a, b).contains("/naad/b.xml") == false)
        canada.fixture.end()
    }

    @Test func `a hundred cuts at any byte lose no message and double none`() throws {
        let canada = try canada()
        let heard = try listening(canada)
        var random = SeededGenerator(seed: 62)
        let messages = (0..<100).map { IndexedMessage(name: "m\($0)", zone: "\($0)") }
        for message in messages { canada.index.archive[message.path] = .good(message.text) }
        for (number, message) in messages.enumerated() {
            let bytes = Array(message.text.utf8)
            let cut = Int.random(in: 0...bytes.count, using: &random)
            canada.stream.send(bytes[..<cut])
            canada.stream.disconnect()
            let connections = canada.stream.connections
            try canada.fixture.turn(until: { canada.stream.connections > connections })
            canada.stream.beat(Array(messages[max(0, number - 9)...number]))
            try canada.fixture.turn(until: { heard.records.count > number })
        }
        try beat(canada)
        let expected = messages.map { "added urn:oid:\($0.name)" }
        #expect(heard.records == expected)
        canada.fixture.end()
    }

    @Test func `slices of any length, duplicates, and half a message before a whole one`() throws {
        let canada = try canada()
        let heard = try listening(canada)
        let (a, b) = (IndexedMessage(name: "a"), IndexedMessage(name: "b", zone: "2"))
        let text = "\u{FEFF}" + a.text + "\r\n" + a.text + String(b.text.prefix(300)) + b.text + a.text
        for byte in text.utf8 { canada.stream.send([byte]) }
        try beat(canada, [a, b])
        try canada.fixture.turn(until: { heard.records == ["added urn:oid:a", "added urn:oid:b"] })
        try beat(canada, [a, b])
        #expect(heard.records.count == 2)
        canada.fixture.end()
    }

    @Test func `a heartbeat that names unread messages has them fetched, once`() throws {
        let canada = try canada()
        let heard = try listening(canada)
        let (a, b) = (IndexedMessage(name: "a"), IndexedMessage(name: "b", zone: "2"))
        canada.index.archive[a.path] = .good(a.text)
        canada.stream.send(b.text)
        try beat(canada, [a, b])
        try canada.fixture.turn(until: { heard.records == ["added urn:oid:b", "added urn:oid:a"] })
        let count = canada.index.server.heads.count { $0.contains("/archive/") }
        try beat(canada, [b, a])
        try beat(canada, [a])
        #expect(count == 1 && canada.index.server.heads.count { $0.contains("/archive/") } == 1)
        canada.fixture.end()
    }

    @Test func `what the archive has instead of the named message is not shown`() throws {
        let canada = try canada()
        let a = IndexedMessage(name: "a")
        canada.index.archive[a.path] = .good(IndexedMessage(name: "false").text)
        canada.stream.beat([a])
        try canada.fixture.turn(until: {
            try notes(canada) == ["of the messages of the stream, 1 could not be read"]
        })
        #expect(try canada.index.keys.isEmpty)
        canada.fixture.end()
    }

    @Test
    func `the index is requested twice an hour while the stream is current, and as usual when it is lost`()
        throws
    {
        let canada = try canada()
        #expect(try notes(canada).first?.contains("has sent no heartbeat yet") == true)
        try beat(canada)
        _ = try canada.index.readAgain()
        #expect(try pause(canada) > 1700)
        canada.stream.disconnect()
        try canada.fixture.turn(until: { try notes(canada).first?.contains("is lost") == true })
        #expect(try pause(canada) <= 180)
        canada.fixture.end()
    }

    @Test func `a silent stream is lost after two minutes, and confirms nothing`() throws {
        let canada = try canada()
        try beat(canada)
        _ = try canada.index.readAgain()
        let requests = canada.index.server.heads.count
        canada.index.server.script = { _ in [.keepSilent] }
        let start = folder.wall
        // Messages alone do not keep it alive.
        canada.stream.send(IndexedMessage(name: "a").text)
        try canada.fixture.turn(until: {
            try notes(canada).first?.hasSuffix("no heartbeat arrived within 120 s") == true
        })
        #expect(folder.wall - start < .seconds(130))
        try canada.fixture.turn(until: { canada.index.server.heads.count > requests })
        #expect(folder.wall - start < .seconds(300))
        try canada.fixture.turn(until: { try canada.fixture.runtime(of: "index")?["health"] != "fresh" })
        #expect(folder.wall - start < .seconds(400))
        #expect(try canada.index.keys == ["a"])
        canada.fixture.end()
    }

    @Test func `a message that cannot be fetched keeps the index at its usual pace`() throws {
        let canada = try canada()
        let a = IndexedMessage(name: "a")
        canada.index.archive[a.path] = .answer("500 Oops", "", "")
        canada.stream.beat([a])
        try canada.fixture.turn(until: {
            try notes(canada) == ["of the messages that the stream named, 1 could not be read yet"]
        })
        _ = try canada.index.readAgain()
        #expect(try pause(canada) <= 180)
        canada.index.archive[a.path] = .good(a.text)
        try beat(canada, [a])
        #expect(try canada.index.keys == ["a"])
        canada.fixture.end()
    }

    @Test func `a document without an end costs only the connection`() throws {
        let canada = try canada(greeting: Array("<alert><info>".utf8))
        let heard = try listening(canada)
        let slice = [UInt8](repeating: UInt8(ascii: ">"), count: 65_536)
        for _ in 0..<80 { canada.stream.send(slice) }
        try canada.fixture.turn(until: {
            try notes(canada).first?.contains("a message has more than 4194304 bytes") == true
        })
        canada.stream.greeting = []
        canada.stream.disconnect()
        let connections = canada.stream.connections
        try canada.fixture.turn(until: { canada.stream.connections > connections })
        try canada.fixture.turn(until: { canada.stream.open == 1 })
        canada.stream.send(IndexedMessage(name: "a").text)
        try canada.fixture.turn(until: { heard.records == ["added urn:oid:a"] })
        canada.fixture.end()
    }

    @Test func `messages wait until the index was read, since they are not all that is in force`() throws {
        let canada = try canada(greeting: Array(IndexedMessage(name: "a").text.utf8))
        try canada.fixture.turn(until: { try canada.index.keys == ["a"] })
        #expect(try canada.fixture.runtime(of: "index")?["health"] == "fresh")
        canada.fixture.end()
    }

    @Test func `a source that is removed closes its stream`() throws {
        let canada = try canada()
        folder.write("etc/sources.d/index.source", "[Source]\nKind=alert\nPath=/nowhere\n")
        _ = try canada.fixture.call("Reload")
        try canada.fixture.turn(until: { canada.stream.open == 0 })
        canada.fixture.end()
    }
}
