import Records
import Testing

/// The order of documents by their own times, `Edition=` and that of forecasts: never back in time.
@Suite(.serialized) struct EditionTests {
    private static let settings = "Edition=/meta/at\n[JSON]\nPointer=/items\n[Record]\nKey=id\n"

    /// A list of a moment with the record `a` of a value.
    private func list(_ time: String, _ value: Int, more: Int = 0) -> String {
        let others = (0..<more).map { #",{"id":"n\#($0)","text":"a text that makes the document large"}"# }
        let items = #"{"id":"a","v":\#(value)}"# + others.joined()
        return #"{"items":[\#(items)],"meta":{"at":"2026-11-28T\#(time)Z"}}"#
    }

    private func forecast(_ time: String, _ temperature: Int) -> String {
        #"""
        {"type":"Feature","geometry":{"type":"Point","coordinates":[10,60,5]},"properties":{"meta":
        {"updated_at":"2026-11-28T\#(time)Z"},"timeseries":[{"time":"2026-11-28T17:00:00Z","data":
        {"instant":{"details":{"air_temperature":\#(temperature)}}}}]}}
        """#
    }

    private func temperature(_ source: ReportSource) throws -> JSON? {
        try source.record("60,10")?["hourly"]?.array?.first?["temperature"]
    }

    private func value(_ source: ReportSource) throws -> JSON? { try source.record("a")?["v"] }

    @Test func `an older forecast never replaces a newer one, is no event, and makes nothing current`()
        throws
    {
        let source = try ReportSource(kind: "forecast")
        try source.deliver(forecast("16:00:00", 7))
        let fetched = try source.runtime()["fetchedUSec"]
        let heard = try source.daemon.subscribe(["snapshot": false])
        try source.daemon.turn(until: { heard.has("ready") })
        source.folder.clockError = .seconds(1800)
        try source.deliver(forecast("06:00:00", 3))
        #expect(try temperature(source) == 7)
        #expect(heard.records == [])
        #expect(
            try source.notes() == [
                "the upstream is behind: the document of 2026-11-28T06:00:00Z is older than that of "
                    + "2026-11-28T16:00:00Z, and changes nothing"
            ])
        #expect(try source.runtime()["fetchedUSec"] == fetched)
        #expect(try source.runtime()["health"] == "fresh")
        #expect(try source.runtime()["failure"] == nil)

        source.folder.clockError = .seconds(2 * 3600)
        try source.deliver(forecast("06:00:00", 3))
        #expect(try source.runtime()["health"] == "stale")

        try source.deliver(forecast("18:00:00", 5))
        #expect(try temperature(source) == 5)
        #expect(try source.notes() == [])
        #expect(try source.runtime()["health"] == "fresh")
        source.daemon.end()
    }

    @Test func `the present conditions order forecasts without a time of update`() throws {
        func document(_ hour: Int, _ temperature: Int) -> String {
            #"""
            {"latitude":60,"longitude":10,"utc_offset_seconds":0,"timezone":"UTC","elevation":5,
            "current":{"time":"2026-11-28T\#(hour):00","temperature_2m":\#(temperature)},
            "current_units":{"time":"iso8601","temperature_2m":"°C"}}
            """#
        }
        let source = try ReportSource(kind: "forecast")
        try source.deliver(document(16, 7))
        try source.deliver(document(12, 3))
        #expect(try source.record("60,10")?["current"]?["temperature"] == 7)
        try source.deliver(document(16, 8))
        #expect(try source.record("60,10")?["current"]?["temperature"] == 8)
        source.daemon.end()
    }

    @Test(arguments: [0, 3000]) func `a record does not go back and forth`(_ more: Int) throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list("16:00:00", 2, more: more))
        let heard = try source.daemon.subscribe(["snapshot": false])
        try source.daemon.turn(until: { heard.has("ready") })
        for _ in 0..<3 {
            try source.deliver(list("06:00:00", 1, more: 0))
            try source.deliver(list("16:00:00", 2, more: more))
        }
        #expect(heard.records == [])
        #expect(try source.runtime()["records"] == .int(1 + more))
        #expect(try source.runtime()["rejected"] == 0)
        try source.deliver(list("16:30:00", 3, more: more))
        #expect(heard.records == ["changed a"])
        source.daemon.end()
    }

    @Test func `the tenth older document in a row counts, with a remark`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list("16:45:00", 2))
        for _ in 0..<9 { try source.deliver(list("06:00:00", 1)) }
        #expect(try value(source) == 2)
        try source.deliver(list("06:00:00", 1))
        #expect(try value(source) == 1)
        #expect(
            try source.notes() == [
                "after 10 documents older than that of 2026-11-28T16:45:00Z, that of 2026-11-28T06:00:00Z "
                    + "counts"
            ])
        #expect(try source.runtime()["health"] == "fresh")
        try source.deliver(list("06:30:00", 3))
        #expect(try value(source) == 3)
        #expect(
            try source.notes() == [
                "after 10 documents older than that of 2026-11-28T16:45:00Z, that of 2026-11-28T06:30:00Z "
                    + "counts"
            ])
        try source.deliver(list("16:45:00", 4))
        #expect(try value(source) == 4)
        #expect(try source.notes() == [])
        source.daemon.end()
    }

    @Test func `a time in the future holds no other document back`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list("16:51:00", 1))
        try source.deliver(list("16:40:00", 2))
        #expect(try value(source) == 2)
        try source.deliver(list("16:49:00", 3))
        try source.deliver(list("16:45:00", 4))
        #expect(try value(source) == 3)
        source.daemon.end()
    }

    @Test func `the order survives a restart, and starts over with another address`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list("16:00:00", 2))
        try source.deliver(list("06:00:00", 1))
        source.daemon.end()
        let next = try LiveDaemon(source.folder, on: source.daemon.loop)
        _ = try next.call("Refresh", ["wait": true])
        #expect(try next.call("GetSnapshot")["records"]?.array?.first?["data"]?["v"] == 2)
        next.end()
        let path = "etc/sources.d/\(source.name).source"
        source.folder.write(path, try NotSo.unless(source.folder.read(path)).replacing("ids=", with: "id="))
        let last = try LiveDaemon(source.folder, on: source.daemon.loop)
        _ = try last.call("Refresh", ["wait": true])
        #expect(try last.call("GetSnapshot")["records"]?.array?.first?["data"]?["v"] == 1)
        last.end()
    }

    @Test func `the next request depends on the document that was accepted`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        source.headers = ["ETag: \"new\""]
        try source.deliver(list("16:00:00", 2))
        source.headers = ["ETag: \"old\""]
        try source.deliver(list("06:00:00", 1))
        try source.answer("304 Not Modified")
        #expect(source.questions.last?.head.contains("If-None-Match: \"new\"") == true)
        #expect(try source.runtime()["health"] == "fresh")
        #expect(try source.notes() == [])
        source.daemon.end()
    }

    @Test func `the last document is decoded again as it was accepted`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list("16:00:00", 2))
        try source.deliver(list("06:00:00", 1))
        let path = "etc/sources.d/\(source.name).source"
        source.folder.replace(path, try NotSo.unless(source.folder.read(path)) + "Rename=v:value\n")
        try source.daemon.turn(until: { (try? source.record("a"))??["value"] != nil })
        #expect(try source.record("a")?["value"] == 2)
        source.daemon.end()
    }

    @Test func `a document without its time counts, and a remark says so`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list("16:00:00", 2))
        try source.deliver(#"{"items":[{"id":"a","v":1}]}"#)
        #expect(try value(source) == 1)
        #expect(
            try source.notes() == [
                "the document has no time at /meta/at, which Edition= names: whether it is older is unknown"
            ])
        source.daemon.end()
    }

    @Test(arguments: [
        ("/rss/channel/lastBuildDate", "<lastBuildDate> Sat, 28 Nov 2026 TIME GMT </lastBuildDate>"),
        ("/rss/channel/dc:date", "<dc:date>2026-11-28T TIMEZ</dc:date>"),
        ("/rss/channel/cloud/@at", "<cloud at='2026-11-28TTIMEZ'/>"),
    ]) func `an element or an attribute orders XML`(_ edition: String, _ text: String) throws {
        func document(_ time: String, _ title: String) -> String {
            let time = text.replacing("T TIME", with: "T\(time)").replacing("TIME", with: time)
            return "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>t</title>"
                + "<item><guid>x</guid><title>\(title)</title></item>\(time)</channel></rss>"
        }
        let source = try ReportSource(kind: "feed", settings: "Edition=\(edition)\n")
        try source.deliver(document("16:00:00", "new"))
        try source.deliver(document("06:00:00", "old"))
        #expect(try source.record("x")?["title"] == "new")
        try source.deliver(document("16:30:00", "newer"))
        #expect(try source.record("x")?["title"] == "newer")
        source.daemon.end()
    }

    @Test func `Last-Modified orders tables`() throws {
        let source = try ReportSource(kind: "table", settings: "Edition=Last-Modified\n[Record]\nKey=id\n")
        source.headers = ["Last-Modified: Sat, 28 Nov 2026 16:00:00 GMT"]
        try source.deliver("id,v\na,2\n")
        source.headers = ["Last-Modified: Sat, 28 Nov 2026 06:00:00 GMT"]
        try source.deliver("id,v\na,1\n")
        #expect(try value(source) == "2")
        source.headers = []
        try source.deliver("id,v\na,3\n")
        #expect(try value(source) == "3")
        #expect(try source.notes().first?.hasPrefix("the response has no Last-Modified") == true)
        source.daemon.end()
    }

    @Test(arguments: [ReportSource.Way.file, .incoming])
    func `a file that was replaced counts, unless Edition= is set`(_ way: ReportSource.Way) throws {
        let free = try ReportSource(way, kind: "forecast")
        try free.deliver(forecast("16:00:00", 7))
        try free.deliver(forecast("06:00:00", 3))
        #expect(try temperature(free) == 3)
        #expect(try free.notes() == [])
        free.daemon.end()

        let ordered = try ReportSource(
            way, kind: "forecast", settings: "Edition=/properties/meta/updated_at\n")
        try ordered.deliver(forecast("16:00:00", 7))
        try ordered.deliver(forecast("06:00:00", 3))
        #expect(try temperature(ordered) == 7)
        #expect(try ordered.notes().first?.hasPrefix("the upstream is behind: ") == true)
        ordered.daemon.end()
    }

    @Test func `an older answer ends a failure, and is none itself`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list("16:00:00", 2))
        source.folder.clockError = .seconds(2 * 3600)
        try source.answer("500 Internal Server Error")
        #expect(try source.runtime()["failure"]?["count"] == 1)
        try source.deliver(list("06:00:00", 1))
        #expect(try source.runtime()["failure"] == nil)
        #expect(try source.runtime()["health"] == "stale")
        #expect(try source.runtime()["nextUSec"] != nil)
        source.daemon.end()
    }
}
