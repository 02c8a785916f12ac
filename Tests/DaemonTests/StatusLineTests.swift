import Records
import Testing

/// The line of the daemon in `systemctl status`.
@Suite(.serialized) struct StatusLineTests {
    private let folder = Folder()

    @Test func `it counts sources of which parts could not be read, or whose document is cut`() throws {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        folder.write(
            "etc/sources.d/items.source",
            "[Source]\nKind=json\nPath=\(folder.path)/items.json\n[JSON]\nPointer=/items\n"
                + "[Record]\nKey=id\n")
        folder.write("rows.csv", "id,name\n1,one\n2\n")
        folder.write("items.json", #"{"items": [{"id": 1}], "total": 2}"#)
        let fixture = try LiveDaemon(folder)
        defer { fixture.end() }
        try fixture.turn(until: "rows", is: "fresh")
        try fixture.turn(until: "items", is: "fresh")
        let line = "2 sources, 0 failing, 1 with unread parts, 1 with remarks, 0 subscribers"
        #expect(fixture.status.hasPrefix(line))
        folder.replace("rows.csv", "id,name\n1,one\n2,two\n")
        folder.replace("items.json", #"{"items": [{"id": 1}], "total": 1}"#)
        try fixture.turn(until: { fixture.status.hasPrefix("2 sources, 0 failing, 0 subscribers") })
    }
}
