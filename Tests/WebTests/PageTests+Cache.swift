import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// Pages that are kept, for clients and in the server.
extension PageTests {
    private static func change(_ number: Int) -> String {
        """
        {"event": "changed", "cursor": "a.\(number)", "realtimeUSec": 1000000, "source": "towns", "key": "1",
        "title": "York\(number)", "generation": \(number), "data": {"name": "York\(number)"}}
        """
    }

    @Test func `a page is rendered once until a source changes`() throws {
        let site = try siteWithStream()
        _ = try site.answer("/data/towns")
        let asked = site.snapshots
        for _ in 0..<3 { _ = try site.answer("/data/towns") }
        #expect(site.snapshots == asked)
        try site.changeAndWait(source: "towns", key: "1")
        let page = try site.answer("/data/towns")
        #expect(!page.text.contains("Bath"))
        // The data of the change are those of the record.
        #expect(site.snapshots == asked)
        try site.changeAndWait(source: "towns", key: "3")
        _ = try site.answer("/data/towns")
        #expect(site.snapshots == asked + 1)
    }

    @Test func `a change of one source leaves the pages of others as they are`() throws {
        let site = try siteWithStream()
        _ = try site.answer("/data/towns")
        let asked = site.snapshots
        try site.changeAndWait(source: "hospitals")
        _ = try site.answer("/data/towns")
        #expect(site.snapshots == asked)
        try site.changeAndWait(source: "towns")
        _ = try site.answer("/data/towns")
        #expect(site.snapshots == asked + 1)
    }

    @Test func `a page is loaded again after the change of a source that was unknown`() throws {
        let site = try siteWithStream()
        _ = try site.answer("/data/towns/1")
        let asked = site.snapshots
        try site.changeAndWait(source: "villages")
        _ = try site.answer("/data/towns/1")
        #expect(site.snapshots == asked + 1)
    }

    @Test func `a client that has received a change gets a page from after it`() throws {
        let site = try siteWithStream()
        _ = try site.answer("/data/towns")
        let asked = site.snapshots
        let stream = try site.client("/events?sources=towns")
        try stream.wait { $0.text.contains("event: ready") }
        // The subscription for pages gets the change later, or not at all.
        let isOther = { (call: JSON) in call["selector"]?["sources"] != nil }
        try site.daemon.tell(PageTests.change(1), where: isOther)
        try stream.wait { $0.cursors == ["a.1"] }
        let page = try site.pageClient("/data/towns")
        for _ in 0..<20 { _ = try site.daemon.loop.turn(timeout: .zero) }
        #expect(page.status == 0)
        try site.daemon.tell(PageTests.change(1)) { !isOther($0) }
        try page.waitForEnd()
        #expect(page.text.contains("York1"))
        // The selector was checked.
        #expect(site.snapshots == asked + 1)
        try site.daemon.tell(PageTests.change(2), where: isOther)
        try stream.wait { $0.cursors == ["a.1", "a.2"] }
        _ = try site.answer("/data/towns")
        #expect(site.snapshots == asked + 2)
    }

    @Test func `clients that ask for the same page at the same time wait for one answer`() throws {
        let site = try siteWithStream()
        var held: Call?
        site.daemon.on("GetSnapshot") { held = $0 }
        let clients = try (0..<3).map { _ in try site.pageClient("/data/towns") }
        _ = try site.daemon.turn { held != nil }
        // Connections are accepted in their order, so that the requests of all have arrived.
        _ = try site.answer("/assets/style.css")
        held?.reply(try JSON(parsing: Array(PageTests.records.utf8)))
        for client in clients { try client.waitForEnd() }
        #expect(clients.map(\.status) == [200, 200, 200])
        #expect(site.snapshots == 1)
    }

    @Test func `a page that was being loaded during a change is not shown afterwards`() throws {
        let site = try siteWithStream()
        var held: [Call] = []
        site.daemon.on("GetSnapshot") { held.append($0) }
        let early = try site.pageClient("/data/towns")
        _ = try site.daemon.turn { held.count == 1 }
        try site.changeAndWait(source: "towns")
        let late = try site.pageClient("/data/towns")
        _ = try site.daemon.turn { held.count == 2 }
        let newer = PageTests.records.replacing("Ely", with: "York")
        held[0].reply(try JSON(parsing: Array(PageTests.records.utf8)))
        held[1].reply(try JSON(parsing: Array(newer.utf8)))
        for client in [early, late] { try client.waitForEnd() }
        #expect(late.text.contains("York"))
        #expect(try site.answer("/data/towns").text.contains("York"))
    }

    @Test func `a client that has the page gets nothing again`() throws {
        let site = try site()
        let stream = try site.client("/live")
        try stream.wait { $0.text.contains("event: ready") }
        let first = try site.answer("/data/towns/1")
        let tag = try #require(first.header("ETag"))
        let again = try site.answer("/data/towns/1", headers: ["Accept: text/html", "If-None-Match: \(tag)"])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        let other = try site.answer("/data/towns/1", headers: ["Accept: text/html", "If-None-Match: \"x\""])
        #expect(other.status == 200)
    }
}
