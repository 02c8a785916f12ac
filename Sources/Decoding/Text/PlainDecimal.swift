import Records

/// A decimal number: digits with an optional point, minus sign and short exponent.
package struct PlainDecimal {
    /// The digits as a whole number; correct for up to 19 digits.
    private(set) var mantissa: UInt64 = 0
    /// The number of digits from the first one that is not zero; may include leading zeros if there are at
    /// most 19.
    private(set) var digits = 0
    /// The number of digits after the point, less the exponent.
    private(set) var scale = 0
    /// The number of digits after the point.
    private(set) var fraction = 0
    /// Whether the number has a minus sign.
    let isNegative: Bool
    /// Whether JSON can hold the text unchanged: digits on both sides of a point and no leading zeros.
    package private(set) var isLiteral = true

    /// Parses a number; `nil` for other forms and for more than 40 bytes.
    package init?(_ bytes: Span<UInt8>) {
        guard (1...40).contains(bytes.count) else { return nil }
        isNegative = bytes[unchecked: 0] == .hyphen
        let start = isNegative ? 1 : 0
        let point = read(bytes, from: start)
        isLiteral = point > start && (bytes[unchecked: start] != UInt8(ascii: "0") || point == start + 1)
        digits = point - start
        var end = point
        if point < bytes.count, bytes[unchecked: point] == .period {
            end = read(bytes, from: point + 1)
            scale = end - point - 1
            fraction = scale
            guard scale > 0 else { return nil }
        }
        digits += scale
        guard digits > 0, end == bytes.count || readExponent(bytes, from: end) else { return nil }
        if digits > 19 { skipZeros(bytes, from: start) }
    }

    /// Parses an `E` and up to two digits at the end.
    private mutating func readExponent(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        guard bytes[unchecked: start] | .caseBit == UInt8(ascii: "e"), start + 1 < bytes.count else {
            return false
        }
        let sign = bytes[start + 1]
        let first = sign == .hyphen || sign == .plus ? start + 2 : start + 1
        guard (1...2).contains(bytes.count - first) else { return false }
        var exponent = 0
        for at in first..<bytes.count {
            guard bytes[at].isDigit else { return false }
            exponent = exponent * 10 + Int(bytes[at].digitValue)
        }
        scale -= sign == .hyphen ? -exponent : exponent
        return true
    }

    /// Removes leading zeros from the number of digits.
    private mutating func skipZeros(_ bytes: Span<UInt8>, from start: Int) {
        for at in start..<bytes.count {
            if bytes[at] == UInt8(ascii: "0") { digits -= 1 } else if bytes[at] != .period { return }
        }
    }

    /// Reads digits, eight at a time, and returns the offset after them.
    @inline(__always)
    private mutating func read(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            guard PlainDecimal.areDigits(word) else { break }
            mantissa = mantissa &* 100_000_000 &+ PlainDecimal.value(word.littleEndian)
            at += 8
        }
        while at < bytes.count, bytes[unchecked: at].isDigit {
            mantissa = mantissa &* 10 &+ UInt64(bytes[unchecked: at].digitValue)
            at += 1
        }
        return at
    }

    private static func areDigits(_ word: UInt64) -> Bool {
        let high = word & 0xF0F0_F0F0_F0F0_F0F0
        let above = (word &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0
        return high | above >> 4 == 0x3333_3333_3333_3333
    }

    /// Returns the value of eight digits, the first in the lowest byte: combines pairs, then fours, then all.
    private static func value(_ word: UInt64) -> UInt64 {
        let ones = word & 0x0F0F_0F0F_0F0F_0F0F
        let pairs = (ones &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
        return (fours &* 42_949_672_960_001) >> 32
    }
}
