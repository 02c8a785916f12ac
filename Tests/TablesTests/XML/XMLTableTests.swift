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

    @Test(arguments: [
        (#"<t total="1,234"><r k="1"/></t>"#, "total"),
        (#"<t xmlns:n="urn:n" n:numberMatched="5"><r k="1"/></t>"#, "numberMatched"),
        ("<t><IsTruncated>true</IsTruncated><r k='1'/></t>", "IsTruncated"),
        ("<t><page>1</page><pages>3</pages><l><r k='1'/></l></t>", "pages"),
        ("<t><link rel='self' href='/1'/><link rel='next' href='/2'/><r k='1'/></t>", "link"),
        ("<t><next>https://example.org/2</next><r k='1'/></t>", "next"),
    ])
    func `a document that says that there are more rows has a remark`(document: String, sign: String) throws {
        let found = try decode(document)
        #expect(found.records.map(\.key) == ["1"])
        #expect(found.notes == ["the document says that there are more elements than its 1 (\(sign))"])
    }

    @Test(arguments: [
        ("<t><error>No key</error></t>", "No key"),
        ("<t><errors><error>Late</error></errors><l/></t>", "Late"),
        ("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>", "Access Denied"),
        (
            "<e:Envelope xmlns:e='urn:e'><e:Body><e:Fault><faultstring>Down</faultstring></e:Fault></e:Body></e:Envelope>",
            "Down"
        ),
        (#"<t status="error"><message>Quota</message></t>"#, "Quota"),
        (#"<t success="false"/>"#, "an error without a message"),
    ])
    func `an error in place of rows refuses the document, and one beside them is a remark`(
        document: String, message: String
    ) throws {
        #expect(#expect(throws: DecodeError.self) { try decode(document) }?.found == message)
        let both = try decode("<x>\(document)<r k='1'/></x>")
        #expect(both.records.count == 1)
    }

    @Test(arguments: [
        "<t/>", "<t><l/></t>", "<t><errors/></t>", #"<t total="0" status="ok"/>"#,
        "<t><link>https://x/</link></t>",
    ])
    func `a document without rows and without an error has none`(document: String) throws {
        let found = try decode(document)
        #expect(found.records.isEmpty && found.notes.isEmpty)
    }

    @Test func `an error beside rows is a remark`() throws {
        let found = try decode("<t><error>One part failed</error><r k='1'/></t>")
        #expect(found.notes == ["the document also states an error: One part failed"])
    }

    @Test func `settings of delimited text cannot be combined with elements`() {
        let error = #expect(throws: OptionError.self) { try decode("<t/>", "Element=r\nDelimiter=tab") }
        #expect(error?.reason == "Delimiter=tab cannot be combined with Element=")
    }
}
