import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Tables whose delimiters, quotes and rows are not those of RFC 4180.
@Suite struct TableShapeTests: SlicedDocuments {
    static let kind = Kind.table

    private func failure(_ bytes: [UInt8], _ definition: String = "") -> DecodeError? {
        #expect(throws: DecodeError.self) { try TestDocument.decode(.table, definition, bytes) }
    }

    @Test(arguments: [("sep=;", ";"), ("SEP=|", "|"), ("\"sep=\t\"", "\t"), ("sep=^", "^")])
    func `a line above the header states the delimiter`(line: String, sign: String) throws {
        let text = "\(line)\r\nid\(sign)name\r\n1\(sign)a,b\r\n"
        #expect(try data("", text) == [#"{"id":"1","name":"a,b"}"#])
        #expect(try data("[Table]\nHeader=x y\nHeaderContains=name", text) == [#"{"x":"1","y":"a,b"}"#])
    }

    @Test func `the rows decide the delimiter with the header`() throws {
        let tabs = "Name\tAddress (street, no, city)\tPhone (home, work)\nA\tB\tC\n"
        #expect(
            try data("", tabs) == [#"{"Address (street, no, city)":"B","Name":"A","Phone (home, work)":"C"}"#]
        )
        #expect(
            try data("", "a;b (x, y, z)\n1;2\n\n3;4\n") == [
                #"{"a":"1","b (x, y, z)":"2"}"#, #"{"a":"3","b (x, y, z)":"4"}"#,
            ])
        #expect(
            try data("", "Temperature, degC\n5\n6\n") == [
                #"{"Temperature, degC":"5"}"#, #"{"Temperature, degC":"6"}"#,
            ])
    }

    @Test func `a quote within a field is a character`() throws {
        let text = "id,name\n1,5\" pipe\n2,=\"0123\"\n3,\"=\"\"07\"\"\"\n4, \"a, b\" \n5,a\"b\"c\n6,\"x\"\n"
        #expect(
            try data("", text) == [
                #"{"id":"1","name":"5\" pipe"}"#, #"{"id":"2","name":"0123"}"#, #"{"id":"3","name":"07"}"#,
                #"{"id":"4","name":"a, b"}"#, #"{"id":"5","name":"a\"b\"c"}"#, #"{"id":"6","name":"x"}"#,
            ])
    }

    @Test func `quotes enclose the fields of a table of one column`() throws {
        let places = #"{"place":"Portland, ME"}"#
        #expect(try data("", "place\r\n\"Portland, ME\"\r\nBoston\r\n") == [places, #"{"place":"Boston"}"#])
        #expect(try data("", "text\r\n\"a\r\nb\"\r\nc\r\n") == [#"{"text":"a\r\nb"}"#, #"{"text":"c"}"#])
        #expect(try data("", "text\na\n\"\"\n\"b \"\"c\"\"\"\n").last == #"{"text":"b \"c\""}"#)
        let said = try decode("", "text\n\"Yes\" is a word\nNo\n")
        #expect(said.records.count == 1 && said.rejects.count == 1)
        #expect(said.rejects.first?.reason.contains(text: "Quote=none") ?? false)
        #expect(try data("[Table]\nQuote=none", "place\n\"Boston\"\n") == [#"{"place":"\"Boston\""}"#])
    }

    @Test func `text after a closing quote and an open quote are rejected with the setting`() throws {
        let found = try decode("", "id,name\n1,\"a\"b\n2,x\n3,\"y\n")
        #expect(found.records.count == 1)
        #expect(found.rejects.count == 2)
        #expect(found.rejects.allSatisfy { $0.reason.contains(text: "Quote=none") })
    }

    @Test func `files that were joined keep no byte order mark and no second header`() throws {
        let found = try decode(
            "[Record]\nKey=id", "\u{FEFF}id,name\n1,a\n\u{FEFF}id,name\n2,b\n\u{FEFF}3,c\nid,x\n")
        #expect(found.records.map(\.key) == ["1", "2", "3", "id"])
        #expect(found.omitted == ["header": 1] && found.rejects.isEmpty)
        #expect(try data("[Table]\nHeader=a b", "a,b\n1,2\n").count == 2)
    }

    @Test(arguments: ["", "[Record]\nKey=id"])
    func `a row of empty fields is a blank line`(definition: String) throws {
        let found = try decode(definition, "id,name\n1,a\n,\n\"\", \n2,\n,,\n")
        #expect(found.records.map { String(decoding: $0.data, as: UTF8.self) }.count == 2)
        #expect(found.rejects.isEmpty)
    }

    @Test func `a table of two encodings has a remark, and one of an encoding that is a guess`() throws {
        let utf8 = Array("id,name\n1,Zürich\n2,M".utf8)
        let found = try TestDocument.decode(.table, "", utf8 + [0xFC] + Array("nchen\n".utf8))
        #expect(
            found.notes == ["1 of its characters are UTF-8 and 1 are not: read as windows-1252"])
        let text = Array("id,n\n1,M".utf8) + [0xFC, .newline]
        let guess = "no encoding is stated, and the text is not UTF-8: read as windows-1252, a guess"
        #expect(try TestDocument.decode(.table, "", text).notes == [guess])
        #expect(try TestDocument.decode(.table, "[Table]\nEncoding=windows-1252", text).notes.isEmpty)
    }

    @Test func `a delimiter at the end of a line makes no column`() throws {
        #expect(
            try data("", "id,name\n1,a,\n2,b,\n3,c\n") == [
                #"{"id":"1","name":"a"}"#, #"{"id":"2","name":"b"}"#, #"{"id":"3","name":"c"}"#,
            ])
        #expect(
            try data("", "id,name,\n1,a\n2,b,\n") == [#"{"id":"1","name":"a"}"#, #"{"id":"2","name":"b"}"#])
    }

    @Test func `surplus fields are dropped if they are empty and the definition says so`() throws {
        let text = "id,name\n1,a,,,\n2,b,,x\n3\n4,d\n"
        let strict = try decode("", text)
        #expect(
            strict.rejects.map(\.reason) == [
                "5 fields where the header has 2: Ragged=pad reads it",
                "4 fields where the header has 2: Delimiter=, Quote=, HeaderContains= or Header= may read it",
                "1 fields where the header has 2: Ragged=pad reads it",
            ])
        let padded = try decode("[Table]\nRagged=pad", text)
        #expect(padded.records.count == 3)
        #expect(padded.rejects.map(\.line) == [3])
    }

    @Test(
        arguments: [
            (Array("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n".utf8), "a PDF file"),
            ([0x89, 0x50, 0x4E, 0x47, 0xD, 0xA, 0x1A, 0xA, 0, 0, 0, 0xD], "a PNG picture"),
            ([0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18), "an empty zip archive"),
            ([0x50, 0x4B, 3, 4, 20, 0, 6, 0], "a zip archive or a workbook"),
            (
                [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0],
                "an old workbook or document of Office"
            ),
            ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0], "a gzip file"),
            (Array("SQLite format 3\0".utf8), "an SQLite database"),
            ([0, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4], "bytes that are no text"),
        ] as [([UInt8], String)])
    func `a file of another type is no table`(bytes: [UInt8], type: String) throws {
        #expect(failure(bytes)?.reason == .content)
        #expect(failure(bytes)?.found == type)
        #expect(
            #expect(throws: DecodeError.self) { try TestDocument.decode(.json, "", bytes) }?.found == type)
    }

    @Test(arguments: [
        "Service temporarily unavailable.\n",
        "Sorry, the service is down. Please try again later!\nThank you.\n",
        "<?xml version=\"1.0\"?>\n<error>no</error>\n", "Not Found\n", "Error: too many requests", "[]\n",
    ])
    func `sentences and markup are no table, unless the definition states the columns`(text: String) throws {
        #expect(failure(Array(text.utf8))?.reason == .content)
        #expect(try decode("[Table]\nHeader=line\nDelimiter=|", text).records.count > 0)
    }

    @Test func `the provider's own message in JSON is the reason`() {
        let text = #"{"code":"query.compiler.malformed","error":true,"message":"Could not parse"}"#
        #expect(failure(Array(text.utf8), "[Record]\nKey=id")?.found == "Could not parse")
    }
}
