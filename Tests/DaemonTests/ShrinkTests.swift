import Records
import Testing

/// Documents with far fewer records than their source has: a truncated file, a header alone.
@Suite(.serialized) struct ShrinkTests {
    private let folder = Folder()

    private func table(_ rows: Int, width: Int = 0) -> String {
        let filler = String(repeating: "x", count: width)
        return "id,name\n" + (0..<rows).map { "\($0),n\($0)\(filler)\n" }.joined()
    }

    private func list(_ count: Int) -> String {
        "[" + (0..<count).map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
    }

    /// Starts a daemon with a source of a local table.
    private func startFile(_ record: String = "", rows: Int) throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Record]\nKey=id\n\(record)")
        folder.replace("rows.csv", table(rows))
        let fixture = try LiveDaemon(folder)
        try turn(fixture, until: rows)
        return fixture
    }

    private func count(_ fixture: LiveDaemon) throws -> Int? {
        try fixture.runtime(of: "rows")?["records"]?.int
    }

    private func turn(_ fixture: LiveDaemon, until records: Int) throws {
        try fixture.turn(until: { (try? count(fixture)) == records })
    }

    /// Waits for a number of failures in a row, and returns the message of the last one.
    private func refusal(_ fixture: LiveDaemon, number: Int = 1) throws -> String {
        try fixture.turn(until: {
            (try? fixture.runtime(of: "rows")?["failure"]?["count"]?.int ?? 0) ?? 0 >= number
        })
        return try fixture.runtime(of: "rows")?["failure"]?["message"]?.string ?? ""
    }

    @Test(arguments: [(100, 0), (100, 19), (3, 0), (6, 1)])
    func `a table that shrinks keeps its records until the same document arrives again`(
        before: Int, after: Int
    ) throws {
        let fixture = try startFile(rows: before)
        folder.replace("rows.csv", table(after))
        let message = try refusal(fixture)
        let found = after == 0 ? "no record" : "only \(after) record\(after == 1 ? "" : "s")"
        #expect(
            message.hasPrefix("the document has \(found) instead of \(before), and the last good ones stay"))
        #expect(message.contains("almanac refresh rows, or set MinRecords="))
        #expect(try fixture.runtime(of: "rows")?["health"] == "failing")
        #expect(try count(fixture) == before)
        folder.replace("rows.csv", table(after))
        try turn(fixture, until: after)
        #expect(try fixture.runtime(of: "rows")?["health"] == "fresh")
        #expect(try fixture.runtime(of: "rows")?["failure"] == nil)
        fixture.end()
    }

    @Test func `a table that shrinks to a fifth is accepted`() throws {
        let fixture = try startFile(rows: 100)
        folder.replace("rows.csv", table(20))
        try turn(fixture, until: 20)
        fixture.end()
    }

    @Test func `another document confirms nothing, and a good one ends the failure`() throws {
        let fixture = try startFile(rows: 100)
        folder.replace("rows.csv", table(1))
        _ = try refusal(fixture)
        folder.replace("rows.csv", table(2))
        _ = try refusal(fixture, number: 2)
        folder.replace("rows.csv", table(1))
        _ = try refusal(fixture, number: 3)
        #expect(try count(fixture) == 100)
        folder.replace("rows.csv", table(90))
        try turn(fixture, until: 90)
        folder.replace("rows.csv", table(1))
        #expect(try refusal(fixture).hasPrefix("the document has only 1 record instead of 90"))
        fixture.end()
    }

    @Test func `a request of a client confirms the file as it is`() throws {
        let fixture = try startFile(rows: 100)
        folder.replace("rows.csv", table(0))
        _ = try refusal(fixture)
        _ = try fixture.call("Refresh", ["selector": ["sources": ["rows"]], "wait": true])
        try turn(fixture, until: 0)
        fixture.end()
    }

    @Test func `a restart does not confirm a file, but a later write does`() throws {
        let first = try startFile(rows: 100)
        folder.replace("rows.csv", table(0))
        _ = try refusal(first)
        first.end()
        let second = try LiveDaemon(folder)
        _ = try refusal(second, number: 2)
        #expect(try count(second) == 100)
        folder.replace("rows.csv", table(0))
        try turn(second, until: 0)
        second.end()
    }

    @Test func `a file that was truncated while the daemon was down is refused`() throws {
        let first = try startFile(rows: 100)
        first.end()
        folder.replace("rows.csv", table(0))
        let second = try LiveDaemon(folder)
        _ = try refusal(second)
        #expect(try count(second) == 100)
        second.end()
    }

    @Test func `large documents are checked, too`() throws {
        // Documents of more than 64 KiB are large.
        let fixture = try startFile(rows: 8_000)
        folder.replace("rows.csv", table(1_500, width: 50))
        #expect(try refusal(fixture).hasPrefix("the document has only 1500 records instead of 8000"))
        folder.replace("rows.csv", table(1_500, width: 50))
        try turn(fixture, until: 1_500)
        fixture.end()
    }

    @Test(arguments: ["MinRecords=0\n", "MinRecords=2\n"])
    func `MinRecords= replaces the rule`(record: String) throws {
        let fixture = try startFile(record, rows: 100)
        folder.replace("rows.csv", table(2))
        try turn(fixture, until: 2)
        folder.replace("rows.csv", table(0))
        if record == "MinRecords=0\n" {
            try turn(fixture, until: 0)
        } else {
            #expect(try refusal(fixture).contains("MinRecords= requires 2"))
            folder.replace("rows.csv", table(0))
            _ = try refusal(fixture, number: 2)
            #expect(try count(fixture) == 2)
        }
        fixture.end()
    }

    @Test func `a changed definition may leave few records`() throws {
        let fixture = try startFile(rows: 100)
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Record]\nKey=id\nWhere=id < 3\nNumber=id\n")
        try turn(fixture, until: 3)
        #expect(try fixture.runtime(of: "rows")?["failure"] == nil)
        fixture.end()
    }

    @Test(arguments: [49, 50])
    func `a list of JSON is checked from 50 records on, also after a restart`(count: Int) throws {
        let web = try WebFixture("Kind=json\n[Record]\nKey=id\n", in: folder, .good(list(count)))
        let runtime = try web.ask(.good("[]"))
        guard count == 50 else {
            #expect(runtime["records"] == 0)
            return web.fixture.end()
        }
        #expect(runtime["records"] == 50)
        #expect(runtime["failure"]?["reason"] == "shape")
        web.fixture.end()
        let second = try LiveDaemon(folder, on: web.fixture.loop)
        // The second response arrives after the restart.
        _ = try second.call("Refresh", ["selector": ["sources": ["web"]], "wait": true])
        #expect(try second.runtime(of: "web")?["records"] == 0)
        second.end()
    }

    @Test func `a feed may lose all its entries`() throws {
        func feed(_ count: Int) -> String {
            let items = (0..<count).map { "<item><guid>\($0)</guid></item>" }.joined()
            return "<rss><channel>\(items)</channel></rss>"
        }
        let web = try WebFixture("Kind=feed\nKeep=none\n", in: folder, .good(feed(60)))
        #expect(try web.ask(.good(feed(0)))["records"] == 0)
        web.fixture.end()
    }
}
