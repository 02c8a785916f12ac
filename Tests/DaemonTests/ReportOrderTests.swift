import Records
import Testing

/// The order of reports: that of their times, whatever the order of the documents.
@Suite(.serialized) struct ReportOrderTests {
    private let newer = "KSBP 281620Z AUTO 00000KT 10SM BKN020 BKN033 09/08 A3007"
    private let older = "KSBP 231415Z 00000KT 1 3/4SM -RA BR OVC005 11/09 A2998"

    @Test(arguments: ReportSource.Way.allCases)
    func `an older document never replaces a newer report, and is no event`(_ way: ReportSource.Way) throws {
        let source = try ReportSource(way, station: "KSBP")
        try source.deliver(newer)
        let heard = try source.daemon.subscribe(["snapshot": false])
        try source.daemon.turn(until: { heard.has("ready") })
        for _ in 0..<2 { try source.deliver(older) }

        #expect(try source.raw("KSBP") == newer)
        #expect(heard.records == [])
        #expect(
            try source.notes() == [
                "an older report of KSBP of 2026-11-23T14:15:00Z was left out: the stored one of "
                    + "2026-11-28T16:20:00Z is newer"
            ])
        #expect(try source.runtime()["omitted"]?["older"] == 1)
        #expect(try source.runtime()["health"] == "fresh")

