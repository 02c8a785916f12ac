import Decoding
import Definitions
import Records
import TestDocuments
import Testing

@Suite struct TableDecoderTests {
    private func decode(_ definition: String, _ text: String) throws -> Decoded {
        try TestDocument.decode(.table, definition, Array(text.utf8))
    }

    private func data(_ definition: String, _ text: String) throws -> [String] {
        try decode(definition, text).records.map { String(decoding: $0.data, as: UTF8.self) }
    }

    private func failure(_ definition: String, _ text: String) -> DecodeError? {
        #expect(throws: DecodeError.self) { try decode(definition, text) }
    }

    @Test(arguments: ["\t", "~", "|", ";", ",", "¬"])
    func `the delimiter is detected in the header line`(delimiter: String) throws {
        let text = "id\(delimiter)na me\(delimiter)x\n1\(delimiter)b\(delimiter)c\n"
        #expect(try data("", text) == [#"{"id":"1","na me":"b","x":"c"}"#])
    }

    @Test func `delimiters within quotes are not counted for the detection`() throws {
        #expect(try data("", "\"a;b;c;d\",e\n1,2\n") == [#"{"a;b;c;d":"1","e":"2"}"#])
    }

    @Test func `the header is the first line with a text, and lines above it are skipped`() throws {
        let text = "No errors\n3 ms\n\nid,name\n1,x\n"
        #expect(try data("[Table]\nHeaderContains=id,", text) == [#"{"id":"1","name":"x"}"#])
    }

    @Test func `a table without a header takes its names from the definition`() throws {
        #expect(try data("[Table]\nHeader=a \"b c\"", "1,2\n") == [#"{"a":"1","b c":"2"}"#])
        let replaced = "[Table]\nHeader=a b\nHeaderContains=x"
        #expect(try data(replaced, "x,y\n1,2\n") == [#"{"a":"1","b":"2"}"#])
    }

    @Test func `columns with the same name are numbered, left out or rejected`() throws {
        let text = "id,sky,sky2,sky,\n1,a,b,c,\n"
        #expect(try data("", text) == [#"{"id":"1","sky":"a","sky2":"b","sky3":"c"}"#])
        #expect(try data("[Table]\nDuplicate=first", text) == [#"{"id":"1","sky":"a","sky2":"b"}"#])
        #expect(failure("[Table]\nDuplicate=refuse", text)?.reason == .shape)
    }

