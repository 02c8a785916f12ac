import Records
import Testing

@Suite struct ContentHasherTests {
    private func hash(_ bytes: [UInt8]...) -> RecordHash {
        var hasher = ContentHasher()
        for part in bytes { hasher.add(part.span) }
        return hasher.value
    }

    @Test func `the hash is the same in every process and on every machine`() {
        // Reckoned by another implementation of the same construction.
        #expect(hash([]) == RecordHash(low: 0xDCF4_936E_12EC_9161, high: 0x7BD0_223A_B97C_4D7E))
        #expect(
            hash(Array(#"{"a":1}"#.utf8))
                == RecordHash(low: 0xE02C_3F5D_0810_2DD1, high: 0xF8B8_89AC_E104_0A10))
        #expect(
            hash(Array(#"{"a":12345678}"#.utf8))
                == RecordHash(low: 0x05CB_78CE_7AD2_778C, high: 0xAA13_5C94_5C8D_9D25))
        #expect(hash(Array(0..<200)) == RecordHash(low: 0xD938_78CC_CE85_90D8, high: 0x4F5B_C641_D844_F1AA))
    }

    @Test func `where one part ends and the next begins makes a difference`() {
        #expect(hash([1, 2, 3]) != hash([1, 2], [3]))
        #expect(hash([1], []) != hash([1]))
        #expect(hash([0]) != hash([0, 0]))
    }

    @Test func `each bit of a text of any length changes about half of the hash's`() {
        var counts: Set<Int> = []
        for length in 1...200 {
            let text = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
            let plain = hash(text)
            for bit in 0..<length * 8 {
                var other = text
                other[bit / 8] ^= 1 << UInt8(bit % 8)
                let changed = hash(other)
                counts.insert(
                    (plain.low ^ changed.low).nonzeroBitCount + (plain.high ^ changed.high).nonzeroBitCount)
            }
        }
        #expect(counts.allSatisfy { (32...96).contains($0) })
    }

    @Test func `texts that differ little have no half of a hash in common`() {
        var (lows, highs): (Set<UInt64>, Set<UInt64>) = ([], [])
        let count = 100_000
        for number in 0..<count {
            let hash = hash(Array(#"{"id":"R\#(number)","name":"Company number \#(number % 10)"}"#.utf8))
            lows.insert(hash.low)
            highs.insert(hash.high)
        }
        #expect(lows.count == count && highs.count == count)
    }
}
