import Records
import Testing

/// Rows with the key of another row: they are no records of their own, which the source says.
@Suite(.serialized) struct RepeatedKeyTests {
    private let folder = Folder()

    private func begin(_ rows: String) throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        folder.write("rows.csv", rows)
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        return fixture
    }

    @Test func `rows with a repeated key are counted, unless they say the same`() throws {
        let fixture = try begin("id,name\n1,one\n1,other\n2,two\n2,two\n1,third\n")
        defer { fixture.end() }
        let runtime = try fixture.runtime(of: "rows")
        #expect(runtime?["records"] == 2 && runtime?["omitted"] == ["with a repeated key": 2])
        // The same document counts them once more, and not in addition.
        folder.replace("rows.csv", "id,name\n1,one\n1,other\n2,two\n3,three\n")
        try fixture.turn(until: { try fixture.runtime(of: "rows")?["records"] == 3 })
        #expect(try fixture.runtime(of: "rows")?["omitted"] == ["with a repeated key": 1])
        folder.replace("rows.csv", "id,name\n1,one\n2,two\n")
        try fixture.turn(until: { try fixture.runtime(of: "rows")?["records"] == 2 })
        #expect(try fixture.runtime(of: "rows")?["omitted"] == nil)
    }
}
