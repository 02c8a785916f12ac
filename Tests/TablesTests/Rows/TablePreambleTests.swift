import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Tables below lines that are none of their rows.
@Suite struct TablePreambleTests: SlicedDocuments {
    static let kind = Kind.table

    private static let rows = [#"{"id":"1","name":"a","v":"5"}"#, #"{"id":"2","name":"b","v":"6"}"#]

    @Test(arguments: [
        "Stations of Maine\n\nid,name,v\n1,a,5\n2,b,6\n",
        "No errors\nNo warnings\n102 ms\nid,name,v\n1,a,5\n2,b,6\n",
        "Report 2026,,\nid,name,v\n1,a,5\n2,b,6\n", "# Licence: CC0, by X\n# v 2\nid;name;v\n1;a;5\n2;b;6\n",
        "Report, of today\n\nid,name,v\n1,a,5\n2,b,6\n",
        "Data as of today.\r\n\r\nid\tname\tv\r\n1\ta\t5\r\n2\tb\t6",
        "\"Export; all\"\n\n\"id\";\"name\";\"v\"\n1;a;5\n2;b;6\n",
    ])
    func `the lines above the header are left out with a remark`(text: String) throws {
        let found = try decode("", text)
        #expect(found.records.map { String(decoding: $0.data, as: UTF8.self) } == Self.rows)
        #expect(found.rejects.isEmpty)
        #expect(found.notes.count == 1 && found.notes[0].contains(text: "HeaderContains="))
        #expect(try decode("[Table]\nHeaderContains=name", text).notes.isEmpty)
    }

    @Test(arguments: ["\"x", "\"x,1", "\"x\"y,1\n", "\"\n"])
    func `a row without readable fields after a slice costs only itself`(last: String) throws {
        // The fields of the last row point beyond the next slice.
        let rows = Array("id,name\n\(String(repeating: "1,a\n", count: 5000))".utf8)
        let found = try TestDocument.decode(.table, "", rows + Array(last.utf8), slice: rows.count)
        #expect(found.records.count == 5000 && found.rejects.count == 1)
    }

    @Test func `the remark and the rejects have the lines of the document`() throws {
        let found = try decode("[Record]\nNumber=v", "\nA title\n\nid,name,v\n1,a,5\n2,b,6\n3,c,x\n4,d,7\n")
        #expect(found.records.count == 4)
        #expect(found.rejects.map(\.line) == [7])
        #expect(
            found.notes == [
                "2 lines from line 2 on are left out: line 4 names the columns (HeaderContains= or Header= may differ)"
            ])
    }

    @Test(arguments: [
        // The first line may be a header with the wrong delimiter.
        "name\nSmith,John\nDoe,Jane\nRoe,Ann\n", "a b\n1,2\n3,4\n5,6\n",
        // It is one that fits.
        "a,b\n1,2\n3,4\n\nx,y,z\n1,2,3\n4,5,6\n7,8,9\n", "id\n1\n2\n\nx,y\n",
        // Not all rows below have as many fields.
        "Title\n\nid,v\n1,5\n2,6,7\n3,8\n", "Title\n\nid,v\n1,5\n",
        // A column has no name.
        "Title\n\nid,,v\n1,a,5\n2,b,6\n",
    ])
    func `another line is no header where the first may be`(text: String) {
        // Some of them are refused.
        let found = try? decode("", text)
        #expect(found?.notes.isEmpty ?? true)
        #expect(found.map { $0.records.isEmpty || !$0.rejects.isEmpty || text.hasPrefix("id") } ?? true)
    }

    @Test func `a single row of another width above the header is named by the reject`() throws {
        let found = try decode("", "name\nSmith\nDoe,Jane\n")
        #expect(found.rejects.allSatisfy { $0.reason.contains(text: "HeaderContains=") })
        #expect(found.rejects.count == 1)
    }
}
