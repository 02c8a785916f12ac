import Records

/// Generated documents, the same in every run.
nonisolated enum DocumentSamples {
    /// The definition of the NHS's hospitals.
    static let hospitals = """
        [Table]
        Encoding=windows-1252
        Quote=none
        HeaderContains=OrganisationID

        [Record]
        Key=OrganisationID
        Title=OrganisationName
        Require=OrganisationID OrganisationCode OrganisationName
        Boolean=IsPimsManaged
        Number=Latitude Longitude
        Location=Latitude Longitude
        Map=Sector NHS:*nhs* Independent:*
        Group=Sector
        """

    /// 60,000 rows of 18 quoted columns, 13 MB.
    static var quotedTable: [UInt8] {
        let words = ["", "x", "hello, world", "Some longer text here", "12.345", "NHS Trust"]
        var text = (0..<18).map { "\"c\($0)\"" }.joined(separator: ",") + "\n"
        for row in 0..<60_000 {
            text += "\"\(row)\""
            for column in 1..<18 { text += ",\"\(words[(row &* 7 &+ column &* 3) % 6])\(column)\"" }
            text += "\n"
        }
        return Array(text.utf8)
    }

    /// 16,000 reports of eight members, 5 MB.
    static var reports: [UInt8] {
        let rows = (0..<16_000).map { row in
            """
            {"id":\(row),"station":"K\(row % 1000)","time":"2024-05-01T00:00:00Z","temperature":\(row % 55 - 20).5,\
            "wind":{"direction":\(row % 36 * 10),"speed":\(row % 40),"gust":null},"raw":"KPWM 012345Z 24010G20KT 10SM \
            FEW050 22/13 A2992 RMK AO2 SLP132 T02220133","tags":["a","b","café"],"name":"Station \(row) of some place"}
            """
        }
        return Array(("[" + rows.joined(separator: ",\n") + "]").utf8)
    }

    /// 500 entries with markup, 400 kB.
    static var entries: [UInt8] {
        let text = String(repeating: "word ", count: 40)
        let items = (0..<500).map { row in
            """
            <item><title>Entry number \(row) &amp; more</title><link>http://example.com/\(row)?a=1&amp;b=2</link>
            <guid isPermaLink="false">tag:example.com,\(row)</guid><pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate>
            <dc:creator>Some Body</dc:creator><category>one</category><category>two</category>
            <description><![CDATA[<p>Some text with <a href="http://example.com/x">a link</a> and <b>bold</b> words,
            \(text)</p><img src="/i/\(row).png" alt="x"/>]]></description></item>

            """
        }
        let head = """
            <?xml version="1.0" encoding="utf-8"?>
            <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title>
            """
        return Array((head + items.joined() + "</channel></rss>").utf8)
    }
}
