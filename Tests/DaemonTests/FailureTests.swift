import Records
import TestServer
import Testing

/// The failures that users see when an upstream misbehaves; the source is a JSON document of contacts.
@Suite(.serialized) struct FailureTests {
    private let folder = Folder()

    private static let contacts =
        #"[{"id":1,"name":"Ada","email":"a@a.example","phone":"1"},{"id":2,"name":"Bo"}]"#

    private func start(_ more: String = "") throws -> WebFixture {
        try WebFixture(
            "Kind=json\n[Record]\nKey=id\nTitle=name\nRequire=name\n" + more, in: folder,
            .good(FailureTests.contacts))
    }

    /// An invalid response, with the failure reason and the advice that users see.
    private struct Fault: CustomStringConvertible {
        let description: String
        let acts: [HTTPServer.Act]
        let reason: String
        let advice: String
    }

    private static let faults = [
        Fault(
            description: "a closed connection", acts: [.close], reason: "connect",
            advice: "without a response"
        ),
        Fault(
            description: "half of what was promised",
            acts: [.say("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n[{"), .close], reason: "truncated",
            advice: "is truncated after"),
        Fault(
            description: "broken JSON", acts: [.good(#"[{"id":1,"name":"Ada"#)], reason: "parse",
            advice: "until the upstream corrects it"),
        Fault(description: "no body", acts: [.good("")], reason: "empty", advice: "almanacd tries again"),
        Fault(
            description: "another JSON document", acts: [.good(#"[["Ada"],["Bo"]]"#)], reason: "shape",
            advice: "almanacd decode"),
        Fault(
            description: "a web page", acts: [.good("<!DOCTYPE html><title>Sign in</title>")],
            reason: "content", advice: "check URL= in a browser"),
        Fault(
            description: "401", acts: [.answer("401 Unauthorized")], reason: "denied", advice: "check the key"
        ),
        Fault(
            description: "403", acts: [.answer("403 Forbidden")], reason: "denied", advice: "check the key"),
        Fault(
            description: "404", acts: [.answer("404 Not Found")], reason: "http", advice: "check the address"),
        Fault(
            description: "500", acts: [.answer("500 Oh")], reason: "http",
            advice: "the upstream itself failed"),
    ]

    @Test func `each failure has a reason and advice, and the last good records are kept`() throws {
        let web = try start()
        for fault in FailureTests.faults {
            web.server.script = { _ in fault.acts }
            let runtime = try web.askAgain()
            let failure = runtime["failure"]
            #expect(runtime["health"] == "failing", "\(fault)")
            #expect(failure?["reason"]?.string == fault.reason, "\(fault)")
            let message = failure?["message"]?.string ?? ""
            #expect(message.contains(fault.advice), "\(fault): \(message)")
            #expect(runtime["nextUSec"]?.int ?? 0 > runtime["fetchedUSec"]?.int ?? 0, "\(fault)")
            #expect(try web.keys == ["1", "2"], "\(fault)")
        }
        #expect(try web.runtime["failure"]?["count"]?.int == FailureTests.faults.count)
        let back = try web.ask(.good(FailureTests.contacts))
        #expect(back["health"] == "fresh")
        #expect(back["failure"] == nil)
        web.fixture.end()
    }

    /// The transfer measures its time limit with the machine's clock.
    @Test func `a silence longer than Timeout= in real time is a failure with advice`() throws {
        let web = try WebFixture("Kind=json\nTimeout=100ms\n[Record]\nKey=id\n", in: folder, .keepSilent)
        let failure = try web.runtime["failure"]
        #expect(failure?["reason"] == "timeout")
        #expect(failure?["message"]?.string?.contains("Timeout= can allow more") == true)
        web.fixture.end()
    }

    @Test func `an answer that a cache kept for longer than allowed makes nothing current`() throws {
        let web = try start()
        let before = try #require(web.runtime["fetchedUSec"]?.int)
        let old = try web.ask(.good(FailureTests.contacts, "Cache-Control: max-age=60\r\nAge: 7200\r\n"))
        #expect(old["health"] == "stale" && old["failure"] == nil && old["records"] == 2)
        #expect(old["fetchedUSec"]?.int ?? .max < before)
        let late = try web.ask(.good(FailureTests.contacts, "Cache-Control: max-age=60\r\nAge: 90\r\n"))
        #expect(late["health"] == "fresh")
        let kept = try web.ask(.good(FailureTests.contacts, "Cache-Control: max-age=9000\r\nAge: 7200\r\n"))
        #expect(kept["health"] == "fresh" && kept["fetchedUSec"]?.int ?? 0 >= before)
        web.fixture.end()
    }

    @Test func `an empty array is a valid document, and all records are removed`() throws {
        let web = try start()
        let heard = try web.fixture.subscribe()
        try web.fixture.turn(until: { heard.has("ready") })
        #expect(try web.ask(.good("[]"))["health"] == "fresh")
        #expect(try web.runtime["records"] == 0)
        try web.fixture.turn(until: { heard.records.count == 4 })
        #expect(heard.records.suffix(2) == ["removed 1", "removed 2"])
        web.fixture.end()
    }

    @Test func `fewer records than MinRecords= are a failure`() throws {
        let web = try start("MinRecords=2\n")
        #expect(try web.ask(.good("[]"))["failure"]?["reason"] == "empty")
        #expect(try web.ask(.good(#"[{"id":1,"name":"Ada"}]"#))["failure"]?["reason"] == "shape")
        #expect(try web.keys == ["1", "2"])
        web.fixture.end()
    }

    @Test func `a document that is gone for good is fetched again only on request`() throws {
        let web = try start()
        let gone = try web.ask(.answer("410 Gone"))
        #expect(gone["health"] == "failing")
        #expect(
            gone["failure"]?["message"]?.string?.contains("is requested again only by almanac refresh")
                == true)
        #expect(gone["nextUSec"] == nil)
        let back = try web.ask(.good(FailureTests.contacts))
        #expect(back["health"] == "fresh")
        #expect(back["nextUSec"] != nil)
        web.fixture.end()
    }

    @Test func `a document that moved for good is fetched from its new address until that fails`() throws {
        let web = try start()
        let good = HTTPServer.Act.good(FailureTests.contacts)
        web.server.script = { head in
            head.hasPrefix("GET /old ") ? [.answer("301 Moved", "Location: /new\r\n")] : [good]
        }
        for _ in 0..<2 { _ = try web.askAgain() }
        func asked() -> [String] {
            web.server.heads.map { String($0.split(separator: " ")[1]) }
        }
        #expect(asked() == ["/old", "/old", "/new", "/new"])
        #expect(try web.ask(.answer("410 Gone"))["nextUSec"] != nil)
        #expect(try web.ask(good)["health"] == "fresh")
        #expect(asked().suffix(2) == ["/new", "/old"])
        web.fixture.end()
    }

    @Test func `unreadable rows are counted, and a thousand of them are listed with line and reason`()
        throws
    {
        let rows = (1...1500).map { "[\($0)]" }.joined(separator: ",\n")
        let web = try start()
        let runtime = try web.ask(.good(#"[{"id":1,"name":"Ada"},"# + "\n" + rows + "]"))
        #expect(runtime["health"] == "fresh")
        #expect(runtime["rejected"] == 1500)
        let rejects = try web.fixture.call("GetRejects", ["source": "web"])["rejects"]?.array ?? []
        #expect(rejects.count == 1000)
        #expect(rejects.first?["field"] == "name")
        #expect(rejects.first?["reason"] == "missing: Layout=rows reads arrays below their names")
        #expect(rejects.allSatisfy { $0["offset"] != nil && $0["reason"]?.string?.isEmpty == false })
        web.fixture.end()
    }
}
