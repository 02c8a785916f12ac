import Records
import Testing

@Suite struct RecordHashTests {
    @Test func `the hash of content is XXH3, the same in every process and on every machine`() {
        // Printed by `xxhsum -H2`.
        #expect(
            RecordHash(content: "") == RecordHash(low: 0x6001_C324_468D_497F, high: 0x99AA_06D3_0147_98D8))
        #expect(
            RecordHash(content: #"{"a":1}"#)
                == RecordHash(low: 0xB6B7_1371_62FA_70FB, high: 0x3C8C_1416_63AC_F5A1))
        #expect(
            RecordHash(content: #"{"a":12345678}"#)
                == RecordHash(low: 0x7F4F_1745_8EB8_2066, high: 0x9971_4505_0443_48D6))
        let bytes = (0..<1000).map { UInt8($0 % 251) }
        let long = RecordHash(content: bytes.span.bytes)
        #expect(
            long == RecordHash(low: 0x33EF_703F_B2B2_0ED1, high: 0x18BF_41BC_8229_E277))
    }

    @Test func `the hash of words is that of their bytes, the lowest first`() {
        let words = RecordHash(words: [1, 0x0203])
        #expect(words == RecordHash(content: "\u{1}\0\0\0\0\0\0\0\u{3}\u{2}\0\0\0\0\0\0"))
    }

    @Test func `the number of content depends on its key`() {
        let hash = RecordHash(content: #"{"a":1}"#)
        let bytes = Array("k".utf8)
        let numberOfBytes = hash.number(under: bytes.span)
        #expect(hash.number(under: "k") == 0x9DF4_BAE2_2AFF_B103)
        #expect(hash.number(under: "k") == numberOfBytes)
        #expect(hash.number(under: "k") != hash.number(under: "l"))
        #expect(hash.number(under: "k") != RecordHash(content: #"{"a":2}"#).number(under: "k"))
    }

    @Test func `texts that differ little share no half of a hash and no number`() {
        var (lows, highs, numbers): (Set<UInt64>, Set<UInt64>, Set<UInt64>) = ([], [], [])
        let count = 100_000
        for number in 0..<count {
            let hash = RecordHash(
                content: #"{"id":"R\#(number)","name":"Company number \#(number % 10)"}"#)
            lows.insert(hash.low)
            highs.insert(hash.high)
            numbers.insert(hash.number(under: "key"))
        }
        #expect(lows.count == count && highs.count == count && numbers.count == count)
    }

    @Test func `the hash of bytes without a label is SipHash, the same in every process`() {
        // Computed by another implementation, which agrees with the published vectors.
        #expect(
            RecordHash(Array(#"{"a":1}"#.utf8))
                == RecordHash(low: 0x69a8_0017_1735_aa22, high: 0xd9c4_edf2_7bf8_b476))
    }
}
