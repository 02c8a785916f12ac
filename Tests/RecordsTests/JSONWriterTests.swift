import Records
import Testing

/// The writer of JSON text.
@Suite struct JSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.beginArray()
        write(&writer)
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `whole numbers have all their digits`() {
        for value in [0, 7, 10, 99, 100, -1, 1_000_000, Int.max, Int.min] {
            #expect(text { $0.number(value) } == "[\(value)]")
        }
    }

    @Test(arguments: [
        (0, "0"), (5, "0.05"), (10, "0.1"), (-5, "-0.05"), (-100, "-1"), (12_345, "123.45"), (1_000, "10"),
        (Int.min, "-92233720368547758.08"),
    ])
    func `hundredths are a decimal fraction without trailing zeros`(value: Int, expected: String) {
        #expect(text { $0.number(hundredths: value) } == "[\(expected)]")
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (10, "10"), (-2.5, "-2.5"), (1e300, "1e+300"), (.infinity, "null"),
    ])
    func `a number has the shortest notation that parses to it`(value: Double, expected: String) {
        #expect(text { $0.number(value) } == "[\(expected)]")
    }

    @Test func `members are separated by commas, also behind objects and arrays`() {
        let object = text { writer in
            writer.beginObject()
            writer.member(plain: "a", 1)
            writer.beginObject(plain: "b")
            writer.endObject()
            writer.beginArray(plain: "c")
            writer.number(2)
            writer.number(3)
            writer.endArray()
            writer.name(plain: "d")
            writer.bool(true)
            writer.member(plain: "e", hundredths: 150)
            writer.member(plain: "f", UTC(seconds: 1_588_380_000))
            writer.endObject()
            writer.beginObject()
            writer.member(plain: "g", "text")
            writer.endObject()
        }
        let first = #"{"a":1,"b":{},"c":[2,3],"d":true,"e":1.5,"f":"2020-05-02T00:40:00Z"}"#
        #expect(object == #"[\#(first),{"g":"text"}]"#)
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), (#"a"b\c"#, #""a\"b\\c""#),
        ("tab\t, line\n", #""tab\t, line\n""#),
        ("\u{1}", #""\u0001""#), ("größer als sechzehn Bytes", #""größer als sechzehn Bytes""#),
        ("sixteen plain by\"tes", #""sixteen plain by\"tes""#),
    ])
    func `strings are escaped where necessary, as values and as members`(value: String, expected: String) {
        #expect(text { $0.string(value) } == "[\(expected)]")
        let member = text { writer in
            writer.beginObject()
            writer.member(plain: "name", value)
            writer.member(plain: "other", value)
            writer.endObject()
        }
        #expect(member == #"[{"name":\#(expected),"other":\#(expected)}]"#)
    }
}
