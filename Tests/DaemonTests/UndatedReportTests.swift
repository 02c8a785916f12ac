import Records
import Testing

/// Reports whose time cannot be read: their age is unknown, and that of their reception is kept.
@Suite(.serialized) struct UndatedReportTests {
    private let undated = "METAR KAAH 202400Z 27005KT 10SM CLR 20/10 A2992"

    @Test(arguments: ReportSource.Way.allCases)
    func `an unchanged copy does not renew the time at which a report was first received`(
        _ way: ReportSource.Way
    ) throws {
        let source = try ReportSource(
            way, station: "KAAH", settings: "MaxAge=3h\n", at: "2026-11-28T16:00:00Z")
        try source.deliver(undated)
        let received = try NotSo.unless(source.record("KAAH")?["received"]?.string)
        #expect(received.hasPrefix("2026-11-28T16:00:"))
        #expect(try source.record("KAAH")?["time"] == nil)
        #expect(
            try source.notes() == ["the time of the report of KAAH cannot be read: its age is unknown"])
        let generation = try source.runtime()["generation"]

        for hour in 1...4 {
            source.folder.clockError = .seconds(hour * 3600)
            try source.deliver(undated + "\n")
            #expect(try source.record("KAAH")?["received"]?.string == received)
            #expect(try source.runtime()["health"] == (hour < 3 ? "fresh" : "stale"))
        }
        #expect(try source.runtime()["generation"] == generation)
        source.daemon.end()
    }

    @Test func `a report in a file that is read on demand expires, too`() throws {
        let source = try ReportSource(
            .file, station: "KAAH", settings: "Refresh=on-demand\nMaxAge=3h\n", at: "2026-11-28T16:00:00Z")
        try source.deliver(undated)
        #expect(try source.runtime()["health"] == "fresh")
        source.folder.clockError = .seconds(4 * 3600)
        #expect(try source.runtime()["health"] == "stale")
        try source.deliver("KAAH 282000Z 27005KT 10SM CLR 20/10 A2992")
        #expect(try source.runtime()["health"] == "fresh")
        #expect(try source.runtime()["expiresUSec"] == nil)
        source.daemon.end()
    }

    @Test func `an answer that the report is unchanged does not renew it either`() throws {
        let source = try ReportSource(station: "KAAH", settings: "MaxAge=3h\n", at: "2026-11-28T16:00:00Z")
        source.headers = ["ETag: \"1\""]
        try source.deliver(undated)
        source.folder.clockError = .seconds(2 * 3600)
        try source.answer("304 Not Modified")
        #expect(try source.runtime()["health"] == "fresh")
        source.folder.clockError = .seconds(4 * 3600)
        try source.answer("304 Not Modified")
        #expect(try source.runtime()["health"] == "stale")
        source.headers = []
        try source.deliver("KAAH 282000Z 27005KT 10SM CLR 20/10 A2992")
        #expect(try source.runtime()["health"] == "fresh")
        source.daemon.end()
    }

    @Test func `another report without a time was received when it came`() throws {
        let source = try ReportSource(at: "2026-11-28T16:00:00Z")
        try source.deliver(undated)
        source.folder.clockError = .seconds(3600)
        try source.deliver("METAR KAAH 202400Z 27005KT 5SM CLR 20/10 A2992")
        #expect(try source.record("KAAH")?["received"]?.string?.hasPrefix("2026-11-28T17:00:") == true)
        source.daemon.end()
    }

    @Test func `a report without a time replaces none whose time is known, and any such one replaces it`()
        throws
    {
        let source = try ReportSource()
        try source.deliver(undated)
        try source.deliver("KAAH 281600Z 27005KT 10SM CLR 20/10 A2992")
        #expect(try source.record("KAAH")?["time"] == "2026-11-28T16:00:00Z")
        #expect(try source.record("KAAH")?["received"] == nil)
        try source.deliver(undated)
        #expect(try source.record("KAAH")?["time"] == "2026-11-28T16:00:00Z")
        #expect(try source.runtime()["omitted"]?["undated"] == 1)
        #expect(
            try source.notes().last
                == "an undated report of KAAH was left out: the time of the stored one of 2026-11-28T16:00:00Z "
                + "is known")
        source.daemon.end()
    }

    @Test func `decoded again with other settings, a report keeps the time at which it was received`() throws
    {
        let source = try ReportSource(station: "KAAH", at: "2026-11-28T16:00:00Z")
        try source.deliver(undated)
        let received = try source.record("KAAH")?["received"]
        source.folder.clockError = .seconds(7200)
        source.folder.write(
            "etc/sources.d/metar@KAAH.source.d/x.conf", "[Record]\nRename=temperature:warmth\n")
        _ = try source.daemon.call("Reload")
        try source.daemon.turn(until: { (try? source.record("KAAH"))??["warmth"] != nil })
        #expect(try source.record("KAAH")?["received"] == received)
        source.daemon.end()
    }

    @Test func `a forecast has its validity, so that the time of its reception does not matter`() throws {
        let source = try ReportSource(kind: "taf")
        try source.deliver("TAF EGLL 2818/2924 27010KT 9999 SCT030")
        #expect(try source.record("EGLL")?["received"] == nil)
        source.daemon.end()
    }
}
