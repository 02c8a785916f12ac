import AlmanacValues
import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct LivePageTests {
    private static let gusts = """
        {"event": "added", "cursor": "a.1", "realtimeUSec": 1000000, "source": "metar@KPWM", "key": "KPWM",
        "generation": 1, "data": {"station": "KPWM", "raw": "KPWM 201351Z 27010KT 10SM CLR 05/M03 A3001",
        "type": "METAR", "time": "2020-11-20T13:51:00Z", "temperature": 5, "dewPoint": -3,
        "wind": {"speed": 10, "direction": 270}, "sky": "clear"}}
        """

    @Test func `a line for pages has its text in other units if it differs`() throws {
        let site = try Website()
        let stream = try site.client("/live")
        try stream.wait { $0.text.contains("event: ready") }
        try site.daemon.tell(LivePageTests.gusts)
        try stream.wait { $0.cursors == ["a.1"] }
        let line = stream.text.split(separator: "\n").last { $0.hasPrefix("data: ") } ?? ""
        #expect(line.contains(#""metric":"KPWM added"#))
        #expect(line.contains("km/h"))
        #expect(line.contains("mph"))
    }

    @Test func `a line for pages has one text if units make no difference`() throws {
        let site = try Website()
        let stream = try site.client("/live")
        try stream.wait { $0.text.contains("event: ready") }
        try site.change()
        try stream.wait { $0.cursors == ["a.1"] }
        #expect(stream.text.contains(#""text":"#))
        #expect(!stream.text.contains(#""metric":"#))
    }

    @Test func `a stream that begins without the daemon says so`() throws {
        let site = try Website()
        let first = try site.client("/live")
        try first.wait { $0.text.contains("event: ready") }
        site.daemon.stop()
        try first.wait { $0.text.contains(#"{"reachable":false}"#) }
        let second = try site.client("/live")
        try second.wait { $0.text.contains(#"{"reachable":false}"#) }
        try site.daemon.start()
        try second.wait { $0.text.contains(#"{"reachable":true}"#) }
    }

    @Test func `the start page lists the newest changes of all sources`() throws {
        let site = try Website()
        let changes = (1...40).reversed().map { LivePageTests.change($0, of: $0 % 3) }
        site.daemon.on("GetChanges") { call in
            let text = changes.prefix(call.parameters["limit"]?.int ?? 200).joined(separator: ",")
            let reply = "{\"changes\": [\(text)], \"cursor\": \"a.40\", \"next\": \"x\"}"
            if let json = try? JSON(parsing: Array(reply.utf8)) { call.reply(json) }
        }
        let page = try site.answer("/").text
        #expect(LivePageTests.numbers(page) == Array((11...40).reversed()))
    }

    @Test func `a source with a new definition is shown with it, without a further question`() throws {
        let site = try Website()
        let source = { (title: String) in
            #""context": {"name": "s", "kind": "feed", "title": "\#(title)"}, "runtime": {"health": "fresh"}"#
        }
        try site.daemon.answer("ListSources", "{\"sources\": [{\(source("Old"))}]}")
        let stream = try site.client("/live")
        try stream.wait { $0.text.contains("event: ready") }
        #expect(try site.answer("/sources").text.contains("Old"))
        let count = site.daemon.asked.count { $0.method == "ListSources" }
        try site.daemon.tell(
            #"{"event": "source", "cursor": "a.0", "realtimeUSec": 0, "source": "s", \#(source("New"))}"#)
        try stream.wait { $0.text.contains("event: source") }
        let page = try site.answer("/sources").text
        #expect(page.contains("New") && !page.contains("Old"))
        #expect(site.daemon.asked.count { $0.method == "ListSources" } == count)
    }

    private static func change(_ number: Int, of source: Int) -> String {
        """
        {"event": "changed", "cursor": "a.\(number)", "source": "s\(source)", "key": "k", "generation": 1,
        "realtimeUSec": \(number)000000, "data": {"value": \(number)}}
        """
    }

    /// The numbers of the entries in the list of changes.
    private static func numbers(_ page: String) -> [Int] {
        page.split(separator: "data-key=\"a.").dropFirst().compactMap { part in
            Int(part.prefix { $0.isNumber })
        }
    }
}
