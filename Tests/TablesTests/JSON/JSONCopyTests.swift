import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The fast path that copies elements, compared with the slow one that builds values.
@Suite struct JSONCopyTests {
    /// Decodes with rules that permit copying, and again with an additional rule that does not.
    private func both(_ rules: String, _ bytes: [UInt8]) throws -> (copied: Decoded, read: Decoded) {
        let copied = try TestDocument.decode(.json, rules, bytes)
        let read = try TestDocument.decode(.json, rules + "\n[Record]\nOmit=no-such-field", bytes)
        return (copied, read)
    }

    @Test(arguments: ["json/users.json", "json/s3k6-pzi2.quarter.json", "json/f9bf-2cp4.quarter.json"])
    func `copying an element yields the same record as reading it`(file: String) throws {
        let bytes = try CorpusFile.bytes(file)
        for rules in [
            "", "[Record]\nKey=id\nTitle=name",
            "[Record]\nKey=dbn\nNumber=latitude longitude\nLocation=latitude longitude\nGroup=city\nTitle=school_name",
        ] {
            let (copied, read) =
                (try? both(rules, bytes)).map { ($0.copied, $0.read) } ?? (Decoded(), Decoded())
            #expect(copied == read, "\(rules)")
        }
    }

    @Test(arguments: [
        #"[{"b":1,"a":[ {"z":null,"y":" "} , null, "" , [ ] ],"c":{"k":"\u0041\n","d":"é😀","e":{}}}]"#,
        #"[{"a":1,"a":2}]"#, #"[{"a":{"b":1,"b":2}}]"#, #"[{"\u0061":1}]"#,
        #"[{"a":"\u0020"},{"a":["\u0020"]}]"#,
        #"[{"x":"  k  "},{"x":12.50},{"x":true},{"x":[1]},{"x":"a\"b"},{"x":null}]"#, "[ { } ]",
        #"[{"n":"1.5"},{"n":2},{"n":" 3 "},{"n":"x"},{"n":null},{"n":true},{"n":[1]},{"n":"007"},{"n":"1e999"}]"#,
        #"[{"x":1},{"x":2,}]"#, #"[{"x":01}]"#, #"[{"x":nul}]"#, #"[{"x" 1}]"#, "[{\"x\":\"a\u{1}\"}]",
    ])
    func `unusual elements yield the same records or the same rejects`(text: String) throws {
        for rules in [
            "", "[Record]\nKey=x", "[Record]\nNumber=n", "[Record]\nKey=x\nRequire=x\nTitle=x\nGroup=x",
        ] {
            let result = Result { try both(rules, Array(text.utf8)) }
            if case .success(let (copied, read)) = result {
                #expect(copied == read, "\(rules)")
            } else {
                #expect(throws: DecodeError.self) { try TestDocument.decode(.json, rules, Array(text.utf8)) }
                let other = rules + "\n[Record]\nOmit=none"
                #expect(throws: DecodeError.self) { try TestDocument.decode(.json, other, Array(text.utf8)) }
            }
        }
    }

    @Test func `mutated documents yield the same records or the same errors`() throws {
        let bytes = try Array(CorpusFile.bytes("json/users.json").prefix(1200))
        let whole = bytes + Array("\"\"}}]".utf8)
        var random = SeededGenerator(seed: 9)
        for _ in 0..<2000 {
            var broken = whole
            for _ in 0..<3 {
                broken[Int.random(in: 0..<broken.count, using: &random)] =
                    Array("\"{}[],:\\ 0a\u{1}nt".utf8).randomElement(using: &random) ?? 0
            }
            let copied = try? TestDocument.decode(.json, "[Record]\nKey=id", broken)
            let read = try? TestDocument.decode(.json, "[Record]\nKey=id\nOmit=none", broken)
            #expect(copied == read)
        }
    }
}
