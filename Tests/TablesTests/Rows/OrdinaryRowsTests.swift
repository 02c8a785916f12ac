import Decoding
import Definitions
import Records
import Tables
import TestDocuments
import Testing

/// Ordinary rows, which are read many at a time, or one by one in slices shorter than a block.
@Suite struct OrdinaryRowsTests {
    private static let settings = [
        "", "[Table]\nQuote=none\nDelimiter=,", "[Table]\nDelimiter=tab\nQuote=double",
        "[Table]\nEncoding=windows-1252\nDelimiter=¬\nQuote=none",
        "[Table]\nDelimiter=¬\nQuote=double", "[Table]\nDelimiter=,\nRagged=pad",
        "[Record]\nKey=a\nNumber=b\nMap=c X:*x* Y:y\nGroup=c\nMatch=d ^[a-z, ]*$\nRequire=d",
    ]

    @Test(arguments: settings)
    func `rows read together equal rows read one by one`(definition: String) throws {
        var random = SeededGenerator(seed: 11)
        var records = 0
        for _ in 0..<300 {
            let bytes = OrdinaryRowsTests.table(definition, &random)
            let whole = Result { try TestDocument.decode(.table, definition, bytes) }
            for slice in [40, 61] {
                let parts = Result { try TestDocument.decode(.table, definition, bytes, slice: slice) }
                #expect((try? whole.get()) == (try? parts.get()), "\(String(decoding: bytes, as: UTF8.self))")
            }
            records += (try? whole.get().records.count) ?? 0
        }
        #expect(records > 1000)
    }

    @Test func `a copy of a decoder continues independently`() throws {
        let rows = (0..<200).map { "\($0),name \($0),\($0 % 7)\n" }.joined()
        let bytes = Array(("id,name,n\n" + rows).utf8)
        var first = try TableDecoder(options: TestDocument.options("[Record]\nKey=id"), context: .test)
        var out = Decoded()
        try first.decode(bytes.span.extracting(0..<1500), into: &out)
        var (second, other) = (first, out)
        try second.decode(Array("x,y,z\n".utf8).span, into: &other)
        try first.decode(bytes.span.extracting(1500..<bytes.count), into: &out)
        try second.decode(Array(repeating: "a,b,c\n", count: 40).joined().utf8.span, into: &other)
        try first.finish(into: &out)
        #expect(try out.records == TestDocument.decode(.table, "[Record]\nKey=id", bytes).records)
    }

    /// Returns rows of four fields, most of them ordinary.
    private static func table(_ definition: String, _ random: inout SeededGenerator) -> [UInt8] {
        let sign = definition.contains("=tab") ? "\t" : definition.contains("¬") ? "¬" : ","
        let end = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
        let odd = Int.random(in: 2...60, using: &random)
        var text = ["a", "b", "c", "d"].joined(separator: sign) + end
        for row in 0..<Int.random(in: 1...40, using: &random) {
            let fields = ["\(row)"] + (0..<3).map { _ in field(odd, sign, &random) }
            text += fields.joined(separator: sign)
            text += Int.random(in: 0..<odd, using: &random) == 0 ? "\n" : end
        }
        return definition.contains("1252")
            ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
    }

    private static func field(_ odd: Int, _ sign: String, _ random: inout SeededGenerator) -> String {
        let ordinary = [
            "", "x", "12.5", "some words", "-0.25", "é", " ", "\"in quotes\"", "\"a\(sign)b\"", "\"\"",
        ]
        let others = [
            "\"", "a\"b", "\"a\"b", "\"two \"\"quotes\"\"\"", "\"line\nend\"", "\"line\rend\"", "a\\b",
            "\u{1}",
            "\u{A0}", "tab\tin", sign, "\r", "\n", "\"\t\"", String(repeating: "long ", count: 30), "0012",
            "1e3", "ÿ",
        ]
        let isOdd = Int.random(in: 0..<odd, using: &random) == 0
        return (isOdd ? others : ordinary).randomElement(using: &random) ?? ""
    }
}