        try source.deliver("KSBP 281720Z AUTO 00000KT 10SM CLR 09/08 A3007")
        #expect(heard.records == ["changed KSBP"])
        #expect(try source.notes() == [])
        source.daemon.end()
    }

    @Test func `with Order=arrival, the last document counts`() throws {
        let source = try ReportSource(.file, settings: "Order=arrival\n")
        try source.deliver(newer)
        try source.deliver(older)
        #expect(try source.raw("KSBP") == older)
        #expect(try source.notes() == [])
        source.daemon.end()
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `the newest of three documents counts in any order`(_ order: [Int]) throws {
        let documents = ["EGLL 272350Z 9999 Q1013", "EGLL 280020Z 9999 Q1014", "EGLL 280050Z 9999 Q1015"]
        let source = try ReportSource()
        for place in order { try source.deliver(documents[place]) }
        #expect(try source.raw("EGLL") == documents[2])
        source.daemon.end()
    }

    @Test func `the order of a document with several stations is that of each station`() throws {
        let source = try ReportSource()
        try source.deliver("EGLL 281620Z 9999 Q1013\nEGKK 281520Z 9999 Q1013\nEGSS 281520Z 9999 Q1013\n")
        try source.deliver("EGLL 281550Z 9999 Q1012\nEGKK 281550Z 9999 Q1012\nEGSS 281450Z 9999 Q1012\n")
        #expect(try source.raw("EGLL") == "EGLL 281620Z 9999 Q1013")
        #expect(try source.raw("EGKK") == "EGKK 281550Z 9999 Q1012")
        #expect(try source.raw("EGSS") == "EGSS 281520Z 9999 Q1013")
        #expect(
            try source.notes() == [
                "2 older reports were left out, such as that of EGLL of 2026-11-28T15:50:00Z: the stored one of "
                    + "2026-11-28T16:20:00Z is newer"
            ])
        source.daemon.end()
    }

    @Test func `a large document leaves out each older report, and stores the others`() throws {
        let stations = (0..<2000).map { number in
            String(decoding: [676, 26, 1].map { UInt8(ascii: "A") + UInt8(number / $0 % 26) }, as: UTF8.self)
        }
        func document(at time: (Int) -> String) -> String {
            stations.enumerated().map { "K\($1) 28\(time($0))Z 27010KT 9999 SCT030 10/05 Q1013\n" }.joined()
        }
        let source = try ReportSource()
        try source.deliver(document { _ in "1620" })
        try source.deliver(document { $0 % 2 == 0 ? "1550" : "1630" })
        #expect(try source.runtime()["omitted"]?["older"] == 1000)
        #expect(try source.raw("KAAA")?.contains("281620Z") == true)
        #expect(try source.raw("KAAB")?.contains("281630Z") == true)
        let generation = try source.runtime()["generation"]
        try source.deliver(document { _ in "1500" })
        #expect(try source.runtime()["omitted"]?["older"] == 2000)
        #expect(try source.runtime()["generation"] == generation)
        source.daemon.end()
    }

    @Test func `a month ends between two documents`() throws {
        let source = try ReportSource(at: "2026-12-01T00:30:00Z")
        try source.deliver("EGLL 302350Z 9999 Q1013")
        try source.deliver("EGLL 010020Z 9999 Q1014")
        try source.deliver("EGLL 302320Z 9999 Q1012")
        #expect(try source.raw("EGLL") == "EGLL 010020Z 9999 Q1014")
        source.daemon.end()
    }

    @Test(arguments: [
        ["EGLL 281620Z 9999 Q1013", "EGLL 281620Z COR 9999 Q1014"],
        ["CYUL 281600Z 9999 Q1013", "CYUL 281600Z CCA 9999 Q1014", "CYUL 281600Z CCB 9999 Q1015"],
        ["METAR EGLL 281620Z 9999 Q1013", "METAR COR EGLL 281620Z 9999 Q1014"],
    ])
    func `a correction stays when what it corrects comes later`(_ reports: [String]) throws {
        let last = try NotSo.unless(reports.last)
        let key = last.contains("CYUL") ? "CYUL" : "EGLL"
        for earlier in reports.dropLast() {
            let source = try ReportSource()
            try source.deliver(earlier)
            try source.deliver(last)
            #expect(try source.raw(key) == last)
            try source.deliver(earlier)
            #expect(try source.raw(key) == last)
            #expect(try source.runtime()["omitted"]?["uncorrected"] == 1)
            #expect(try source.notes().first?.hasPrefix("an uncorrected report of \(key)") == true)
            // Both in one document, in this order and the other one.
            try source.deliver("\(last)\n\(earlier)\n")
            #expect(try source.raw(key) == last)
            source.daemon.end()
        }
    }

    @Test func `a later report replaces a correction, and another correction of the same time, too`() throws {
        let source = try ReportSource()
        try source.deliver("EGLL 281620Z COR 9999 Q1014")
        try source.deliver("EGLL 281620Z COR 9999 Q1015")
        #expect(try source.raw("EGLL") == "EGLL 281620Z COR 9999 Q1015")
        try source.deliver("EGLL 281650Z 9999 Q1016")
        #expect(try source.raw("EGLL") == "EGLL 281650Z 9999 Q1016")
        source.daemon.end()
    }

    @Test func `an amendment, a correction and a cancellation beat the forecast of the same issue`() throws {
        let source = try ReportSource(kind: "taf")
        let original = "TAF EGLL 281500Z 2815/2918 27010KT 9999 SCT030"
        try source.deliver(original)
        for later in [
            "TAF COR EGLL 281500Z 2815/2918 27010KT 9999 SCT040",
            "TAF AMD EGLL 281500Z 2815/2918 27010KT 9999 SCT050",
            "TAF AMD EGLL 281500Z 2815/2918 CNL",
        ] {
            try source.deliver(later)
            #expect(try source.raw("EGLL") == later)
            try source.deliver(original)
            #expect(try source.raw("EGLL") == later)
        }
        #expect(try source.record("EGLL")?["cancelled"] == true)
        let next = "TAF EGLL 281600Z 2816/2918 27010KT 9999 SCT030"
        try source.deliver(next)
        #expect(try source.raw("EGLL") == next)
        source.daemon.end()
    }

    @Test func `forecasts without a time of issue are ordered by their validity`() throws {
        let source = try ReportSource(kind: "taf")
        let later = "TAF EGLL 2818/2924 27010KT 9999 SCT030"
        try source.deliver(later)
        try source.deliver("TAF EGLL 2812/2918 27010KT 9999 SCT030")
        #expect(try source.raw("EGLL") == later)
        try source.deliver("TAF EGLL 2818/2924 CNL")
        #expect(try source.record("EGLL")?["cancelled"] == true)
        source.daemon.end()
    }

    @Test func `a report that a wrong clock has dated in the future orders nothing`() throws {
        let source = try ReportSource()
        source.date = UTC(iso8601: "2026-12-07T16:40:00Z")
        try source.deliver("EGLL 071620Z 9999 Q1013")
        #expect(try source.record("EGLL")?["time"] == "2026-12-07T16:20:00Z")
        source.date = nil
        try source.deliver("EGLL 281620Z 9999 Q1014")
        #expect(try source.raw("EGLL") == "EGLL 281620Z 9999 Q1014")
        source.daemon.end()
    }

    @Test func `a report that its document dates in the future replaces none whose time is possible`() throws
    {
        func document(_ time: String, _ raw: String) throws -> String {
            let moment = try NotSo.unless(UTC(iso8601: time))
            return "[{\"icaoId\":\"EGLL\",\"obsTime\":\(moment.seconds),\"rawOb\":\"\(raw)\"}]"
        }
        let source = try ReportSource()
        let good = "EGLL 281620Z 9999 Q1013"
        try source.deliver(document("2026-11-28T16:20:00Z", good))
        try source.deliver(document("2026-12-05T16:20:00Z", "EGLL 051620Z 9999 Q1014"))
        #expect(try source.raw("EGLL") == good)
        #expect(
            try source.notes() == [
                "an undated report of EGLL of 2026-12-05T16:20:00Z, which is in the future, was left out: the time "
                    + "of the stored one of 2026-11-28T16:20:00Z is known"
            ])
        // A few hours are the difference of clocks.
        try source.deliver(document("2026-11-28T20:20:00Z", "EGLL 282020Z 9999 Q1015"))
        #expect(try source.raw("EGLL") == "EGLL 282020Z 9999 Q1015")
        source.daemon.end()
    }

    @Test(arguments: [
        ["EGLL 281550Z 9999 Q1012", "EGLL 281650Z 9999 Q1014"],
        ["EGLL 281650Z 9999 Q1014", "EGLL 281550Z 9999 Q1012"],
        [
            "EGLL 281620Z 9999 Q1013", "EGLL 281550Z 9999 Q1012", "EGLL 281650Z 9999 Q1014",
            "EGLL 281645Z NIL",
        ],
    ])
    func `an older report beside a newer one of the same document is no remark`(_ reports: [String]) throws {
        let source = try ReportSource()
        try source.deliver("EGLL 281620Z 9999 Q1013")
        try source.deliver(reports.joined(separator: "\n"))
        #expect(try source.raw("EGLL") == "EGLL 281650Z 9999 Q1014")
        #expect(try source.record("EGLL")?["missing"] == nil)
        #expect(try source.notes() == [])
        source.daemon.end()
    }

    @Test func `a document that does not count is not decoded again when the definition changes`() throws {
        let source = try ReportSource(station: "KSBP")
        try source.deliver(newer)
        try source.deliver(older)
        source.folder.write(
            "etc/sources.d/metar@KSBP.source.d/x.conf", "[Record]\nRename=temperature:warmth\n")
        _ = try source.daemon.call("Reload")
        try source.daemon.turn(until: { (try? source.record("KSBP"))??["warmth"] != nil })
        #expect(try source.raw("KSBP") == newer)
        #expect(try source.record("KSBP")?["warmth"] == 9)
        source.daemon.end()
    }

    @Test func `a report whose time is renamed is replaced by any later document`() throws {
        let source = try ReportSource(settings: "[Record]\nRename=time:observed\n")
        try source.deliver("EGLL 281620Z 9999 Q1013")
        try source.deliver("EGLL 281550Z 9999 Q1012")
        #expect(try source.raw("EGLL") == "EGLL 281550Z 9999 Q1012")
        #expect(try source.record("EGLL")?["received"] == nil)
        source.daemon.end()
    }

    @Test func `a copy that comes again in the next month is not a new report`() throws {
        let source = try ReportSource()
        try source.deliver("EGLL 281620Z 9999 Q1013")
        source.date = UTC(iso8601: "2026-12-28T16:40:00Z")
        try source.deliver("EGLL 281620Z 9999 Q1013")
        #expect(try source.record("EGLL")?["time"] == "2026-11-28T16:20:00Z")
        source.daemon.end()
    }
}
