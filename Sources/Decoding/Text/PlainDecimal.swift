/// A number of digits, of which some may stand behind a point, with a minus or without, perhaps with a short exponent.
struct PlainDecimal {
    /// The digits as a whole number; right when there are 19 at most.
    private(set) var mantissa: UInt64 = 0
    /// How many digits there are from the first that is not zero on; when there are 19 at most, perhaps with zeros
    /// before.
    private(set) var digits = 0
    /// How many digits stand behind the point, less the exponent.
    private(set) var scale = 0
    /// Whether a minus stands before it.
    let isNegative: Bool
    /// Whether JSON can hold it as it stands: digits on both sides of a point, no zero that means nothing.
    private(set) var isLiteral = true

    /// Reads it; `nil` for what is not as simple, or longer than 40 bytes.
    init?(_ bytes: Span<UInt8>) {
        guard (1...40).contains(bytes.count) else { return nil }
        isNegative = bytes[unchecked: 0] == 0x2D
        let start = isNegative ? 1 : 0
        let point = read(bytes, from: start)
        isLiteral = point > start && (bytes[unchecked: start] != 0x30 || point == start + 1)
        digits = point - start
        var end = point
        if point < bytes.count, bytes[unchecked: point] == 0x2E {
            end = read(bytes, from: point + 1)
            scale = end - point - 1
            guard scale > 0 else { return nil }
        }
        digits += scale
        guard digits > 0, end == bytes.count || readExponent(bytes, from: end) else { return nil }
        if digits > 19 { skipZeros(bytes, from: start) }
    }

    /// Reads an `E` and up to two digits that end the number.
    private mutating func readExponent(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        guard bytes[unchecked: start] | 0x20 == 0x65, start + 1 < bytes.count else { return false }
        let sign = bytes[start + 1]
        let first = sign == 0x2D || sign == 0x2B ? start + 2 : start + 1
        guard (1...2).contains(bytes.count - first) else { return false }
        var exponent = 0
        for at in first..<bytes.count {
            guard bytes[at] &- 0x30 < 10 else { return false }
            exponent = exponent * 10 + Int(bytes[at] - 0x30)
        }
        scale -= sign == 0x2D ? -exponent : exponent
        return true
    }

    /// Does not count zeros at the begin.
    private mutating func skipZeros(_ bytes: Span<UInt8>, from start: Int) {
        for at in start..<bytes.count {
            if bytes[at] == 0x30 { digits -= 1 } else if bytes[at] != 0x2E { return }
        }
    }

    /// Reads digits, eight at a time, and gives the end of them.
    @inline(__always)
    private mutating func read(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            guard PlainDecimal.areDigits(word) else { break }
            mantissa = mantissa &* 100_000_000 &+ PlainDecimal.value(word.littleEndian)
            at += 8
        }
        while at < bytes.count, bytes[unchecked: at] &- 0x30 < 10 {
            mantissa = mantissa &* 10 &+ UInt64(bytes[unchecked: at] &- 0x30)
            at += 1
        }
        return at
    }

    private static func areDigits(_ word: UInt64) -> Bool {
        let high = word & 0xF0F0_F0F0_F0F0_F0F0
        let above = (word &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0
        return high | above >> 4 == 0x3333_3333_3333_3333
    }

    /// The value of eight digits, the first in the lowest byte: pairs, then fours, then all.
    private static func value(_ word: UInt64) -> UInt64 {
        let ones = word & 0x0F0F_0F0F_0F0F_0F0F
        let pairs = (ones &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
        return (fours &* 42_949_672_960_001) >> 32
    }
}
