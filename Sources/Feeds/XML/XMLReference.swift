import Decoding
import Records

/// A reference in XML as published on the web, such as `&amp;`, `&eacute;` or `&#233;`.
struct XMLReference {
    /// The meaning of a reference.
    enum Meaning: Equatable {
        case character(Unicode.Scalar)
        /// A character that XML does not allow.
        case nothing
        /// The `&` is text.
        case text
        /// More bytes are needed.
        case unknown
    }

    /// The character that the reference denotes, or why there is none.
    let meaning: Meaning
    /// The offset after it; after the `&` if that is text.
    let next: Int

    /// The maximum length of a reference, in bytes.
    private static let greatestLength = 40
    /// The bits that the last two places of each plane of Unicode have, which are no characters.
    private static let lastOfPlane: UInt32 = 0xFFFE

    /// Reads the reference at a `&`.
    init(_ bytes: Span<UInt8>, at start: Int, isLast: Bool) {
        guard let end = CharacterReference.end(bytes, from: start) else {
            let isKnown = isLast || bytes.count - start >= XMLReference.greatestLength
            self.init(isKnown ? .text : .unknown, next: start + 1)
            return
        }
        let meaning = XMLReference.meaning(bytes, body: start + 1..<end)
        guard meaning == .nothing, CharacterReference.isHalf(bytes, body: start + 1..<end) else {
            self.init(meaning, next: meaning == .text ? start + 1 : end + 1)
            return
        }
        let isWhole = isLast || bytes.count - start >= 2 * XMLReference.greatestLength
        guard isWhole || CharacterReference.end(bytes, from: end + 1) != nil else {
            self.init(.unknown, next: start + 1)
            return
        }
        let half = CharacterReference.half(bytes, at: start, end: end)
        self.init(.character(half.scalar), next: half.next)
    }

    private init(_ meaning: Meaning, next: Int) {
        self.meaning = meaning
        self.next = next
    }

    /// Returns the meaning of the body between `&` and `;`. In XML, the `x` of a number is never a capital.
    private static func meaning(_ bytes: Span<UInt8>, body: Range<Int>) -> Meaning {
        let isNumber = bytes[body.lowerBound] == .numberSign
        if isNumber, bytes[body.lowerBound + 1] == UInt8(ascii: "X") { return .text }
        guard let scalar = CharacterReference.scalar(bytes, body: body) else {
            return isNumber ? .nothing : .text
        }
        return isNumber ? allowed(scalar) : .character(scalar)
    }

    /// Returns the meaning of a character given by its number: line ends and tabs are a space.
    private static func allowed(_ scalar: Unicode.Scalar) -> Meaning {
        switch scalar.value {
        case 32..<127: .character(scalar)
        case 9, 10, 13: .character(" ")
        case _ where scalar.value > 127 && scalar.value & lastOfPlane != lastOfPlane: .character(scalar)
        default: .nothing
        }
    }

    /// Returns the predefined character of XML that the reference at a `&` denotes, and the length of the
    /// reference; `nil` if there is no such reference.
    @inline(__always)
    static func own(_ bytes: Span<UInt8>, at: Int) -> (character: UInt8, length: Int)? {
        guard at + 4 <= bytes.count else { return nil }
        let second = bytes[unchecked: at + 1]
        if bytes[unchecked: at + 2] == UInt8(ascii: "t"), bytes[unchecked: at + 3] == .semicolon {
            if second == UInt8(ascii: "l") { return (.lessThan, 4) }
            if second == UInt8(ascii: "g") { return (.greaterThan, 4) }
        }
        if second == UInt8(ascii: "q"), bytes.begins(with: "quot;", at: at + 1) { return (.quote, 6) }
        guard second == UInt8(ascii: "a") else { return nil }
        if bytes.begins(with: "amp;", at: at + 1) { return (.ampersand, 5) }
        return bytes.begins(with: "apos;", at: at + 1) ? (.apostrophe, 6) : nil
    }

    /// Writes the reference to an ASCII character by its number, which has at least two digits.
    static func write(_ character: UInt8, into output: inout [UInt8]) {
        output.append(.ampersand)
        output.append(.numberSign)
        if character >= 100 { output.append(UInt8(ascii: "1")) }
        output.append(UInt8(ascii: "0") + character / 10 % 10)
        output.append(UInt8(ascii: "0") + character % 10)
        output.append(.semicolon)
    }
}
