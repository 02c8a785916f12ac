import Records
import TestDaemon
import Testing
import Varlink

/// The addresses for monitors: what they answer, and with which status.
@MainActor @Suite struct HealthTests {
    private static func source(_ name: String, _ state: String) -> String {
        #"{"context": {"name": "\#(name)", "kind": "table"}, "runtime": {\#(state)}}"#
    }

    private static let current = source("rows", #""health": "fresh", "records": 2"#)
    private static let failing = source(
        "feed@x",
        #""health": "failing", "failure": {"reason": "dns", "message": "no", "realtimeUSec": 1, "count": 2}"#)

    private func site(_ sources: String..., status: String = #"{"version": "1"}"#) throws -> Website {
        let site = try Website()
        try site.daemon.answer("GetStatus", status)
        try site.daemon.answer("ListSources", #"{"sources": [\#(sources.joined(separator: ","))]}"#)
        return site
    }

    private func body(_ client: WebClient) throws -> JSON { try JSON(parsing: Array(client.body.utf8)) }

    @Test func `a daemon that serves is well, whatever its sources`() throws {
        let client = try site(Self.current, Self.failing).answer("/healthz")
        #expect(client.status == 200)
        let body = try body(client)
        #expect(body["status"] == "ok" && body["failures"] == nil)
        #expect(body["sources"]?["current"] == 1 && body["sources"]?["failing"] == 1)
        #expect(body["notCurrent"]?.array?.first?["reason"] == "dns")
    }

    @Test func `data are ready only if every source is current`() throws {
        let site = try site(Self.current, Self.failing)
        let client = try site.answer("/readyz")
        #expect(client.status == 503)
        #expect(try body(client)["notCurrent"]?.array?.compactMap { $0["name"]?.string } == ["feed@x"])
        #expect(try site.answer("/readyz?source=rows").status == 200)
        #expect(try site.answer("/readyz?source=feed@*").status == 503)
    }

    @Test func `current data of which parts are missing are ready, and named`() throws {
        let cut = Self.source(
            "feed@cut", #""health": "fresh", "records": 2, "notes": ["the document is cut off"]"#)
        let partial = Self.source("partial", #""health": "fresh", "records": 2, "rejected": 2"#)
        let failure = #"{"reason": "configuration", "message": "no", "realtimeUSec": 1, "count": 1}"#
        let earlier = Self.source(
            "wrong", #""health": "fresh", "records": 2, "standing": "current", "failure": \#(failure)"#)
        let client = try site(Self.current, cut, partial, earlier).answer("/readyz")
        #expect(client.status == 200)
        let incomplete = try #require(body(client)["incomplete"]?.array)
        #expect(incomplete.map { $0["name"]?.string } == ["feed@cut", "partial", "wrong"])
        #expect(incomplete[2]["reason"] == "configuration" && incomplete[1]["reason"] == nil)
        #expect(incomplete[0]["remarks"] == ["the document is cut off"] && incomplete[0]["rejected"] == nil)
        #expect(incomplete[1]["rejected"] == 2 && incomplete[1]["remarks"] == nil)
        #expect(try body(site(Self.current).answer("/readyz"))["incomplete"] == nil)
    }

    @Test func `what is not known is not ready`() throws {
        let site = try site(Self.current)
        #expect(try site.answer("/readyz?source=other").status == 503)
        #expect(try self.site().answer("/readyz").status == 503)
        #expect(try self.site(Self.source("new", #""health": "empty""#)).answer("/readyz").status == 503)
    }

    @Test func `a daemon that cannot store is not well`() throws {
        let failure = #"{"message": "cannot store: disk full", "sinceUSec": 1}"#
        let client = try site(Self.current, status: #"{"version": "1", "failures": [\#(failure)]}"#)
            .answer("/healthz")
        #expect(client.status == 503)
        #expect(try body(client)["failures"]?.array?.first == "cannot store: disk full")
    }

    @Test func `a store that cannot be read is not well`() throws {
        let site = try site(Self.current)
        site.daemon.on("GetSnapshot") { $0.fail("io.systemd.System", ["errno": 5, "origin": "linux"]) }
        let client = try site.answer("/healthz")
        #expect(client.status == 503)
        #expect(try body(client)["failures"]?.array?.first == "the store cannot be read")
    }
}
