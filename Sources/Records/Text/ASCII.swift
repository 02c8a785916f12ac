/// Classes of ASCII characters; every byte of a non-ASCII character is in none of them.
extension UInt8 {
    /// Whether the byte is an ASCII character, 0...127.
    @inlinable @inline(__always) package var isASCII: Bool { self < 128 }

    /// Whether the byte is a decimal digit.
    @inlinable @inline(__always) package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// Whether the byte is an uppercase letter.
    @inlinable @inline(__always) package var isUppercase: Bool { self &- UInt8(ascii: "A") < 26 }

    /// Whether the byte is a lowercase letter.
    @inlinable @inline(__always) package var isLowercase: Bool { self &- UInt8(ascii: "a") < 26 }

    /// Whether the byte is a letter of either case.
    @inlinable @inline(__always) package var isLetter: Bool { (self | .caseBit) &- UInt8(ascii: "a") < 26 }

    /// Whether the byte is a letter or a decimal digit.
    @inlinable @inline(__always) package var isLetterOrDigit: Bool { isLetter || isDigit }

    /// Whether the byte is a hexadecimal digit of either case.
    @inlinable @inline(__always) package var isHexadecimalDigit: Bool {
        isDigit || (self | .caseBit) &- UInt8(ascii: "a") < 6
    }

    /// Whether the byte is a space or a tab.
    @inlinable @inline(__always) package var isBlank: Bool { self == .space || self == .tab }

    /// Whether the byte ends a line: a line feed or a carriage return.
    @inlinable @inline(__always) package var isLineEnd: Bool { self == .newline || self == .carriageReturn }

    /// Whether the byte is a space or one of the five format effectors from tab to carriage return.
    @inlinable @inline(__always) package var isWhitespace: Bool {
        self == .space || self &- .tab <= .carriageReturn - .tab
    }

    /// Whether the byte is a control character, including DEL.
    @inlinable @inline(__always) package var isControl: Bool { self < .space || self == .delete }
}

/// The letters and digits of ASCII as numbers.
extension UInt8 {
    /// The bit that a lowercase letter has and its uppercase form has not.
    ///
    /// `byte | .caseBit == UInt8(ascii: "e")` is true for `e` and `E` and for no other byte.
    @inlinable @inline(__always) package static var caseBit: UInt8 { 0b0010_0000 }

    /// The bit that is set in all bytes but those of ASCII.
    @inlinable @inline(__always) package static var highBit: UInt8 { 0b1000_0000 }

    /// The same letter in lower case; any other byte unchanged.
    @inlinable @inline(__always) package var lowercased: UInt8 { isUppercase ? self | .caseBit : self }

    /// The same letter in upper case; any other byte unchanged.
    @inlinable @inline(__always) package var uppercased: UInt8 { isLowercase ? self & ~.caseBit : self }

    /// The value of a decimal digit, 0...9; meaningless for any other byte.
    @inlinable @inline(__always) package var digitValue: UInt8 { self &- UInt8(ascii: "0") }

    /// The value of a hexadecimal digit of either case, 0...15; `nil` for any other byte.
    @inlinable @inline(__always) package var hexadecimalValue: UInt8? {
        if isDigit { return digitValue }
        return isHexadecimalDigit ? (self | .caseBit) - UInt8(ascii: "a") + 10 : nil
    }

    /// Returns the decimal digit of a value 0...9.
    @inlinable @inline(__always) package static func digit(_ value: some BinaryInteger) -> UInt8 {
        UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)
    }

    /// Returns the lowercase hexadecimal digit of a value 0...15.
    @inlinable @inline(__always) package static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? digit(value) : UInt8(ascii: "a") &+ value &- 10
    }
}

extension Span<UInt8> {
    /// Whether the bytes from an offset on begin with a word.
    @inlinable
    package func begins(with word: StaticString, at place: Int) -> Bool {
        guard place + word.utf8CodeUnitCount <= count else { return false }
        for index in 0..<word.utf8CodeUnitCount {
            if unsafe self[unchecked: place + index] != word.utf8Start[index] { return false }
        }
        return true
    }
}
