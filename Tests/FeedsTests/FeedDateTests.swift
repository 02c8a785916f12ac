import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Dates in the forms that publishers write.
@Suite struct FeedDateTests {
    private func decode(_ date: String) throws -> Decoded {
        let text = "<rss><channel><item><guid>1</guid><pubDate>\(date)</pubDate></item></channel></rss>"
        return try TestDocument.decode(.feed, "", Array(text.utf8))
    }

    private func published(_ date: String) throws -> String? {
        try JSON(parsing: try #require(decode(date).records.first).data)["published"]?.string
    }

    @Test(arguments: [
        ("Wed, 06 May 2026 10:00:00 +0000 (UTC)", "2026-05-06T10:00:00Z"),
        ("Wed, 06 May 2026 03:00:00 -0700 (PDT)", "2026-05-06T10:00:00Z"),
        ("Wed May 06 2026 10:00:00 GMT+0200 (Central European Summer Time)", "2026-05-06T08:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 GMT+2", "2026-05-06T08:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 UTC-03:30", "2026-05-06T13:30:00Z"),
        ("2026-05-06T10:00:00+02:00[Europe/Berlin]", "2026-05-06T08:00:00Z"),
        ("2026-05-06T10:00:00Z+0200", "2026-05-06T10:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 AEST", "2026-05-06T00:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 NPT", "2026-05-06T04:15:00Z"),
        ("Wed, 06 May 2026 10:00:00 HST", "2026-05-06T20:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 0000", "2026-05-06T10:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 A", "2026-05-06T10:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 y", "2026-05-06T10:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 +0200 GMT", "2026-05-06T08:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 +9900", nil), ("Wed, 06 May 2026 10:00:00 +0275", nil),
        ("2026-05-06T10:00:00+99:00", nil), ("2026-05-06 10:00:00 [Mars/Base]", "2026-05-06T10:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 \u{2013}0400", "2026-05-06T14:00:00Z"),
        ("Wed, 06 May 2026\u{A0}10:00:00 GMT", "2026-05-06T10:00:00Z"),
        ("Wed, 6th May 2026 10:00:00 GMT", "2026-05-06T10:00:00Z"),
        ("Wed, 06 May 2026 at 10:00:00 +0200", "2026-05-06T08:00:00Z"),
        ("Wednesday, May 6, 2026 - 10:00", "2026-05-06T10:00:00Z"),
        ("May 6, 2026, 10:00 a.m.", "2026-05-06T10:00:00Z"), ("May 6, 2026 12:05 AM", "2026-05-06T00:05:00Z"),
        ("05/13/2026 10:00:00 PM", "2026-05-13T22:00:00Z"), ("13/05/2026 10:00", "2026-05-13T10:00:00Z"),
        ("1778061600", "2026-05-06T10:00:00Z"), ("1778061600000", "2026-05-06T10:00:00Z"),
        ("ma, 08 okt 2018 10:09:29 +0000", "2018-10-08T10:09:29Z"),
        ("mar, 10 dic 2026 10:00:00 +0100", "2026-12-10T09:00:00Z"),
        ("dom, 3 mar 2024 10:00:00 +0100", "2024-03-03T09:00:00Z"),
        ("seg, 02 fev 2026 10:00:00 -0300", "2026-02-02T13:00:00Z"),
        ("śr, 06 maja 2026 10:00:00 +0200", "2026-05-06T08:00:00Z"),
        ("ср, 06 мая 2026 10:00:00 +0300", "2026-05-06T07:00:00Z"),
        ("mercredi 5 août 2026 10:00", "2026-08-05T10:00:00Z"),
        ("pá, 3 července 2026", "2026-07-03T00:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 Europe/Berlin", "2026-05-06T08:00:00Z"),
        ("Tue, 06 Jan 2026 10:00:00 Europe/Berlin", "2026-01-06T09:00:00Z"),
        ("2026-05-06 10:00:00 america/new_york", "2026-05-06T14:00:00Z"),
        ("2026-05-06T10:00:00[Europe/Berlin]", "2026-05-06T08:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 US/Eastern", "2026-05-06T14:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 ET", "2026-05-06T14:00:00Z"),
        ("Tue, 06 Jan 2026 10:00:00 CT", "2026-01-06T16:00:00Z"),
        ("Mon, 06 May 2002 10:00:00 MT", "2002-05-06T16:00:00Z"),
        ("Sun, 08 Mar 2026 01:59:59 PT", "2026-03-08T09:59:59Z"),
        ("Sun, 08 Mar 2026 03:00:00 PT", "2026-03-08T10:00:00Z"),
        ("May 6, 2026, 10:00 PM (ET)", "2026-05-07T02:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 Eastern Daylight Time", "2026-05-06T14:00:00Z"),
        ("May 6, 2026 10:00 AM Pacific Time", "2026-05-06T17:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 Central European Summer Time", "2026-05-06T08:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 +0530 IST", "2026-05-06T04:30:00Z"),
        ("Wed May  6 10:00:00 CEST 2026", "2026-05-06T08:00:00Z"),
        ("Tue, 06 May 69 10:00:00 GMT", "1969-05-06T10:00:00Z"),
        ("20260506100000", "2026-05-06T10:00:00Z"), ("2026-W19-3", "2026-05-06T00:00:00Z"),
        ("6 мая 2026 г. 10:00", "2026-05-06T10:00:00Z"), ("6 mai 2026 à 10h05", "2026-05-06T10:05:00Z"),
        ("6. Mai 2026, 10:00 Uhr", "2026-05-06T10:00:00Z"),
        ("2026年05月06日 10時00分", "2026-05-06T10:00:00Z"),
        ("2026년 5월 6일 오후 3시 05분", "2026-05-06T15:05:00Z"),
        ("to 12. marraskuuta 2026 10.00", nil), ("5 de mayo de 2026", "2026-05-05T00:00:00Z"),
    ])
    func `a date has one meaning, or none`(text: String, expected: String?) throws {
        #expect(try published(text) == expected)
    }

    @Test(arguments: [
        "-0001-11-30T00:00:00+00:00", "0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z",
        "05/06/2026", "Wed, 05/06/2026 at 10:00", "32 May 2026", "Wed, 06 May 2026 25:00:00 GMT", "a b c",
        "0",
    ])
    func `what is no date is a reject`(text: String) throws {
        let decoded = try decode(text)
        #expect(try published(text) == nil)
        #expect(decoded.rejects.contains { $0.field == "published" && $0.found == text })
    }

    @Test(arguments: ["IST", "XYZ", "CST", "BST", "Mars/Olympus", "Europe/../Berlin", "Europe/"])
    func `a time whose zone is not known is in UTC, and a reject names the zone`(zone: String) throws {
        let text = "Sat, 18 Mar 2023 20:21:00 \(zone)"
        #expect(try published(text) == "2023-03-18T20:21:00Z")
        #expect(try decode(text).rejects.contains { $0.found == zone && $0.reason.contains("read as UTC") })
    }

    @Test func `a zone of several meanings is a reject before the year, too`() throws {
        let text = "Sat Mar 18 20:21:00 CST 2023"
        #expect(try published(text) == "2023-03-18T20:21:00Z")
        #expect(try decode(text).rejects.map(\.found) == ["CST"])
    }

    @Test(
        arguments: [
            (["05/06/2026", "13/06/2026"], ["2026-06-05", "2026-06-13"]),
            (["06/13/2026", "05/06/2026"], ["2026-06-13", "2026-05-06"]),
            (["05/06/2026", "06/07/2026"], [nil, nil]),
            (["13/06/2026", "06/13/2026", "05/06/2026"], ["2026-06-13", "2026-06-13", nil]),
            (["05-06-2026 10:00", "25-06-2026 10:00"], ["2026-06-05", "2026-06-25"]),
        ] as [([String], [String?])])
    func `the whole document decides the order of its dates`(_ dates: [String], _ expected: [String?]) throws
    {
        let items = dates.enumerated().map { "<item><guid>\($0)</guid><pubDate>\($1)</pubDate></item>" }
        let decoded = try TestDocument.decode(
            .feed, "", Array("<rss><channel>\(items.joined())</channel></rss>".utf8))
        #expect(try decoded.records.map(day) == expected)
        let reasons = decoded.rejects.map(\.reason)
        #expect(reasons.allSatisfy { $0.contains("no date of the document shows its order") })
        #expect(reasons.count == expected.filter { $0 == nil }.count)

        let objects = dates.enumerated().map { #"{"id": "\#($0)", "date_published": "\#($1)"}"# }
        let json =
            #"{"version": "https://jsonfeed.org/version/1.1", "items": [\#(objects.joined(separator: ","))]}"#
        #expect(try TestDocument.decode(.feed, "", Array(json.utf8)).records.map(day) == expected)
    }

    private func day(_ record: Record) throws -> String? {
        try JSON(parsing: record.data)["published"]?.string.map { String($0.prefix(10)) }
    }
}
