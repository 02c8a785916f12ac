import Glibc
import Records
import Testing

/// Faults of this machine's files that concern sources.
@Suite(.serialized) struct SourceFaultTests {
    private let folder = Folder()

    private func table(_ text: String) {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        folder.replace("rows.csv", text)
    }

    private func rows(_ count: Int, _ name: String) -> String {
        "id,name\n" + (0..<count).map { "\($0),\(name)\n" }.joined()
    }

    private func message(_ fixture: LiveDaemon, _ source: String) throws -> String {
        try fixture.runtime(of: source)?["failure"]?["message"]?.string ?? ""
    }

    @Test func `a credential that cannot be read is not sent without`() throws {
        folder.makeFolder(folder.path + "/etc/credentials/almanac_key")
        folder.write(
            "etc/sources.d/web.source",
            "[Source]\nKind=json\nURL=https://upstream.example/\nCredential=key\n[Record]\nKey=id\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: { (try? message(fixture, "web"))?.isEmpty == false })
        #expect(try message(fixture, "web").contains("the credential key cannot be read"))
        fixture.end()
    }

    @Test func `the phases of a source name its failures, also after a restart`() throws {
        func phases(_ fixture: LiveDaemon) throws -> [JSON?] {
            let phases = try fixture.call("DescribeSource", ["name": "rows"])["phases"]?.array ?? []
            return phases.map { $0["reason"] }
        }
        table(rows(2, "a"))
        let first = try LiveDaemon(folder)
        try first.turn(until: "rows", is: "fresh")
        folder.replace("rows.csv", "<html>503</html>")
        try first.turn(until: "rows", is: "failing")
        #expect(try phases(first) == [nil, "content"])
        first.end()
        table(rows(2, "b"))
        let second = try LiveDaemon(folder)
        try second.turn(until: "rows", is: "fresh")
        #expect(try phases(second) == [nil, "content", nil])
        second.end()
    }

    @Test func `a gzip file without content is an empty document`() throws {
        table(rows(2, "a"))
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        let empty: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let file = fopen(folder.path + "/packed", "w")
        fwrite(empty, 1, empty.count, file)
        fclose(file)
        rename(folder.path + "/packed", folder.path + "/rows.csv")
        try fixture.turn(until: { (try? message(fixture, "rows"))?.isEmpty == false })
        #expect(try message(fixture, "rows").contains("has no content"))
        #expect(try fixture.call("GetSnapshot")["records"]?.array?.count == 2)
        fixture.end()
    }

    @Test func `a file in place of the folder for incoming documents stops no source`() throws {
        // A link to itself can be neither listed nor replaced by a folder.
        folder.link("state/incoming", to: "incoming")
        table(rows(2, "a"))
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        #expect(try fixture.call("GetSnapshot")["records"]?.array?.count == 2)
        fixture.end()
    }

    @Test(arguments: [10, 12_000])
    func `a document whose order cannot be stored is accepted, and so is the next`(count: Int) throws {
        table(rows(1, "a"))
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        folder.remove("state/private/orders")
        folder.write("state/private/orders", "x")
        for (name, more) in [("b", 0), ("c", 1)] {
            folder.replace("rows.csv", rows(count + more, name))
            try fixture.turn(until: { (try? fixture.runtime(of: "rows"))?["records"]?.int == count + more })
        }
        try fixture.turn(until: "rows", is: "fresh")
        let first = try fixture.call("GetSnapshot", ["limit": 1])["records"]?.array?.first
        #expect(first?["data"]?["name"]?.string == "c")
        fixture.end()
    }
}
