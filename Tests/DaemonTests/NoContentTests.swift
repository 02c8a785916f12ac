import Records
import Testing

/// Responses without content (HTTP 204), by which some upstreams say that there is nothing.
@Suite(.serialized) struct NoContentTests {
    private static let settings = "NoContent=empty\n[Record]\nKey=id\nUntil=to\nMinRecords=0\n"
    private let list = #"""
        [{"id":"over","to":"2026-11-28T16:00:00Z"},{"id":"ahead","to":"2026-11-28T20:00:00Z"},{"id":"open"}]
        """#

    private func keys(_ source: ReportSource) throws -> [String] {
        try source.daemon.call("GetSnapshot")["records"]?.array?.compactMap { $0["key"]?.string } ?? []
    }

    @Test func `what has ended goes at once, and what has not after the second answer`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list)
        #expect(try keys(source) == ["ahead", "open", "over"])
        try source.answer("204 No Content")
        #expect(try keys(source) == ["ahead", "open"])
        #expect(try source.runtime()["health"] == "fresh")
        #expect(try source.runtime()["failure"] == nil)
        try source.answer("204 No Content")
        #expect(try keys(source) == [])
        #expect(try source.runtime()["health"] == "fresh")
        #expect(try source.daemon.call("GetStatus")["counters"]?["failed"] == 0)
        source.daemon.end()
    }

    @Test func `a document between two such answers starts the count again, and a failure does not`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list)
        try source.answer("204 No Content")
        try source.deliver(list)
        try source.answer("204 No Content")
        #expect(try keys(source) == ["ahead", "open"])
        try source.answer("500 Internal Server Error")
        #expect(try keys(source) == ["ahead", "open"])
        try source.answer("204 No Content")
        #expect(try keys(source) == [])
        source.daemon.end()
    }

    @Test func `the count survives a restart`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list)
        try source.answer("204 No Content")
        source.daemon.end()
        let next = try LiveDaemon(source.folder, on: source.daemon.loop)
        _ = try next.call("Refresh", ["wait": true])
        #expect(try next.call("GetSnapshot")["records"] == [])
        next.end()
    }

    @Test func `records without an end go after the first answer`() throws {
        let source = try ReportSource(
            kind: "json", settings: "NoContent=empty\n[Record]\nKey=id\nMinRecords=0\n")
        try source.deliver(list)
        try source.answer("204 No Content")
        #expect(try keys(source) == [])
        source.daemon.end()
    }

    @Test func `the same document after such an answer is a new one`() throws {
        let source = try ReportSource(
            kind: "json", settings: "NoContent=empty\n[Record]\nKey=id\nMinRecords=0\n")
        source.headers = ["ETag: \"1\""]
        try source.deliver(list)
        try source.answer("204 No Content")
        try source.deliver(list)
        #expect(try keys(source) == ["ahead", "open", "over"])
        source.daemon.end()
    }

    @Test func `by default, such an answer to a request for other data is a failure`() throws {
        let source = try ReportSource(kind: "json", settings: "[Record]\nKey=id\n")
        try source.deliver(list)
        try source.answer("204 No Content")
        #expect(try keys(source).count == 3)
        #expect(try source.runtime()["failure"]?["httpStatus"] == 204)
        source.daemon.end()
    }

    @Test(arguments: ["json", "table"]) func `with MinRecords=0, such an answer is current`(
        _ kind: String
    ) throws {
        let source = try ReportSource(kind: kind, settings: "[Record]\nKey=id\nMinRecords=0\n")
        try source.deliver(kind == "json" ? list : "id,v\na,1\n")
        try source.answer("204 No Content")
        #expect(try keys(source) == [])
        #expect(try source.runtime()["health"] == "fresh")
        #expect(try source.runtime()["failure"] == nil)
        source.daemon.end()
    }

    @Test func `the shipped definition of pilot reports knows that there may be none`() throws {
        let etc = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/etc"
        let shipped = try NotSo.unless(Folder(at: etc + "/sources.d").read("pireps@.source"))
        let own = shipped.split(separator: "\n").filter { line in
            !["Kind=", "URL=", "Refresh=", "[Source]", "#"].contains { line.hasPrefix($0) }
        }.joined(separator: "\n")
        let source = try ReportSource(kind: "pirep", station: "KPWM", settings: own)
        try source.deliver(
            #"""
            {"type":"FeatureCollection","features":[{"type":"Feature","geometry":
            {"type":"Point","coordinates":[-70.3,43.6]},"properties":{
            "obsTime":"2026-11-28T16:30:00Z","pirepType":"UA",
            "rawOb":"PWM UA /OV PWM/TM 1630/FL050/TP C172/TB LGT"}}]}
            """#)
        #expect(try keys(source).count == 1)
        for _ in 0..<3 {
            try source.answer("204 No Content")
            #expect(try keys(source) == [])
            #expect(try source.runtime()["health"] == "fresh")
            #expect(try source.runtime()["failure"] == nil)
        }
        source.daemon.end()
    }

    @Test func `the reports of several stations stay and grow old`() throws {
        let source = try ReportSource()
        try source.deliver("EGLL 281620Z 9999 Q1013\nEGKK 281620Z 9999 Q1013\n")
        for _ in 0..<2 { try source.answer("204 No Content") }
        #expect(try keys(source) == ["EGKK", "EGLL"])
        #expect(try source.runtime()["health"] == "fresh")
        #expect(try source.runtime()["failure"] == nil)
        source.daemon.end()
    }

    @Test(arguments: [ReportSource.Way.server, .batch])
    func `the report of one station stays, and that there is no newer one is no failure`(
        _ way: ReportSource.Way
    ) throws {
        let source = try ReportSource(way, station: "EGLL")
        try source.deliver("EGLL 281620Z 9999 Q1013\n")
        for hour in 1...3 {
            source.folder.clockError = .seconds(hour * 3600)
            try source.answer("204 No Content")
            #expect(try source.runtime()["health"] == "fresh")
        }
        #expect(try source.raw("EGLL") == "EGLL 281620Z 9999 Q1013")
        #expect(try source.runtime()["failure"]?["count"] == 0)
        #expect(try source.daemon.call("GetStatus")["counters"]?["failed"] == 0)
        source.daemon.end()
    }
}