    @Test func `a short row is rejected, or padded if the definition says so`() throws {
        let decoded = try decode("", "a,b\n1\n1,2\n1,2,3\n")
        #expect(decoded.records.count == 1)
        #expect(decoded.rejects.map(\.line) == [2, 4])
        let padded = try decode("[Table]\nRagged=pad", "a,b\n1\n1,2\n1,2,3\n")
        #expect(padded.records.count == 2)
        #expect(
            padded.rejects.map(\.reason) == [
                "3 fields where the header has 2: Delimiter=, Quote=, HeaderContains= or Header= may read it"
            ])
    }

    @Test func `blank lines are not rows`() throws {
        #expect(try decode("", "\n\na,b\n\n1,2\n\n").records.count == 1)
        #expect(try decode("", "\n\na,b\n\n1,2\n\n").rejects.isEmpty)
    }

    @Test func `a byte order mark is not part of the first name`() throws {
        #expect(try data("", "\u{FEFF}id,x\n1,2\n") == [#"{"id":"1","x":"2"}"#])
    }

    @Test func `blank fields are absent`() throws {
        #expect(try data("", "a,b,c\n  ,\u{A0},x \n") == [#"{"c":"x "}"#])
    }

    @Test func `strings are escaped as JSON`() throws {
        let found = try data("", "a\tb\n\"\\\u{1}\u{1F}é😀\tlong enough \" for words \\ of eight\n")
        #expect(found == [#"{"a":"\"\\\u0001\u001fé😀","b":"long enough \" for words \\ of eight"}"#])
    }

    @Test func `an empty document, a web page, a missing header and a missing key have different reasons`() {
        #expect(failure("", "")?.reason == .empty)
        #expect(failure("", " \n\r\n ")?.reason == .empty)
        #expect(failure("", "<!DOCTYPE html>\n<html>")?.reason == .content)
        #expect(failure("[Table]\nHeaderContains=ID", "a,b\n1,2")?.reason == .shape)
        #expect(failure("[Record]\nKey=c", "a,b\n1,2")?.reason == .shape)
        #expect(failure("[Record]\nNumber=a\nRequire=b", "a,b\n1,\n2,")?.reason == .shape)
    }

    @Test func `a header without rows is a table without records`() throws {
        #expect(try decode("", "a,b\n").records.isEmpty)
        #expect(failure("[Record]\nMinRecords=1", "a,b\n")?.reason == .empty)
        #expect(failure("[Record]\nMinRecords=2", "a,b\n1,2\n")?.reason == .shape)
    }

    @Test func `a row without a key is identified by a hash of its content`() throws {
        let first = try decode("", "a,b\n1,2\n3,4\n").records
        let second = try decode("", "a,b\n3,4\n").records
        #expect(first.map(\.key).count == 2)
        #expect(first[1] == second[0])
    }

    @Test func `the encoding of the definition takes precedence over that of the transport`() throws {
        let bytes: [UInt8] = Array("a,b\n1,".utf8) + [0xE1, 0x0A]
        let context = DocumentContext(reference: UTC(seconds: 0), charset: "iso-8859-2")
        let latin2 = try TestDocument.decode(.table, "", bytes, context: context)
        #expect(latin2.records.map { String(decoding: $0.data, as: UTF8.self) } == [#"{"a":"1","b":"á"}"#])
        let given = "[Table]\nEncoding=koi8-r"
        let koi8 = try TestDocument.decode(.table, given, bytes, context: context)
        #expect(koi8.records.map { String(decoding: $0.data, as: UTF8.self) } == [#"{"a":"1","b":"А"}"#])
    }

    @Test(arguments: [("iso-8859-1", [0xC3, 0xA9]), ("utf-8", [0xE9])] as [(String, [UInt8])])
    func `the bytes of a table disprove the header`(label: String, letter: [UInt8]) throws {
        let bytes = Array("a,b\n1,caf".utf8) + letter + [0x0A]
        let context = DocumentContext(reference: UTC(seconds: 0), charset: label)
        let found = try TestDocument.decode(.table, "[Table]\nEncoding=auto", bytes, context: context)
        #expect(found.records.map { String(decoding: $0.data, as: UTF8.self) } == [#"{"a":"1","b":"café"}"#])
        #expect(found.rejects.isEmpty)
        #expect(found.notes.count == 1)
        #expect(found.notes[0].hasPrefix("the HTTP header says charset=\(label), but the text is "))
    }

    @Test func `columns that the definition names and the table lacks are a remark`() throws {
        let rules = "[Record]\nKey=id\nTitle=name\nNumber=v\nTime=t\nRename=w:speed\nWhere=not (s exists)\n"
        let found = try decode(rules + "Where=speed exists", "id,w,V\n1,2,3\n")
        #expect(found.notes == ["[Record] names columns that the table does not have: v, t, name, s"])
        #expect(found.records.count == 1 && found.rejects.isEmpty)
        #expect(try decode(rules, "id,w,v,t,name,s\n1,2,3,2026-11-28,a,\n").notes == [])
    }

    @Test func `invalid characters are replaced and reported`() throws {
        let bytes: [UInt8] = Array("a,b\n1,x".utf8) + [0xFF, 0x0A]
        let decoded = try TestDocument.decode(.table, "[Table]\nEncoding=utf-8", bytes)
        #expect(
            decoded.records.map { String(decoding: $0.data, as: UTF8.self) } == [
                "{\"a\":\"1\",\"b\":\"x\u{FFFD}\"}"
            ])
        #expect(decoded.rejects.count == 1)
    }

    @Test(arguments: [
        "[Table]\nEncoding=nonsense", "[Table]\nQuote=maybe", "[Table]\nDelimiter=\"", "[Table]\nRagged=x",
        "[Record]\nKey=\"a", "[Record]\nMap=a", "[Record]\nMap=a b", "[Record]\nMatch=a",
        "[Record]\nMatch=a (",
        "[Record]\nWhere=a", "[Record]\nNumber=a\nBoolean=a", "[Record]\nRename=a", "[Record]\nGroup=a b",
        "[Record]\nLocation=a b c", "[Record]\nMinRecords=x", "[Record]\nBar=a", "[Record]\nBar=a 0",
        "[Record]\nBar=a inf",
    ])
    func `an error about a setting names its line`(definition: String) throws {
        let options = try TestDocument.options(definition)
        let error = #expect(throws: OptionError.self) { try Kind.table.check(options) }
        #expect((error?.line ?? 0) > 1)
        #expect(error?.file == "test.source")
    }

    @Test func `positions are rounded to the nearest number`() throws {
        var random = SeededGenerator(seed: 3)
        var texts = [
            "0", "-0", "0.0", "00012.5", ".5", "1e1", "89.99999999999999999", "-8.1910513341426849E-2",
        ]
        for _ in 0..<2000 {
            let digits = (0..<Int.random(in: 1...24, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            let sign = Bool.random(using: &random) ? "-" : ""
            let power = Bool.random(using: &random) ? "" : "e-\(Int.random(in: 0...19, using: &random))"
            texts.append("\(sign)\(Int.random(in: 0...8, using: &random)).\(digits.joined())\(power)")
        }
        let rows = texts.enumerated().map { "\($0.offset),\($0.element),1\n" }.joined()
        let decoded = try decode("[Record]\nKey=k\nNumber=x y\nLocation=x y", "k,x,y\n" + rows)
        #expect(decoded.records.count == texts.count)
        for (record, text) in zip(decoded.records, texts) {
            #expect(record.position?.latitude == Double(text), "\(text)")
        }
    }
}
