import AlmanacValues
import Records
import Showing
import Testing

@Suite struct DelimitedTests {
    private let items: [Item] = [
        Item(
            source: "s", key: "1",
            data: [
                "Name": "A, \"B\"", "Geo": ["City": "Leeds", "Tags": ["x", "y"]], "Beds": 12, "Open": true,
            ]),
        Item(source: "s", key: "2", data: ["Name": "two\nlines", "Beds": "7", "Sector": "NHS"]),
    ]

    @Test func `CSV quotes what RFC 4180 requires, and nested members have columns`() {
        let text = DelimitedText(items).text(.csv)
        #expect(
            text == """
                @key,Name,Geo.City,Geo.Tags,Beds,Open,Sector\r
                1,"A, ""B\""",Leeds,"[""x"",""y""]",12,true,\r
                2,"two\nlines",,,7,,NHS\r

                """)
    }

    @Test func `TSV has tabs, requested columns and no heading if none is wanted`() {
        let table = DelimitedText(items, columns: ["Name", "Geo.City", "@key"])
        #expect(table.text(.tsv, hasTitles: false) == "\"A, \"\"B\"\"\"\tLeeds\t1\n\"two\nlines\"\t\t2\n")
    }

    @Test func `a column of keys is left out if a member repeats it, and several sources are named`() {
        let rows = [
            Item(source: "a", key: "1", data: ["id": 1]), Item(source: "b", key: "2", data: ["id": 2]),
        ]
        #expect(DelimitedText(rows).text(.csv) == "@source,id\r\na,1\r\nb,2\r\n")
        #expect(DelimitedText([]).text(.csv, hasTitles: false).isEmpty)
    }

    @Test func `figures are computed for each group`() throws {
        let more = items + [Item(source: "s", key: "3", data: ["Beds": 0.1, "Sector": "NHS", "Name": "z"])]
        let figures: [Summary.Figure] = [
            .init(.sum, of: "Beds"), .init(.mean, of: "Beds"), .init(.max, of: "Name"),
        ]
        let summary = Summary(more, figures, hasCount: true, group: "Sector")
        #expect(
            summary.text.text(.csv) == """
                Sector,count,sum(Beds),mean(Beds),max(Name)\r
                NHS,2,7.1,3.55,z\r
                ,1,12,12,"A, ""B\"""\r

                """)
        #expect(
            summary.json.first == [
                "group": "NHS", "count": 2, "sum": ["Beds": 7.1], "mean": ["Beds": 3.55],
                "max": ["Name": "z"],
            ])
        let whole = Summary(
            more, [.init(.min, of: "Beds"), .init(.sum, of: "Nope")], hasCount: false, group: nil)
        #expect(whole.text.rows == [["0.1", ""]])
        #expect(
            whole.lines(on: Paper(width: 80, now: Golden.now)).map(\.plain) == ["min(Beds)", "      0.1"])
    }
}
