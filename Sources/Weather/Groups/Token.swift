import Decoding
import Records

/// A word of a report: its range, and its first eight bytes for fast comparison.
struct Token: Hashable, Sendable {
    /// The offset of the word in bytes from the start of the report.
    let start: Int
    /// The length in bytes; never 0.
    let count: Int
    /// The first eight bytes, the first one in the highest place; zero beyond the end.
    let head: UInt64

    /// The offset of the end.
    var end: Int { start + count }

    /// One of the first eight bytes; 0 beyond the end.
    @inline(__always)
    subscript(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: head &>> UInt64(56 &- 8 &* index)) }

    /// The set of digits among the first eight bytes; the first byte is the highest bit.
    @inline(__always)
    var digits: UInt8 { UInt8(truncatingIfNeeded: (digitOnes &* 0x0102_0408_1020_4080) &>> 56) }

    /// The first eight bytes with `0` in the place of every digit: one comparison recognises the form of a
    /// group, such as `00000KT`.
    @inline(__always)
    var form: UInt64 { head & ~(digitOnes &* Token.digitBits) }

    /// The bits of an ASCII digit in which it differs from `0`.
    private static let digitBits: UInt64 = 0b1111

    /// The lowest bit of each byte that is a digit.
    @inline(__always)
    private var digitOnes: UInt64 {
        let offset = head ^ UInt64(repeating: UInt8(ascii: "0"))
        let other = ((offset & ~.highBits) &+ UInt64(repeating: 0x80 - 10)) | offset
        return (~other & .highBits) &>> 7
    }

    /// Returns the value of `count` digits within the first eight bytes.
    @inline(__always)
    func number(at index: Int, _ count: Int) -> Int {
        var value = 0
        for place in index..<index + count { value = value &* 10 &+ Int(self[place] & 15) }
        return value
    }

    /// Whether the word is `text`, at most eight ASCII characters.
    @inline(__always)
    func `is`(_ text: StaticString) -> Bool { head == Token.head(text) && count == text.utf8CodeUnitCount }

    /// Whether the word begins with `text`, at most eight ASCII characters.
    @inline(__always)
    func begins(_ text: StaticString) -> Bool {
        let unused = UInt64(64 &- 8 &* text.utf8CodeUnitCount)
        return (head ^ Token.head(text)) &>> unused == 0
    }

    /// Whether the word is a location indicator: four capital letters or digits, the first one a letter.
    var isStation: Bool {
        count == 4 && self[0].isUppercase && isLetterOrDigit(at: 1) && isLetterOrDigit(at: 2)
            && isLetterOrDigit(at: 3)
    }

    /// Whether the word may be an identifier of three characters, of which at least one is a digit: `O88`,
    /// `50R`.
    ///
    /// Source: FAA Order JO 7350.9, location identifiers.
    var isShortIdentifier: Bool {
        count == 3 && digits != 0 && digits != 0b1110_0000
            && isLetterOrDigit(at: 0) && isLetterOrDigit(at: 1) && isLetterOrDigit(at: 2)
    }

    @inline(__always)
    private func isLetterOrDigit(at index: Int) -> Bool { self[index].isUppercase || self[index].isDigit }

    /// Whether the word is a time `ddhhmmZ`.
    var isTime: Bool { count == 7 && digits == 0b1111_1100 && self[6] == UInt8(ascii: "Z") }

    /// Whether the word is a time `ddhhmmZ`, with or without the `Z`, or a mistyped one.
    func resemblesTime(in bytes: Span<UInt8>) -> Bool {
        let digits = digits & 0b1111_1100
        return digits == 0b1111_1100 && (count == 6 || count > 6 && self[6] == UInt8(ascii: "Z"))
            || digits.nonzeroBitCount >= 3 && count <= 8 && bytes[end - 1] == UInt8(ascii: "Z")
    }

    /// Whether the word consists of four digits.
    var isFourDigits: Bool { count == 4 && digits == 0b1111_0000 }

    /// Whether the word consists of six digits, such as a time `ddhhmm` or a period of the old style.
    var isSixDigits: Bool { count == 6 && digits == 0b1111_1100 }

    /// Whether the word is a period `ddhh/ddhh`, or formerly `ddhh/hh`.
    var isPeriod: Bool {
        self[4] == .slash && (count == 9 && digits == 0b1111_0111 || count == 7 && digits == 0b1111_0110)
    }

    /// Returns the word without its first bytes.
    func dropping(_ count: Int, in bytes: Span<UInt8>) -> Token {
        Token(start: start + count, end: end, in: bytes)
    }

    /// Creates the word between two offsets.
    init(start: Int, end: Int, in bytes: Span<UInt8>) {
        self.start = start
        count = end - start
        var head: UInt64 = 0
        for index in start..<min(end, start + 8) {
            head |= UInt64(bytes[index]) << UInt64(56 - 8 * (index - start))
        }
        self.head = head
    }

    @inline(__always)
    init(start: Int, count: Int, head: UInt64) {
        self.start = start
        self.count = count
        self.head = head
    }

    @inline(__always)
    static func head(_ text: StaticString) -> UInt64 {
        var head: UInt64 = 0
        let count = text.utf8CodeUnitCount
        for index in 0..<count { head |= UInt64(unsafe text.utf8Start[index]) << UInt64(56 - 8 * index) }
        return head
    }
}

extension Token {
    /// Returns the word as text; bytes that are not UTF-8 become U+FFFD.
    func text(_ bytes: Span<UInt8>) -> String { bytes.text(start..<end) }
}
