import Records
import Testing

/// Missing reports (NIL), which cancel nothing.
@Suite(.serialized) struct MissingReportTests {
    private let good = "METAR KAAB 281630Z 02003KT 10SM OVC040 22/12 A2992"

    @Test(arguments: ReportSource.Way.allCases)
    func `the last good report stays beside a missing one`(_ way: ReportSource.Way) throws {
        let source = try ReportSource(way, station: "KAAB")
        try source.deliver(good)
        try source.deliver("METAR KAAB 281635Z NIL=")
        for _ in 0..<2 {
            let record = try source.record("KAAB")
            #expect(record?["raw"]?.string == good)
            #expect(record?["time"] == "2026-11-28T16:30:00Z")
            #expect(record?["missing"] == "2026-11-28T16:35:00Z")
            #expect(record?["nil"] == nil)
            // The good report once more, from a cache.
            try source.deliver(good)
        }
        #expect(try source.runtime()["generation"] == 2)
        source.daemon.end()
    }

    @Test func `the order of a report and a missing one does not matter`() throws {
        for documents in [[good, "KAAB 281635Z NIL"], ["KAAB 281635Z NIL", good]] {
            let source = try ReportSource()
            for document in documents { try source.deliver(document) }
            #expect(try source.raw("KAAB") == good)
            #expect(try source.record("KAAB")?["missing"] == "2026-11-28T16:35:00Z")
            source.daemon.end()

            let other = try ReportSource()
            try other.deliver(documents.joined(separator: "\n"))
            #expect(try other.raw("KAAB") == good)
            #expect(try other.record("KAAB")?["missing"] == "2026-11-28T16:35:00Z")
            other.daemon.end()
        }
    }

    @Test func `a later report ends the statement that one is missing`() throws {
        let source = try ReportSource()
        try source.deliver(good)
        try source.deliver("KAAB 281635Z NIL")
        try source.deliver("KAAB 281700Z NIL")
        #expect(try source.record("KAAB")?["missing"] == "2026-11-28T17:00:00Z")
        try source.deliver("KAAB 281635Z NIL")
        #expect(try source.record("KAAB")?["missing"] == "2026-11-28T17:00:00Z")
        // The report of the time for which it was missing, and the one after.
        try source.deliver("KAAB 281635Z 02003KT 10SM CLR 22/12 A2992")
        #expect(try source.record("KAAB")?["missing"] == "2026-11-28T17:00:00Z")
        try source.deliver("KAAB 281700Z 02003KT 10SM CLR 22/12 A2992")
        #expect(try source.record("KAAB")?["missing"] == nil)
        #expect(try source.raw("KAAB") == "KAAB 281700Z 02003KT 10SM CLR 22/12 A2992")
        source.daemon.end()
    }

    @Test func `a missing report that is not newer says nothing`() throws {
        let source = try ReportSource()
        try source.deliver(good)
        try source.deliver("KAAB 281530Z NIL")
        #expect(try source.runtime()["omitted"]?["older"] == 1)
        try source.deliver("KAAB 281630Z NIL")
        #expect(try source.record("KAAB")?["missing"] == nil)
        #expect(try source.runtime()["generation"] == 1)
        source.daemon.end()
    }

    @Test func `without any report, the missing one is the record`() throws {
        let source = try ReportSource()
        try source.deliver("KAAB 281635Z NIL")
        #expect(try source.record("KAAB")?["nil"] == true)
        source.daemon.end()
    }

    @Test func `a missing report without a time counts from its first arrival`() throws {
        let source = try ReportSource()
        try source.deliver(good)
        try source.deliver("METAR KAAB NIL=")
        let missing = try source.record("KAAB")?["missing"]?.string
        #expect(missing?.hasPrefix("2026-11-28T16:4") == true)
        source.folder.clockError = .seconds(600)
        try source.deliver("METAR KAAB NIL=\n")
        #expect(try source.record("KAAB")?["missing"]?.string == missing)
        #expect(try source.raw("KAAB") == good)
        source.daemon.end()
    }

    @Test func `the last forecast stays beside a missing one`() throws {
        let source = try ReportSource(kind: "taf", station: "EGLL")
        let forecast = "TAF EGLL 281100Z 2812/2918 27010KT 9999 SCT030"
        try source.deliver(forecast)
        try source.deliver("TAF EGLL 281700Z NIL=")
        #expect(try source.raw("EGLL") == forecast)
        #expect(try source.record("EGLL")?["missing"] == "2026-11-28T17:00:00Z")
        source.daemon.end()
    }
}
