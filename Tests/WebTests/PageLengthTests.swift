import Records
import TestDaemon
import Testing
import Varlink

/// Tables with long records, whose pages and answers have a maximum of bytes and say what is missing.
@MainActor @Suite struct PageLengthTests {
    private static let pageBytes = 4_200_000

    private static func record(_ number: Int, bytes: Int) -> JSON {
        [
            "source": "long", "key": .string("\(number)"), "generation": 1, "realtimeUSec": 1_000_000,
            "data": ["text": .string(String(repeating: "<", count: bytes)), "group": "one"],
        ]
    }

    /// A site with so many records of so many bytes, of which the daemon sends up to 100 at once.
    private func site(_ total: Int, bytes: Int, group: String = "", kind: String = "table") throws -> Website
    {
        let site = try Website()
        try site.daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "long", "kind": "\(kind)", "options": {"Record": {
            "Columns": "@key text"\(group)}}}, "runtime": {"health": "fresh", "records": \(total), "rejected": 0,
            "generation": 1}}]}
            """)
        site.daemon.on("GetSnapshot") { call in
            let first = Int((call.parameters["next"]?.string ?? "long/0").dropFirst(5)) ?? 0
            let end = min(total, first + min(call.parameters["limit"]?.int ?? 100, 100))
            call.reply(
                .members([
                    "cursor": "a.0",
                    "records": .array((first..<end).map { PageLengthTests.record($0, bytes: bytes) }),
                    "next": end < total ? .string("long/\(end)") : nil,
                    "total": call.parameters["count"] == true ? .int(total) : nil,
                ]))
        }
        return site
    }

    @Test(arguments: ["", #", "Group": "group""#])
    func `a page of long records ends after 4 MB and leads to the next one`(group: String) throws {
        let site = try site(300, bytes: 10_000, group: group)
        let page = try site.answer("/data/long?count=300")
        // Each record has 40 kB of escaped text.
        #expect(page.status == 200 && page.bodyBytes.count < PageLengthTests.pageBytes)
        #expect(page.text.contains("1 to 99 of 300 records"))
        #expect(page.text.contains("first=99") && page.text.contains("rel=\"next\""))
        let second = try site.answer("/data/long?count=300&first=99")
        #expect(second.text.contains("100 to 198 of 300 records"))
        let last = try site.answer("/data/long?count=300&first=297")
        #expect(last.text.contains("298 to 300 of 300 records") && !last.text.contains("rel=\"next\""))
    }

    @Test func `warnings of more than 24 MiB are unknown, and never the first ones only`() throws {
        let site = try site(3000, bytes: 20_000, kind: "alert")
        let answer = try JSON(parsing: site.answer("/api/warnings").bodyBytes)
        #expect(answer["unknown"]?.array?.isEmpty == false && answer["warnings"]?.array?.isEmpty != false)
        let reason = try #require(answer["unknown"]?.array?.first?["reason"]?.string)
        #expect(try site.answer("/").text.contains(reason))
    }

    @Test func `a table that is larger than 24 MiB says how many records are compared`() throws {
        let site = try site(3000, bytes: 20_000)
        let page = try site.answer("/data/long?count=5")
        #expect(page.text.contains("1 to 5 of the first 1300 of 3000 records"))
        #expect(site.snapshots < 20)
        let table = try site.answer("/api/records?source=long&format=csv")
        #expect(table.header("X-Total-Count") == "3000")
        #expect(table.header("Link")?.contains("next=long%2F1300") == true)
    }

    @Test func `a record that is too long for any page is not shown in part`() throws {
        let page = try site(1, bytes: 3_000_000).answer("/data/long")
        #expect(page.status == 503 && page.text.contains("This page is too long"))
        #expect(page.bodyBytes.count < 10_000)
    }
}
