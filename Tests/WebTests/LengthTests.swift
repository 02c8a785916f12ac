import Records
import TestDaemon
import Testing
import Varlink

/// Lengths are counted in bytes: one character may have any number of combining marks.
@MainActor @Suite struct LengthTests {
    private static let marks = String(repeating: "%CC%81", count: 1100)

    /// A site with a table of 200 records.
    private func site() throws -> Website {
        let site = try Website()
        try site.daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "towns", "kind": "table"},
            "runtime": {"health": "fresh", "records": 200, "rejected": 0, "generation": 1}}]}
            """)
        let records = (0..<200).map { #"{"source": "towns", "key": "\#($0)", "data": {"name": "Town"}}"# }
        try site.daemon.answer(
            "GetSnapshot", "{\"cursor\": \"a.0\", \"records\": [\(records.joined(separator: ","))]}")
        return site
    }

    @Test func `a zone is cut to 64 bytes, which each link repeats`() throws {
        let site = try site()
        let plain = try site.answer("/data/towns?zone=Europe/Berlin").bodyBytes.count
        let long = try site.answer("/data/towns?zone=a" + LengthTests.marks)
        #expect(long.status == 200 && long.text.contains("There is no time zone"))
        // Each of the 64 bytes takes three in each of the links, one a row.
        #expect(long.bodyBytes.count < plain + 250 * 3 * 64)
    }

    @Test(arguments: ["/data/towns?q=", "/search?q=", "/api/search?q="])
    func `a search of more than 600 bytes is refused with its length`(target: String) throws {
        let site = try site()
        let refused = try site.answer(target + "a" + LengthTests.marks)
        #expect(refused.status == 400 && refused.body == "q= has 2201 bytes; the most is 600\n")
        #expect(!site.daemon.asked.contains { $0.method == "Search" })
        #expect(try site.answer(target + String(repeating: "%E6%9D%B1", count: 200)).status == 200)
    }

    @Test func `a title with many marks is cut and says so`() throws {
        let site = try site()
        let title = "a" + String(repeating: "\u{301}", count: 20_000)
        try site.daemon.answer(
            "Search", #"{"records": [{"source": "towns", "key": "1", "title": "\#(title)", "data": {}}]}"#)
        let page = try site.answer("/search?q=x")
        #expect(page.bodyBytes.count < 20_000 && page.text.contains("…"))
    }

    @Test func `a change with many marks is one short line for pages`() throws {
        let site = try site()
        let stream = try site.client("/live")
        try stream.wait { $0.text.contains("event: ready") }
        let title = "a" + String(repeating: "\u{301}", count: 20_000)
        try site.daemon.tell(
            """
            {"event": "added", "cursor": "a.1", "realtimeUSec": 1000000, "source": "towns", "key": "1",
            "generation": 1, "title": "\(title)", "data": {}}
            """)
        try stream.wait { $0.cursors == ["a.1"] && $0.text.hasSuffix("\n\n\r\n") }
        #expect(stream.text.utf8.count < 12_000)
    }

    @Test func `a first record beyond all numbers is none`() throws {
        let page = try site().answer("/data/towns?first=9223372036854775807")
        #expect(page.status == 200)
        #expect(page.text.contains("none from number 1,000,000,001 on, of 200 records"))
    }
}
