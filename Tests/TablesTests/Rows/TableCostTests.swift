import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Tables whose size is allowed, but which would take quadratic time or much memory to read.
@Suite struct TableCostTests {
    private func decode(_ text: String) throws -> Decoded {
        try TestDocument.decode(.table, "[Table]\nDelimiter=,", Array(text.utf8))
    }

    @Test(arguments: ["x", ""])
    func `many columns of one name are numbered in linear time`(_ name: String) throws {
        let count = 30_000
        let header = [String](repeating: name, count: count).joined(separator: ",") + ",end"
        let row = [String](repeating: "1", count: count + 1).joined(separator: ",")
        let found = try decode("\(header)\n\(row)\n")
        let data = try JSON(parsing: try #require(found.records.first).data)
        #expect(data.object?.count == count + 1)
        #expect(data[name.isEmpty ? "column\(count)" : "x\(count)"] == "1")
    }

    @Test func `empty names after numbered ones are numbered in linear time`() throws {
        let count = 15_000
        let names = (count..<2 * count).map { "column\($0)" } + [String](repeating: "", count: count)
        let row = [String](repeating: "1", count: 2 * count).joined(separator: ",")
        let found = try decode("\(names.joined(separator: ","))\n\(row)\n")
        #expect(try JSON(parsing: try #require(found.records.first).data).object?.count == 2 * count)
    }

    @Test func `a name that would multiply the size of every row is refused`() throws {
        let usual = String(repeating: "a", count: 1024)
        #expect(try decode("\(usual),b\n1,2\n").records.count == 1)
        let rows = String(repeating: "1,2\n", count: 10_000)
        let error = #expect(throws: DecodeError.self) { try decode("\(usual)a,b\n\(rows)") }
        #expect(error?.reason == .shape)
        #expect(error?.part == "column name of at most 1024 bytes")
    }
}
