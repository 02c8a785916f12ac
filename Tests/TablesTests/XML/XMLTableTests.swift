import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Tables in XML, one record for each element of a name.
@Suite struct XMLTableTests {
    private func decode(_ document: String, _ settings: String = "Element=r") throws -> Decoded {
        try TestDocument.decode(.table, "[Table]\n\(settings)\n[Record]\nKey=k\n", Array(document.utf8))
    }

    private func data(_ document: String) throws -> [String] {
        try decode(document).records.map { String(decoding: $0.data, as: UTF8.self) }
    }

    @Test func `attributes and children are fields, those of one name an array`() throws {
        let row = #"<r k="1" xml:lang="de"><a>x</a><n:b>1</n:b><b/><b c="2">t</b></r>"#
        #expect(
            try data("<t xmlns:n=\"urn:n\">\(row)</t>") == [
                #"{"a":"x","b":["1","",{"c":"2","text":"t"}],"k":"1","lang":"de"}"#
            ])
    }

    @Test func `a row inside a row is a part of it`() throws {
        #expect(try data("<t><r><k>1</k><r><k>2</k></r></r></t>") == [#"{"k":"1","r":{"k":"2"}}"#])
    }

    @Test func `a row without a key affects only itself`() throws {
        let found = try decode("<t><r/><r><k>1</k></r></t>")
        #expect(found.records.map(\.key) == ["1"])
        #expect(found.rejects.map(\.reason) == ["no key"])
    }

    @Test func `an entity is never expanded`() throws {
        let head = #"<!DOCTYPE t [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY f "x">]>"#
        #expect(try data("\(head)<t><r><k>1</k><a>&e;&f;</a></r></t>") == [#"{"a":"&e;&f;","k":"1"}"#])
    }

    @Test(arguments: ["", " ", "<!DOCTYPE html><html></html>", "a,b\n1,2\n", "<t><r><k>1</k></r>", "{}"])
    func `a document that is not complete XML is refused`(_ document: String) {
        #expect(throws: DecodeError.self) { try decode(document) }
    }

    @Test(arguments: [
        "<t><r><k>1</r><r><k>2</k></r></t>", "<t><r><k>1</k><r><k>2</k></r></t>",
        "<t><r><k>1</k></r><r><k>2</r></t>", "<t><r><k>1<r><k>2</t>",
    ])
    func `a row whose end or that of a field is missing ends with its parent or the next row`(
        _ document: String
    ) throws {
        let decoded = try decode(document)
        #expect(
            decoded.records.map { String(decoding: $0.data, as: UTF8.self) } == [
                #"{"k":"1"}"#, #"{"k":"2"}"#,
            ])
        #expect(decoded.notes.contains { $0.contains("elements without an end") })
    }

    @Test func `settings of delimited text cannot be combined with elements`() {
        let error = #expect(throws: OptionError.self) { try decode("<t/>", "Element=r\nDelimiter=tab") }
        #expect(error?.reason == "Delimiter=tab cannot be combined with Element=")
    }
}
