import Records

/// A filter that replaces invalid UTF-8 by U+FFFD; slices may split characters.
///
/// Source: Unicode 15, §3.9, table 3-7, and the replacement of maximal subparts.
package struct UTF8Repair {
    /// U+FFFD as UTF-8.
    static let replacement: [UInt8] = Array("\u{FFFD}".utf8)

    private var cut: [UInt8] = []
    private(set) var faults = 0

    mutating func convert(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        guard !cut.isEmpty else {
            cut = repair(bytes, into: &text)
            return
        }
        var joined = cut
        joined.append(bytes)
        cut = repair(joined.span, into: &text)
    }

    mutating func finish(into text: inout [UInt8]) {
        guard !cut.isEmpty else { return }
        cut = []
        faults += 1
        text.append(contentsOf: UTF8Repair.replacement)
    }

    /// Whether the bytes are valid UTF-8; unless they are whole, the last character may be incomplete.
    package static func isValid(_ bytes: Span<UInt8>, isWhole: Bool) -> Bool {
        var at = 0
        while at < bytes.count {
            let length = length(bytes, at: &at)
            if length < 0 { return false }
            if length == 0 { return at == bytes.count || !isWhole }
            at += length
        }
        return true
    }

    /// The numbers of characters beyond ASCII.
    struct Counts {
        var valid = 0
        var invalid = 0
        /// The invalid ones that are the first bytes of a character, at least two.
        var cut = 0

        /// Counts a character by its length; the negated one of invalid bytes.
        mutating func add(_ length: Int) {
            if length > 0 { valid += 1 } else { invalid += 1 }
            if length < -1 { cut += 1 }
        }
    }

    /// Returns the numbers of valid and invalid characters beyond ASCII; unless the bytes are whole, the last
    /// character may be incomplete.
    static func counts(_ bytes: Span<UInt8>, isWhole: Bool) -> Counts {
        var counts = Counts()
        var at = 0
        while at < bytes.count {
            let length = length(bytes, at: &at)
            if length == 0 {
                if at < bytes.count, isWhole { counts.add(at - bytes.count) }
                return counts
            }
            counts.add(length)
            at += abs(length)
        }
        return counts
    }

    /// Appends the text and returns the incomplete character at the end.
    private mutating func repair(_ bytes: Span<UInt8>, into text: inout [UInt8]) -> [UInt8] {
        var start = 0
        var at = 0
        while at < bytes.count {
            let length = UTF8Repair.length(bytes, at: &at)
            if length == 0 { break }
            if length > 0 {
                at += length
            } else {
                text.append(bytes.extracting(start..<at))
                text.append(contentsOf: UTF8Repair.replacement)
                faults += 1
                at -= length
                start = at
            }
        }
        text.append(bytes.extracting(start..<at))
        return (at..<bytes.count).map { bytes[$0] }
    }

    /// Skips ASCII, then measures the character there.
    ///
    /// - Returns: The length of the character; 0 at the end or if it is incomplete; the negated number of
    ///   invalid bytes.
    private static func length(_ bytes: Span<UInt8>, at: inout Int) -> Int {
        at = asciiEnd(bytes, from: at)
        guard at < bytes.count else { return 0 }
        let (count, second) = shape(bytes[at])
        guard count > 0 else { return -1 }
        for index in 1..<count {
            guard at + index < bytes.count else { return 0 }
            let allowed = index == 1 ? second : 0x80...0xBF
            guard allowed.contains(bytes[at + index]) else { return -index }
        }
        return count
    }

    /// Returns the offset of the first non-ASCII byte at or after a place; the number of bytes if there is
    /// none.
    package static func asciiEnd(_ bytes: Span<UInt8>, from: Int) -> Int {
        var at = from
        while bytes.count &- at >= 32, isASCII(bytes, block: at) { at &+= 32 }
        while at + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            let high = word & .highBits
            if high != 0 { return at + high.trailingZeroBitCount >> 3 }
            at += 8
        }
        while at < bytes.count, bytes[unchecked: at].isASCII { at += 1 }
        return at
    }

    /// Whether 32 bytes are ASCII.
    @inline(__always)
    private static func isASCII(_ bytes: Span<UInt8>, block at: Int) -> Bool {
        let block = unsafe bytes.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: at, as: SIMD4<UInt64>.self)
        return (block.x | block.y | block.z | block.w) & .highBits == 0
    }

    /// Returns the length of a character by its first byte and the valid second bytes; 0 if no character
    /// begins so.
    private static func shape(_ first: UInt8) -> (Int, ClosedRange<UInt8>) {
        switch first {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: (0, 0x80...0xBF)
        }
    }
}
