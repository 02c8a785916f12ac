import Records
import Testing

@Suite struct JSONScannerTests {
    @Test(arguments: [
        "{}", "[]", "0", "-1.5e+3", "true", "null", #""a\u00e9\n""#, #" { "a" : [ 1 , {"b":[]} , false ] } "#,
    ])
    func `the scanner skips every value that it can read`(text: String) throws {
        let bytes = Array(text.utf8)
        #expect(throws: Never.self) { try JSON(parsing: bytes) }
        var scanner = JSONScanner()

        try scanner.skipValue(bytes.span)

        #expect(scanner.peek(bytes.span) == nil)
    }

    @Test(arguments: [
        "", "{", "[1", "[1,]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{1:2}", "01", "-", "1.", "tru", #""a"#,
        "[1 2",
        "nul", #""\x""#, "\"\u{1}\"",
    ])
    func `the scanner does not skip text that it cannot read`(text: String) {
        let bytes = Array(text.utf8)
        #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
        #expect(throws: JSONError.self) {
            var scanner = JSONScanner()
            try scanner.skipValue(bytes.span)
            if scanner.peek(bytes.span) != nil { throw JSONError(expected: "end", at: scanner.offset) }
        }
    }

    @Test func `the scanner skips nested values up to the maximum depth`() throws {
        func text(_ depth: Int) -> [UInt8] {
            Array(repeating: 0x5B, count: depth) + Array(repeating: 0x5D, count: depth)
        }
        var scanner = JSONScanner()
        try scanner.skipValue(text(JSON.maximumDepth).span)
        #expect(scanner.offset == 2 * JSON.maximumDepth)
        #expect(throws: JSONError.self) {
            var scanner = JSONScanner()
            try scanner.skipValue(text(100_000).span)
        }
    }

    @Test func `the members of an object are read in their order, and values of other types as nil`() throws {
        let bytes = Array(#" {"a":12,"b": -7 ,"c":"x\"\u00e9","d":[1],"e":1e2,"f":"y","g":0} "#.utf8)
        var found: [String] = []

        try JSONScanner.members(bytes.span) { (name, scanner) throws(JSONError) in
            if name == "c" || name == "d" {
                found.append("\(name) \(try scanner.text(bytes.span) ?? "nil")")
            } else {
                found.append("\(name) \(try scanner.int(bytes.span).map(String.init) ?? "nil")")
            }
        }

        #expect(found == ["a 12", "b -7", "c x\"é", "d nil", "e 100", "f nil", "g 0"])
    }

    @Test(arguments: [
        "", "[]", "{", #"{"a"}"#, #"{"a":01}"#, #"{"a":1,}"#, #"{"a":1} x"#, #"{"a":}"#, "{1:1}",
    ])
    func `members of something else than an object are not read`(text: String) {
        let bytes = Array(text.utf8)
        #expect(throws: JSONError.self) {
            try JSONScanner.members(bytes.span) { (_, scanner) throws(JSONError) in
                _ = try scanner.int(bytes.span)
            }
        }
    }

    @Test(arguments: [
        ("9223372036854775807", Int.max), ("92233720368547758", 92_233_720_368_547_758), ("-0", 0),
        ("9223372036854775808", nil), ("1.5", nil), ("123456789.0", 123_456_789),
    ])
    func `a whole number that fits is read exactly`(text: String, expected: Int?) throws {
        for ending in ["}", ",", " "] {
            let bytes = Array((text + ending).utf8)
            var scanner = JSONScanner()
            #expect(try scanner.int(bytes.span) == expected && scanner.offset == text.utf8.count)
        }
    }
}
