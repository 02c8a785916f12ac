import Alerts
import Decoding
import Records
import TestDocuments
import Testing

/// Messages that an upstream pushes, and the heartbeats that name them.
@Suite struct AlertPushTests {
    private static let start: Int64 = 1_800_000_000
    private static let archive = "https://x.org/{date}/{sent}I{identifier}.xml"
    private let store = AlertStore(
        "[Source]\nURL=https://example.org/\n[Alert]\nAbsence=nothing\nReferences=\(archive)\n")

    private func message(_ identifier: String, after seconds: Int64 = 0, of others: [CAPText] = []) -> CAPText
    {
        CAPText(
            identifier: identifier, sender: "cap-pac@canada.ca", sent: AlertPushTests.start + seconds,
            type: others.isEmpty ? "Alert" : "Update", references: others.map(\.reference),
            ends: AlertPushTests.start + 72_000)
    }

    private func push(_ messages: [(url: String, text: String)], after seconds: Int64) throws {
        let parts = messages.map { AlertBundle.Linked(url: $0.url, bytes: Array($0.text.utf8)) }
        let bundle = AlertBundle(pushed: parts, tag: "t")
        #expect(AlertBundle(bundle.bytes) == bundle)
        try store.read(bundle.bytes, at: AlertPushTests.start + seconds, isAnswer: false)
    }

    private func push(_ messages: CAPText..., after seconds: Int64) throws {
        try push(messages.map { ("", $0.text) }, after: seconds)
    }

    private static func heartbeat(_ names: [String], status: String = "System") -> String {
        "<alert><identifier>h</identifier><sender>NAADS-Heartbeat</sender><sent>2027-01-15T08:00:00-00:00</sent>"
            + "<status>\(status)</status><msgType>Alert</msgType>"
            + "<references>\(names.joined(separator: " "))</references></alert>"
    }

    private func wanted(_ names: [String]) throws -> [String] {
        let heartbeat = try #require(AlertHeartbeat(Array(AlertPushTests.heartbeat(names).utf8)))
        let archive = try #require(
            try AlertArchive(TestDocument.options("[Alert]\nReferences=\(Self.archive)\n")))
        return archive.wanted(namedBy: heartbeat, at: UTC(seconds: Self.start + 100), tag: "t") {
            store.remembered($0)
        }
    }

    @Test func `a pushed message is a record, and others stay`() throws {
        try push(message("a"), after: 10)
        try push(message("b", after: 20), after: 30)
        #expect(store.keys == ["a", "b"] && store.last.rejects.isEmpty)
        #expect(store.events == ["added a", "added b"])
    }

    @Test func `a message that is pushed again changes nothing, nor does its predecessor`() throws {
        let (a, b) = (message("a"), message("b", after: 20, of: [message("a")]))
        try push(a, after: 10)
        try push(b, b, a, after: 30)
        let events = store.events
        try push(a, after: 40)
        try push(b, after: 50)
        #expect(store.keys == ["a"] && store.events == events)
    }

    @Test func `a message that cannot be read leaves the others as they are`() throws {
        try push([("", message("a").text), ("", "<alert><no></alert>"), ("", message("b").text)], after: 10)
        #expect(store.keys == ["a", "b"] && store.last.rejects.count == 1)
    }

    @Test func `a heartbeat names messages that were never read`() throws {
        var test = message("test")
        test.status = "Test"
        try push(message("a"), test, after: 10)
        let names = [message("a"), test, message("b", after: -90), message("c", after: -60)].map(\.reference)
        let (b, c) = (
            "https://x.org/2027-01-15/2027_01_15T07_58_30ZIb.xml",
            "https://x.org/2027-01-15/2027_01_15T07_59_00ZIc.xml"
        )
        #expect(try wanted(names) == [c, b])
        try push([(b, message("b", after: -90).text)], after: 20)
        #expect(try wanted(names) == [c])
        #expect(store.keys == ["a", "b"])
    }

    @Test func `another message than the one that was named is not shown`() throws {
        let url = "https://x.org/2027-01-15/2027_01_15T07_59_00ZIc.xml"
        try push([(url, message("other").text)], after: 20)
        #expect(store.keys.isEmpty)
        #expect(try wanted([message("c", after: -60).reference]).isEmpty)
    }

    @Test func `only a message of the system with the known sender is a heartbeat`() {
        #expect(AlertHeartbeat(Array(AlertPushTests.heartbeat([]).utf8))?.references.isEmpty == true)
        #expect(AlertHeartbeat(Array(AlertPushTests.heartbeat([], status: "Actual").utf8)) == nil)
        #expect(AlertHeartbeat(Array(message("NAADS-Heartbeat").text.utf8)) == nil)
    }
}
