/// Eight bytes of text in one word, the first in the lowest place, examined together.
///
/// A *mark* is the highest bit of a byte; a search returns a word of marks, and the trailing zeros of that
/// word, divided by eight, are the offset of the first byte found.
extension UInt64 {
    /// Creates a word whose eight bytes are all the same.
    @inlinable @inline(__always) package init(repeating byte: UInt8) {
        self = UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// Returns a word of at most eight ASCII characters, the last in the lowest place.
    @inlinable @inline(__always) package static func word(_ text: StaticString) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<text.utf8CodeUnitCount { word = unsafe word << 8 | UInt64(text.utf8Start[index]) }
        return word
    }

    /// The highest bit of each byte.
    @inlinable @inline(__always) package static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Returns the marks of the bytes that equal `byte`.
    @inlinable @inline(__always) package func marks(of byte: UInt8) -> UInt64 {
        let difference = self ^ UInt64(repeating: byte)
        return ~(((difference & ~.highBits) &+ ~.highBits) | difference | ~.highBits)
    }

    /// The word with its uppercase ASCII letters in lower case.
    @inlinable @inline(__always) package var lowercased: UInt64 {
        let low = self & ~.highBits
        let fromA = low &+ UInt64(repeating: .highBit - UInt8(ascii: "A"))
        let afterZ = low &+ UInt64(repeating: .highBit - 1 - UInt8(ascii: "Z"))
        return self | ((fromA & ~afterZ & ~self & .highBits) >> 2)
    }

    /// The marks of the bytes below the space.
    @inlinable @inline(__always) package var controlMarks: UInt64 {
        ~(((self & ~.highBits) &+ UInt64(repeating: .highBit - .space)) | self | ~.highBits)
    }

    /// The marks of the bytes that a JSON string must escape: only the lowest mark is reliable.
    @inlinable @inline(__always) package var escapeMarks: UInt64 {
        (self ^ UInt64(repeating: .quote)).zeroMarks | (self ^ UInt64(repeating: .backslash)).zeroMarks
            | ((self &- UInt64(repeating: .space)) & ~self & .highBits)
    }

    /// The marks of the bytes that are zero: only the lowest mark is reliable, and there is none if no byte
    /// is zero.
    @inlinable @inline(__always) package var zeroMarks: UInt64 {
        (self &- UInt64(repeating: 1)) & ~self & .highBits
    }
}
