import Glibc
import Records
import Systemd
import Testing

/// The order of records by their own times, `Updated=`.
@Suite(.serialized) struct UpdatedTests {
    private static let settings = "[Record]\nKey=id\nTime=at\nUpdated=at\n"

    private func list(_ records: (key: String, time: String, value: Int)...) -> String {
        let all = records.map { #"{"id":"\#($0.key)","at":"2026-11-28T\#($0.time)Z","v":\#($0.value)}"# }
        return "[" + all.joined(separator: ",") + "]"
    }

    @Test(arguments: ["json", "table"]) func `an older record does not replace the stored one`(
        _ kind: String
    ) throws {
        func document(_ time: String, _ value: Int) -> String {
            kind == "json" ? list(("a", time, value)) : "id,at,v\na,2026-11-28T\(time)Z,\(value)\n"
        }
        let source = try ReportSource(kind: kind, settings: Self.settings)
        try source.deliver(document("16:00:00", 2))
        let heard = try source.daemon.subscribe(["snapshot": false])
        try source.daemon.turn(until: { heard.has("ready") })
        source.folder.clockError = .seconds(1800)
        let fetched = try source.runtime()["fetchedUSec"]
        for _ in 0..<2 { try source.deliver(document("06:00:00", 1)) }
        #expect(heard.records == [])
        #expect(
            try source.notes() == [
                "the upstream is behind: an older record of a of 2026-11-28T06:00:00Z was left out: the "
                    + "stored one of 2026-11-28T16:00:00Z is newer"
            ])
        #expect(try source.runtime()["fetchedUSec"] == fetched)
        try source.deliver(document("16:30:00", 3))
        #expect(heard.records == ["changed a"])
        #expect(try source.notes() == [])
        source.daemon.end()
    }

    @Test func `a document that only has older records removes nothing`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list(("a", "16:00:00", 2), ("b", "15:00:00", 1), ("c", "16:00:00", 1)))
        try source.deliver(list(("a", "06:00:00", 1), ("b", "15:00:00", 1)))
        #expect(try source.record("c") != nil)
        #expect(try source.record("a")?["v"] == 2)
        source.daemon.end()
    }

    @Test func `a document with news and an older record is current`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list(("a", "16:00:00", 2), ("b", "15:00:00", 1), ("c", "16:00:00", 1)))
        try source.deliver(list(("a", "06:00:00", 1), ("b", "16:30:00", 2)))
        #expect(try source.record("a")?["v"] == 2)
        #expect(try source.record("b")?["v"] == 2)
        #expect(try source.record("c") == nil)
        #expect(try source.runtime()["omitted"]?["older"] == 1)
        #expect(
            try source.notes() == [
                "an older record of a of 2026-11-28T06:00:00Z was left out: the stored one of "
                    + "2026-11-28T16:00:00Z is newer"
            ])
        source.daemon.end()
    }

    @Test(arguments: [0, 2000]) func `the tenth document with older records in a row counts`(
        _ more: Int
    ) throws {
        func document(_ time: String, _ value: Int) -> String {
            let others = (0..<more).map {
                #",{"id":"n\#($0)","text":"a text that makes the document large"}"#
            }
            return #"[{"id":"a","at":"2026-11-28T\#(time)Z","v":\#(value)}\#(others.joined())]"#
        }
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(document("16:00:00", 2))
        for _ in 0..<9 { try source.deliver(document("06:00:00", 1)) }
        #expect(try source.record("a")?["v"] == 2)
        try source.deliver(document("06:00:00", 1))
        #expect(try source.record("a")?["v"] == 1)
        #expect(try source.notes() == ["after 10 documents with older records, they count"])
        source.daemon.end()
    }

    @Test func `with other settings, the last document does not bring an older record back`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list(("a", "16:00:00", 2), ("b", "15:00:00", 1)))
        try source.deliver(list(("a", "06:00:00", 1), ("b", "16:30:00", 2)))
        let path = "etc/sources.d/\(source.name).source"
        source.folder.replace(path, try NotSo.unless(source.folder.read(path)) + "Rename=v:w\n")
        try source.daemon.turn(until: { (try? source.record("b"))??["w"] == 2 })
        #expect(try source.record("a")?["v"] == 2)
        source.daemon.end()
    }

    @Test func `a record of the future holds no other one back`() throws {
        let source = try ReportSource(kind: "json", settings: Self.settings)
        try source.deliver(list(("a", "16:51:00", 1)))
        try source.deliver(list(("a", "16:40:00", 2)))
        #expect(try source.record("a")?["v"] == 2)
        source.daemon.end()
    }

    @Test func `the journal says once that the upstream is behind`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                unsetenv("JOURNAL_STREAM")
                let source = try ReportSource(
                    kind: "json", settings: "[Record]\nKey=id\nTime=at\nUpdated=at\n")
                let new = #"[{"id":"a","at":"2026-11-28T16:00:00Z","v":2}]"#
                let old = #"[{"id":"a","at":"2026-11-28T06:00:00Z","v":1}]"#
                for text in [new, old, old, new, old] { try source.deliver(text) }
                source.daemon.end()
            }
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(lines.count { $0.contains("jsons: the upstream is behind: an older record of a") } == 1)
    }
}
