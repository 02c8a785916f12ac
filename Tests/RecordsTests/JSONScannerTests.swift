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
}
