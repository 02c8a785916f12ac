import Decoding
import Definitions
import Records
import TestDocuments
import Testing

@Suite struct AlertSchemaTests {
    /// Returns the first time that a message states as sent, in seconds since 1970; `nil` if there is none.
    private func sent(_ bytes: [UInt8]) -> Int64? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let mark = text.firstRange(ofText: "sent") else { return nil }
        let digits = text[mark.upperBound...].prefix(40).drop { !$0.isNumber }.prefix(25)
        return UTC(iso8601: String(digits))?.seconds
    }

    @Test func `every member of an alert is declared, and every declared one occurs`() throws {
        var check = SchemaCheck(.alert)
        for folder in ["single", "cases"] {
            for name in try CorpusFile.names(folder) where name.hasSuffix(".gz") {
                let bytes = try Corpus.bytes("\(folder)/\(name.dropLast(3))")
                guard let sent = sent(bytes) else { continue }
                // Some documents of the corpus cannot be decoded.
                guard let out = try? decode(bytes, at: sent + 60) else { continue }
                try check.add(out.records)
            }
        }
        #expect(check.faults == [])
        // Other documents add these: one that lacks an alert, and tables of zones; see AlertZoneTests.
        #expect(check.unseen.map { $0.prefix { $0 != ":" } } == ["unconfirmed", "unlocated"])
    }
}
