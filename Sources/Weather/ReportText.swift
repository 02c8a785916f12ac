import Decoding
import Records

/// Functions for the text of reports.
enum ReportText {
    /// Returns the text without blanks and a `=` at its end, without a copy if there are none.
    static func trimmed(_ text: borrowing [UInt8]) -> [UInt8] {
        let bytes = text.span
        var end = bytes.count
        while end > 0, bytes[end - 1] <= .space || bytes[end - 1] == .equals { end -= 1 }
        return end == bytes.count ? copy text : Array(text[..<end])
    }

    /// Returns a range without the spaces at its ends.
    static func trimmed(_ bytes: Span<UInt8>, range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] == .space { start += 1 }
        while start < end, bytes[end - 1] == .space { end -= 1 }
        return start..<end
    }

    /// Whether the words of a range are ASCII and separated by single spaces.
    static func isTidy(_ bytes: Span<UInt8>, range: Range<Int>) -> Bool {
        let text = bytes.extracting(range)
        var last: UInt8 = .space
        var place = 0
        while place + 8 <= text.count {
            let word = UInt64(
                littleEndian: unsafe text.bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: place, as: UInt64.self))
            guard isTidy(word, after: last) else { return false }
            last = UInt8(truncatingIfNeeded: word >> 56)
            place += 8
        }
        for place in place..<text.count {
            let byte = text[place]
            guard byte > .space && byte.isASCII || byte == .space && last > .space else { return false }
            last = byte
        }
        return last > .space
    }

    /// Whether eight bytes are printable ASCII or spaces, and no space comes after a space.
    private static func isTidy(_ word: UInt64, after last: UInt8) -> Bool {
        let spaces = word.marks(of: .space)
        let afterSpaces = (word << 8 | UInt64(last)).marks(of: .space)
        return word & .highBits | word.controlMarks | spaces & afterSpaces == 0
    }

    /// Returns the words of a range, separated by single spaces.
    static func words(_ bytes: Span<UInt8>, range: Range<Int>) -> String {
        var tokens = Tokens(range)
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        while let token = tokens.next(bytes) {
            if !text.isEmpty { text.append(.space) }
            for place in token.start..<token.end { text.append(bytes[place]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the words of a short range, separated by single spaces.
    static func phrase(_ bytes: Span<UInt8>, range: Range<Int>) -> String {
        isTidy(bytes, range: range) ? bytes.text(range) : words(bytes, range: range)
    }

    /// Returns the group that an invalid word was probably meant to be, by its beginning or end.
    ///
    /// - Returns: The name of the group; `nil` if the word resembles none.
    static func part(of token: Token, _ bytes: Span<UInt8>) -> String? {
        let last = bytes[token.end - 1]
        let beforeLast = token.count > 1 ? bytes[token.end - 2] : 0
        let hasDigit = token.digits != 0
        guard hasDigit || token[0] == .slash || last == UInt8(ascii: "T") else { return nil }
        if beforeLast == UInt8(ascii: "K") && last == UInt8(ascii: "T")
            || last == UInt8(ascii: "S") && beforeLast == UInt8(ascii: "P") || token.begins("VRB")
        {
            return "wind"
        }
        if beforeLast == UInt8(ascii: "S") && last == UInt8(ascii: "M") { return "visibility" }
        if last == UInt8(ascii: "Z"), token.count > 4 { return "time" }
        if token.begins("FEW") || token.begins("SCT") || token.begins("BKN") || token.begins("OVC")
            || token.begins("VV")
        {
            return "cloud layer"
        }
        if token[0] == UInt8(ascii: "Q") || token[0] == UInt8(ascii: "A") && token[1] < .colon {
            return "pressure"
        }
        if token[0] == UInt8(ascii: "R"), token.digits & 0b0110_0000 == 0b0110_0000 { return "runway group" }
        return shape(token)
    }

    /// Whether an invalid word may have been a visibility, weather or a cloud layer, by the group that it
    /// resembles.
    static func mayBeSky(_ part: String?) -> Bool {
        part == nil || part == "cloud layer" || part == "visibility"
    }

    /// Returns the group for words of digits: `201/16`, `36020`, `26026G40`.
    private static func shape(_ token: Token) -> String? {
        let hasSlash = (0..<min(4, token.count)).contains { token[$0] == .slash }
        let startsWithDigit = token.digits & 0b1000_0000 != 0
        if hasSlash, startsWithDigit || token[0] == UInt8(ascii: "M"), token.count <= 7 {
            return "temperature"
        }
        if token.digits & 0b1111_1000 == 0b1111_1000, token.count <= 10 { return "wind" }
        if token.digits & 0b1111_0000 == 0b1111_0000, token.count <= 7 { return "visibility" }
        return nil
    }
}
