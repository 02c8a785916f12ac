import Decoding
import Definitions
import Records
import TestDocuments
import Testing

@Suite struct JSONDecoderTests {
    private func decode(_ definition: String, _ text: String) throws -> Decoded {
        try TestDocument.decode(.json, definition, Array(text.utf8))
    }

    /// Returns the data of the records, which must not depend on the slices.
    private func data(_ definition: String, _ text: String) throws -> [String] {
        let whole = try decode(definition, text)
        for slice in 1...4 {
            #expect(try TestDocument.decode(.json, definition, Array(text.utf8), slice: slice) == whole)
        }
        return whole.records.map { String(decoding: $0.data, as: UTF8.self) }
    }

    private func reason(_ definition: String, _ text: String) -> FailureReason? {
        let error = #expect(throws: DecodeError.self) { try decode(definition, text) }
        return error?.reason
    }

    @Test func `the elements of an array are records`() throws {
        #expect(
            try data("", #" [ {"b":1, "a":"x"} , {"a":[1,{"d":1,"c":2}]} ] "#) == [
                #"{"a":"x","b":1}"#, #"{"a":[1,{"c":2,"d":1}]}"#,
            ])
        #expect(try data("", "[]") == [])
    }

    @Test func `an object of very many members is put in order in less than quadratic time`() throws {
        let names = (0..<40_000).map { String(1_000_000 + $0) }
        let members = names.reversed().map { "\"\($0)\":1" }.joined(separator: ",")
        let sorted = names.map { "\"\($0)\":1" }.joined(separator: ",")
        let found = try decode("", "[{\(members)},{\"a\":{\(members)}}]").records.map(\.data)
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == ["{\(sorted)}", "{\"a\":{\(sorted)}}"])
    }

    @Test func `members are put in order in each element and in the objects within it`() throws {
        let text = #"[{"b":1,"a":2},{"d" :{"y" : 1,"x":[{"f":0,"e":0}]},"c":"\u0041"},{"b":4,"a":5}]"#
        let nested = #"{"c":"A","d":{"x":[{"e":0,"f":0}],"y":1}}"#
        #expect(try data("", text) == [#"{"a":2,"b":1}"#, nested, #"{"a":5,"b":4}"#])
    }

    @Test(arguments: ["1e999", "-1E400", String(repeating: "9", count: 400)])
    func `a number beyond the range of a double stays as text, with a reject`(number: String) throws {
        let text = #"[{"a":{"b":[\#(number)]},"c":1e3},{"c":\#(number)}]"#
        #expect(
            try data("[Record]\nKey=c", text)
                == [#"{"a":{"b":["\#(number)"]},"c":1e3}"#, #"{"c":"\#(number)"}"#])
        let rejects = try decode("[Record]\nKey=c", text).rejects
        #expect(rejects.map(\.field) == ["a.b", "c"])
        #expect(rejects.map(\.reason) == ["too large a number", "too large a number"])
        #expect(rejects.map(\.found) == [String(number.prefix(200)), String(number.prefix(200))])
    }

    @Test func `a number within the range of a double stays as it is written`() throws {
        let text = #"[{"a":1.7976931348623157E308,"b":-1e-999,"c":12345678901234567890.5}]"#
        #expect(try data("", text) == [String(text.dropFirst().dropLast())])
    }

    @Test func `the records may lie at a pointer`() throws {
        let text =
            #"{"meta":{"items":[1]},"data":[0,{"items":[{"a":1},{"a":2}],"x":null}],"z":[{"items":[3]}]}"#
        #expect(try data("[JSON]\nPointer=/data/1/items", text) == [#"{"a":1}"#, #"{"a":2}"#])
        #expect(try data("[JSON]\nPointer=/a~1b", #"{"a":[1],"a/b":[{"c":2}]}"#) == [#"{"c":2}"#])
        #expect(reason("[JSON]\nPointer=/data/2/items", text) == .shape)
    }

    @Test func `an object may hold the records by name`() throws {
        let decoded = try decode("[JSON]\nKeyedBy=id", #"{"KPWM":{"t":1},"EGLL":{"t":2,"id":"x"}}"#)
        #expect(decoded.records.map(\.key) == ["KPWM", "EGLL"])
        #expect(try data("[JSON]\nKeyedBy=id", #"{"K\u0050":{"t":1}}"#) == [#"{"id":"KP","t":1}"#])
        #expect(try data("[JSON]\nKeyedBy=id", "{}") == [])
    }

    @Test func `a single object is one record, another value becomes a record with a member`() throws {
        #expect(
            try data("[JSON]\nPointer=/now", #"{"was":{"t":0},"now":{"t":1},"next":{"t":2}}"#) == [
                #"{"t":1}"#
            ])
        #expect(
            try data("", #"[1,"a",[true],null]"#) == [
                #"{"value":1}"#, #"{"value":"a"}"#, #"{"value":[true]}"#,
            ])
        #expect(try data("", "42") == [#"{"value":42}"#])
    }

    @Test func `null and blank members count as absent at every depth`() throws {
        #expect(
            try data("", #"[{"a":null,"b":" ","c":{"d":null,"e":1},"f":[null,""]}]"#) == [
                #"{"c":{"e":1},"f":[null,""]}"#
            ])
    }

    @Test func `numbers keep their digits, strings are unescaped`() throws {
        #expect(
            try data("", #"[{"n":1.50,"m":-0.0e+5,"s":"\u00e9\/\ud83d\ude00\n"}]"#) == [
                #"{"m":-0.0e+5,"n":1.50,"s":"é/😀\n"}"#
            ])
    }

    @Test func `the rules apply to nested fields`() throws {
        let rules = """
            [Record]
            Key=id
            Title=name
            Number=address.geo.lat /address/geo/lng
            Location=address.geo.lat address.geo.lng
            Map=company.name Inc:*inc*
            Omit=address.zip x*
            Rename=address.geo:position name:called
            """
        let text = """
            [{"id":7,"name":" Ann ","x1":1,"address":{"zip":"1","geo":{"lat":"-37.3159","lng":"81"}},
              "company":{"name":"Foo Inc."}}]
            """
        let record = try #require(decode(rules, text).records.first)
        #expect(record.key == "7")
        #expect(record.title == "Ann")
        #expect(record.position == Position(latitude: -37.3159, longitude: 81))
        #expect(
            String(decoding: record.data, as: UTF8.self)
                == #"{"address":{"position":{"lat":-37.3159,"lng":81}},"called":" Ann ","#
                + #""company":{"name":"Inc","nameOriginal":"Foo Inc."},"id":7}"#)
    }

    @Test func `a wrong type loses the field, a missing required field the element`() throws {
        let rules = "[Record]\nKey=id\nNumber=n\nBoolean=b\nRequire=r"
        let text =
            #"[{"id":1,"n":"s","b":true,"r":0},{"id":2},{"n":1,"r":1},{"id":3,"n":{},"b":"no","r":[]}]"#
        let decoded = try decode(rules, text)
        #expect(
            decoded.records.map { String(decoding: $0.data, as: UTF8.self) } == [#"{"b":true,"id":1,"r":0}"#])
        #expect(decoded.rejects.map(\.reason) == ["not a number", "missing", "no key", "missing"])
        #expect(decoded.rejects.map(\.offset) == [1, 33, 42, 56])
        #expect(decoded.rejects.map(\.key) == ["1", nil, nil, nil])
    }

    @Test(arguments: [7, 300])
    func `a reject has the line on which its element begins`(slice: Int) throws {
        let lines = (0..<50).map { row in
            #"  {"id": \#(row), "n": \#(row % 7 == 3 ? "\"x\"" : "1")},\#r\#n"#
        }.joined()
        let text = "[\n" + lines + "  {}\n]"
        let decoded = try TestDocument.decode(
            .json, "[Record]\nKey=id\nNumber=n", Array(text.utf8), slice: slice)
        #expect(decoded.rejects.map(\.line) == [5, 12, 19, 26, 33, 40, 47, 52])
    }

    @Test func `elements that do not satisfy the condition are omitted`() throws {
        let decoded = try decode(
            "[Record]\nKey=a\nWhere=b.c > 1", #"[{"a":1,"b":{"c":1}},{"a":2,"b":{"c":2}}]"#)
        #expect(decoded.records.map(\.key) == ["2"])
        #expect(decoded.omitted == ["where": 1])
    }

    @Test func `an empty document, a web page, another shape and a fault have different reasons`() {
        #expect(reason("", "") == .empty)
        #expect(reason("", " \n ") == .empty)
        #expect(reason("", "\n<!DOCTYPE HTML><title>x") == .content)
        #expect(reason("[JSON]\nPointer=/data", #"{"error":"no"}"#) == .shape)
        #expect(reason("[Record]\nKey=id", #"[{"a":1}]"#) == .shape)
        #expect(reason("", #"[{"a":1},"#) == .parse)
        #expect(reason("", "[] x") == .parse)
        #expect(reason("[JSON]\nPointer=/a", #"{"a":[],"b":[1,]}"#) == .parse)
        #expect(reason("[Record]\nMinRecords=1", "[]") == .empty)
    }

    @Test(arguments: ["null", "[null]", " [null, null]\n"])
    func `a document of nulls does not empty a source`(text: String) {
        for definition in ["", "[Record]\nKey=id", "[Record]\nMinRecords=0"] {
            let error = #expect(throws: DecodeError.self) { try decode(definition, text) }
            #expect(error?.reason == .shape)
            #expect(error?.description.hasSuffix("only \"null\"") == true)
        }
        #expect(reason("[JSON]\nPointer=/data", #"{"data":null}"#) == .shape)
        #expect(reason("[JSON]\nKeyedBy=id", #"{"a":null}"#) == .shape)
    }

    @Test func `a null among records is omitted, and an empty list is a list`() throws {
        let found = try decode("[Record]\nKey=a", #"[null,{"a":1},null]"#)
        #expect(found.records.map(\.key) == ["1"])
        #expect(found.omitted == ["null": 2])
        #expect(try decode("", "[]").records.isEmpty)
    }

    @Test func `an error has the place of the fault`() {
        let error = #expect(throws: DecodeError.self) { try decode("", #"[{"a":1},{"a" 2}]"#) }
        #expect(error?.description == "line 1, byte 14: \"2}]\" is not a JSON colon")
    }

    @Test func `UTF-16 with a byte order mark is read, invalid UTF-8 is rejected`() throws {
        let bytes: [UInt8] = [0xFF, 0xFE] + "[1]".utf8.flatMap { [$0, 0] }
        #expect(try TestDocument.decode(.json, "", bytes).records.count == 1)
        #expect(throws: DecodeError.self) {
            try TestDocument.decode(.json, "", Array("[\"".utf8) + [0xFF, 0x22, 0x5D])
        }
    }

    @Test(arguments: ["[", "{\"a\":", "[[", "[{\"a\":["])
    func `a hundred thousand open brackets do not crash the decoder`(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect(throws: DecodeError.self) { try decode("", text) }
        #expect(throws: DecodeError.self) { try decode("[JSON]\nPointer=/0/0/a", text) }
        let closed = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(throws: DecodeError.self) { try decode("", closed) }
    }

    @Test(arguments: ["[JSON]\nPointer=data", "[Record]\nWhere=x"])
    func `a setting that cannot be used is rejected`(definition: String) throws {
        let options = try TestDocument.options(definition)
        #expect(throws: OptionError.self) { try Kind.json.check(options) }
    }
}
