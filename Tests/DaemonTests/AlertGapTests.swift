import Records
import TestServer
import Testing

/// Messages that an index of alerts omits, in a whole daemon: messages that return, and predecessors that are
/// only named.
@Suite(.serialized) struct AlertGapTests {
    private let folder = Folder()

    private let a = IndexedMessage(name: "a", sent: -7200)
    private let b = IndexedMessage(name: "b", type: "Update", names: [("a", -7200)])
    private let other = IndexedMessage(name: "other", zone: "9")

    private func update(_ status: String, zone: String = "1") -> IndexedMessage {
        IndexedMessage(
            name: "d", sent: -60, type: "Update", names: [("b", -3600)], status: status, severity: "Moderate",
            zone: zone)
    }

    private func canada(source: String = "") throws -> AlertIndexFixture {
        try AlertIndexFixture(
            in: folder, source: source,
            alert: "Absence=nothing\nReferences=SERVER/archive/{date}/{sent}I{identifier}.xml\n")
    }

    private func listening(_ index: AlertIndexFixture) throws -> Heard {
        let heard = try index.fixture.subscribe(["snapshot": false])
        try index.fixture.turn(until: { heard.has("ready") })
        return heard
    }

    @Test func `a message that the index omits stays, and returns without an event`() throws {
        let index = try canada()
        try index.read(a, other)
        let heard = try listening(index)
        try index.read(other)
        #expect(try index.keys == ["a", "other"] && index.records["a"]?["unconfirmed"] != nil)
        #expect(try index.read(a, other) == ["/index"])
        #expect(try index.keys == ["a", "other"] && index.records["a"]?["unconfirmed"] == nil)
        #expect(heard.records.isEmpty)
        index.fixture.end()
    }

    @Test func `a message that says that it is over ends what Keep= holds`() throws {
        let index = try AlertIndexFixture(in: folder, source: "Keep=1d\n", alert: "Language=en\n")
        try index.read(a, other)
        folder.clockError = .seconds(3600)
        try index.read(other)
        #expect(try index.keys == ["a", "other"])
        let end = IndexedMessage(
            name: "c", sent: 3600, type: "Update", names: [("a", -7200)], status: "ended")
        try index.read(other, end)
        #expect(try index.keys == ["other"])
        index.fixture.end()
    }

    @Test func `the predecessor that an update names is fetched from the archive, once`() throws {
        let index = try canada()
        index.archive[b.path] = .good(b.text)
        try index.read(a, other)
        let heard = try listening(index)
        // In another zone, so that only the message between connects them.
        #expect(try index.read(a, other, update("ended", zone: "2")) == ["/index", "/naad/d.xml", b.path])
        #expect(try index.keys == ["other"])
        try index.fixture.turn(until: { heard.records == ["removed urn:oid:a"] })
        #expect(try index.readAgain() == ["/index"])
        #expect(try index.read(a, other, b, update("ended", zone: "2")) == ["/index", "/naad/b.xml"])
        #expect(try index.keys == ["other"] && heard.records == ["removed urn:oid:a"])
        index.fixture.end()
    }

    @Test func `an active update is a change of the alert that the message between continues`() throws {
        let index = try canada()
        index.archive[b.path] = .good(b.text)
        try index.read(a)
        let heard = try listening(index)
        try index.read(a, update("active", zone: "2"))
        #expect(try index.keys == ["a"] && index.records["a"]?["severity"] == "Moderate")
        try index.fixture.turn(until: { heard.records == ["changed urn:oid:a"] })
        index.fixture.end()
    }

    @Test func `an older message that returns after its successor does not show beside it`() throws {
        let index = try canada()
        index.archive[b.path] = .good(b.text)
        try index.read(update("active", zone: "2"))
        let (keys, heard) = (try index.keys, try listening(index))
        #expect(keys.count == 1)
        try index.read(a)
        try index.read(a, b)
        #expect(try index.keys == keys && heard.records.isEmpty)
        index.fixture.end()
    }

    @Test(arguments: ["404 Not Found", "410 Gone"])
    func `a predecessor that is gone is not requested again for a day, and zones connect`(status: String)
        throws
    {
        let index = try canada()
        index.archive[b.path] = .answer(status, "", "")
        try index.read(a, other)
        #expect(try index.read(a, other, update("ended")) == ["/index", "/naad/d.xml", b.path])
        #expect(try index.keys == ["other"])
        folder.clockError = .seconds(19 * 3600)
        #expect(try index.readAgain() == ["/index"])
        folder.clockError = .seconds(25 * 3600)
        #expect(try index.readAgain() == ["/index", b.path])
        folder.clockError = .seconds(51 * 3600)
        #expect(try index.readAgain() == ["/index"])
        index.fixture.end()
    }

    @Test func `a predecessor that could not be fetched is requested again, although the index is the same`()
        throws
    {
        let index = try canada()
        index.archive[b.path] = .answer("500 Oops", "", "")
        try index.read(a)
        try index.read(a, update("ended", zone: "2"))
        #expect(try index.keys == ["a"])
        index.archive[b.path] = .good(b.text)
        #expect(try index.readAgain() == ["/index", b.path])
        #expect(try index.keys.isEmpty)
        index.fixture.end()
    }

    @Test func `what the archive has at the address of another message is not shown`() throws {
        let index = try canada()
        index.archive[b.path] = .good(IndexedMessage(name: "false", zone: "7").text)
        try index.read(other, update("active"))
        #expect(try index.keys.count == 2 && index.records["false"] == nil)
        #expect(try index.readAgain() == ["/index"])
        index.fixture.end()
    }

    @Test func `a refresh requests at most twenty messages of the archive`() throws {
        let index = try canada()
        let updates = (0..<45).map { number in
            IndexedMessage(
                name: "u\(number)", sent: -60, type: "Update", names: [("p\(number)", -3600)],
                zone: "\(number)")
        }
        func ofArchive(_ paths: [String]) -> Int { paths.count { $0.hasPrefix("/archive/") } }
        #expect(try ofArchive(index.read(updates)) == 20)
        #expect(try ofArchive(index.readAgain()) == 20)
        #expect(try ofArchive(index.readAgain()) == 5)
        #expect(try index.readAgain() == ["/index"])
        #expect(try index.keys.count == 45)
        index.fixture.end()
    }
}
