import Decoding
import Records
import Tables
import Testing

@Suite struct TableReaderTests {
    private func rows(_ text: [UInt8], _ delimiter: String = ",", quotes: Bool = true, slice: Int = 1 << 20)
        throws
        -> [[String]]
    {
        var reader = TableReader(delimiter: delimiter, honoursQuotes: quotes)
        var rows: [[String]] = []
        func take() throws {
            while try reader.next() {
                if let fault = reader.fault {
                    rows.append([fault.rawValue])
                } else {
                    rows.append(reader.strings)
                }
            }
        }
        for start in stride(from: 0, to: text.count, by: slice) {
            reader.append(text.span.extracting(start..<min(start + slice, text.count)))
            try take()
        }
        reader.finish()
        try take()
        return rows
    }

    private func rows(_ text: String, _ delimiter: String = ",", quotes: Bool = true) throws -> [[String]] {
        let bytes = Array(text.utf8)
        let whole = try rows(bytes, delimiter, quotes: quotes)
        for slice in 1...5 {
            #expect(try rows(bytes, delimiter, quotes: quotes, slice: slice) == whole, "slices of \(slice)")
        }
        return whole
    }

    @Test func `rows end with LF, CRLF or CR, which may be mixed`() throws {
        #expect(try rows("a,b\nc,d\r\ne,f\rg,h") == [["a", "b"], ["c", "d"], ["e", "f"], ["g", "h"]])
        #expect(try rows("a\r\n\r\nb\r\r") == [["a"], [""], ["b"], [""]])
    }

    @Test func `a field may be empty between two delimiters and after the last one`() throws {
        #expect(try rows(",,\n,x,\n,") == [["", "", ""], ["", "x", ""], ["", ""]])
    }

    @Test func `quotes enclose delimiters, line ends and doubled quotes`() throws {
        #expect(try rows("\"a,\"\"b\"\"\",\"c\r\nd\"\n\"\",e") == [["a,\"b\"", "c\r\nd"], ["", "e"]])
        #expect(try rows("\"\"\"\"\n") == [["\""]])
    }

    @Test func `a quote is data in a table without quoting`() throws {
        #expect(try rows("\"a\t\"\"b\n", "\t", quotes: false) == [["\"a", "\"\"b"]])
    }

    @Test func `a delimiter may be longer than a byte`() throws {
        #expect(try rows("a¬b«c¬\nd¬\"e¬f\"", "¬") == [["a", "b«c", ""], ["d", "e¬f"]])
        #expect(try rows("a||b|c|||\n", "||") == [["a", "b|c", "|"]])
    }

    @Test func `ambiguous quotes reject only their own row`() throws {
        let behind = "text after a closing quote: Quote=none makes quotes characters"
        let open = "a quote that is never closed: Quote=none makes quotes characters"
        #expect(try rows("a,\"b\" c\nd,e") == [[behind], ["d", "e"]])
        #expect(try rows("a,\"b\" \"c\nd,e") == [[behind], ["d", "e"]])
        #expect(try rows("a,\"b\nd,e\n") == [[open], ["d", "e"]])
        #expect(try rows("\"a\n") == [[open]])
    }

    @Test func `a quote within a field is a character, and blanks may surround enclosed fields`() throws {
        #expect(try rows("a,b\"c\nd,e") == [["a", "b\"c"], ["d", "e"]])
        #expect(try rows("a, \"b,\nc\" \t,d\n") == [["a", "b,\nc", "d"]])
        #expect(try rows("a\t\"b\"\n", "\t") == [["a", "b"]])
        #expect(try rows("=\"01\",=\"a\"\"b\",\"=\"\"7\"\"\"") == [["01", "=\"a\"\"b\"", "7"]])
    }

    @Test func `line ends within quotes are counted`() throws {
        var reader = TableReader(delimiter: ",", honoursQuotes: true)
        reader.append(Array("a\n\"b\nc\r\nd\"\ne\n".utf8).span)
        var lines: [Int] = []
        while try reader.next() { lines.append(reader.line) }
        #expect(lines == [1, 2, 5])
    }

    @Test func `a row that is too long rejects the table`() throws {
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: TableReader.maximumRow + 70_000)
        #expect(throws: DecodeError.self) { try rows(long, slice: 65_536) }
    }

    @Test func `an open quote does not swallow the rest of a long table`() throws {
        let text = "a,\"b\n" + String(repeating: "cc,dd\n", count: 300_000)
        let found = try rows(Array(text.utf8), slice: 65_536)
        #expect(found.count == 300_001)
        #expect(found.first == ["a quote that is never closed: Quote=none makes quotes characters"])
    }
}
