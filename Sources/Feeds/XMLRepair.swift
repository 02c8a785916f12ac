import Decoding
import Records

/// A filter that repairs XML as published on the web so that an XML parser accepts it, slice by slice.
///
/// Escapes each `&` or `<` that begins nothing, replaces HTML's named characters, keeps other names as text
/// (no entity of a document is ever expanded), and removes control characters and everything before the first
/// tag.
struct XMLRepair {
    private enum State {
        case start
        case content
        case section
        case comment
        case instruction
    }

    private var state = State.start
    /// The bytes that may begin something longer.
    private var held: [UInt8] = []
    /// The number of line ends before the first tag, which are removed.
    private(set) var skippedLines = 0

    /// Returns the next slice repaired, as far as its meaning is clear.
    mutating func repaired(_ bytes: Span<UInt8>, isLast: Bool) -> [UInt8] {
        var input = held
        bytes.withUnsafeBufferPointer { unsafe input.append(contentsOf: $0) }
        held = []
        var output: [UInt8] = []
        output.reserveCapacity(input.count + 64)
        var at = 0
        let span = input.span
        while at < span.count {
            guard let next = step(span, at: at, isLast: isLast, into: &output) else { break }
            at = next
        }
        held = Array(input[at...])
        return output
    }

    /// Handles the bytes at an offset; `nil` if more bytes are needed.
    private mutating func step(_ bytes: Span<UInt8>, at: Int, isLast: Bool, into output: inout [UInt8])
        -> Int?
    {
        let byte = bytes[unchecked: at]
        switch state {
        case .start:
            if byte == .lessThan {
                state = .content
                return at
            }
            if byte == .newline { skippedLines += 1 }
            return at + 1
        case .content:
            let end = XMLRepair.plainEnd(bytes, start: at)
            if end > at {
                bytes.extracting(at..<end).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
                return end
            }
            if byte == .lessThan { return open(bytes, at: at, isLast: isLast, into: &output) }
            return byte == .ampersand ? reference(bytes, at: at, isLast: isLast, into: &output) : at + 1
        case .section: return pass(bytes, start: at, isLast: isLast, end: "]]>", into: &output)
        case .comment: return pass(bytes, start: at, isLast: isLast, end: "-->", into: &output)
        case .instruction: return pass(bytes, start: at, isLast: isLast, end: "?>", into: &output)
        }
    }

    /// Returns the end of the text that is well-formed: what follows needs a closer look, or is a control
    /// character.
    private static func plainEnd(_ bytes: Span<UInt8>, start: Int) -> Int {
        var at = start
        while true {
            at = textEnd(bytes, start: at, one: .lessThan, two: .ampersand)
            guard at + 6 <= bytes.count else { return at }
            if bytes[at] == .ampersand {
                guard let length = ownLength(bytes, at: at) else { return at }
                at += length
            } else if bytes[at] == .lessThan,
                bytes[at + 1] == .slash || isBearable(bytes, start: at, isLast: false) == true
            {
                at += 1
            } else {
                return at
            }
        }
    }

    /// Whether a tag has few enough attributes: libxml2's time grows with the square of their number.
    ///
    /// - Returns: `nil` if more bytes are needed.
    private static func isBearable(_ bytes: Span<UInt8>, start: Int, isLast: Bool) -> Bool? {
        guard bytes[start + 1].isLetter else { return false }
        var signs = 0
        for at in start + 1..<min(bytes.count, start + longestTag) {
            switch bytes[unchecked: at] {
            case .greaterThan, .lessThan: return true
            case .equals:
                signs += 1
                if signs > mostAttributes { return false }
            default: break
            }
        }
        return bytes.count - start >= longestTag ? false : isLast ? true : nil
    }

    private static let mostAttributes = 512
    private static let longestTag = 65_536

    /// Returns the length of a reference to a predefined character of XML at a `&`; `nil` if there is none.
    private static func ownLength(_ bytes: Span<UInt8>, at: Int) -> Int? {
        switch bytes[at + 1] {
        case UInt8(ascii: "l"), UInt8(ascii: "g"):
            bytes[at + 2] == UInt8(ascii: "t") && bytes[at + 3] == .semicolon ? 4 : nil
        case UInt8(ascii: "a"):
            bytes.begins(with: "amp;", at: at + 1) ? 5 : bytes.begins(with: "apos;", at: at + 1) ? 6 : nil
        case UInt8(ascii: "q"): bytes.begins(with: "quot;", at: at + 1) ? 6 : nil
        default: nil
        }
    }

    /// Returns the offset of the first of two bytes, or of a control character.
    private static func textEnd(_ bytes: Span<UInt8>, start: Int, one: UInt8, two: UInt8) -> Int {
        var at = start
        while at + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
                .littleEndian
            let marks =
                word.marks(of: one) | word.marks(of: two)
                | (word.controlMarks & ~word.marks(of: .newline))
            if marks != 0 {
                at += marks.trailingZeroBitCount >> 3
                guard bytes[unchecked: at] == .tab || bytes[unchecked: at] == .carriageReturn else {
                    return at
                }
                at += 1
            } else {
                at += 8
            }
        }
        while at < bytes.count, bytes[unchecked: at] != one, bytes[unchecked: at] != two,
            !isControl(bytes[unchecked: at])
        {
            at += 1
        }
        return at
    }

    private mutating func open(_ bytes: Span<UInt8>, at: Int, isLast: Bool, into output: inout [UInt8])
        -> Int?
    {
        guard at + 1 < bytes.count || isLast else { return nil }
        let next = at + 1 < bytes.count ? bytes[at + 1] : .space
        switch next {
        case .exclamationMark:
            if bytes.count - at < 9, !isLast { return nil }
            if bytes.begins(with: "<![CDATA[", at: at) {
                state = .section
            } else if bytes.begins(with: "<!--", at: at) {
                state = .comment
                output.append(contentsOf: "<!--".utf8)
                return at + 4
            }
        case .questionMark: state = .instruction
        case .slash, .colon, .underscore, 0x80...: break
        case _ where next.isLetter:
            guard let isBearable = XMLRepair.isBearable(bytes, start: at, isLast: isLast) else { return nil }
            if !isBearable {
                output.append(contentsOf: "&lt;".utf8)
                return at + 1
            }
        default:
            output.append(contentsOf: "&lt;".utf8)
            return at + 1
        }
        output.append(.lessThan)
        return at + 1
    }

    private func reference(_ bytes: Span<UInt8>, at: Int, isLast: Bool, into output: inout [UInt8])
        -> Int?
    {
        guard let end = HTMLEntity.end(bytes, from: at) else {
            if bytes.count - at < 40, !isLast { return nil }
            output.append(contentsOf: "&amp;".utf8)
            return at + 1
        }
        let body = at + 1..<end
        if XMLRepair.isOwn(bytes, name: body) {
            bytes.extracting(at..<end + 1).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
            return end + 1
        }
        let scalar = HTMLEntity.scalar(bytes, body: body)
        if bytes[at + 1] == .numberSign, bytes[at + 2] != UInt8(ascii: "X") {
            XMLRepair.write(scalar, into: &output)
            return end + 1
        }
        if let scalar, bytes[at + 1] != .numberSign {
            output.append(contentsOf: String(Character(scalar)).utf8)
            return end + 1
        }
        output.append(contentsOf: "&amp;".utf8)
        return at + 1
    }

    /// Whether a name is one of the predefined characters of XML.
    private static func isOwn(_ bytes: Span<UInt8>, name: Range<Int>) -> Bool {
        switch name.count {
        case 2: bytes.begins(with: "lt", at: name.lowerBound) || bytes.begins(with: "gt", at: name.lowerBound)
        case 3: bytes.begins(with: "amp", at: name.lowerBound)
        case 4:
            bytes.begins(with: "quot", at: name.lowerBound) || bytes.begins(with: "apos", at: name.lowerBound)
        default: false
        }
    }

    /// Writes a character given by its number: ASCII as a reference, since it may be a `<`; line ends and
    /// tabs as a space; nothing for invalid characters.
    private static func write(_ scalar: Unicode.Scalar?, into output: inout [UInt8]) {
        guard let scalar else { return }
        switch scalar.value {
        case 32..<127: output.append(contentsOf: "&#\(scalar.value);".utf8)
        case 9, 10, 13: output.append(.space)
        case 0x80... where scalar.value & 0xFFFE != 0xFFFE:
            output.append(contentsOf: String(Character(scalar)).utf8)
        default: break
        }
    }

    /// Copies to the end of a section, comment or instruction.
    private mutating func pass(
        _ bytes: Span<UInt8>, start: Int, isLast: Bool, end: StaticString, into output: inout [UInt8]
    ) -> Int? {
        var at = start
        let first = unsafe end.utf8Start[0]
        let length = end.utf8CodeUnitCount
        while at < bytes.count {
            at = XMLRepair.textEnd(bytes, start: at, one: first, two: first)
            guard at < bytes.count, bytes[unchecked: at] == first else { break }
            if at + length > bytes.count, !isLast { break }
            if bytes.begins(with: end, at: at) {
                at += length
                state = .content
                break
            }
            at += 1
        }
        bytes.extracting(start..<at).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
        if at < bytes.count, XMLRepair.isControl(bytes[at]) { return at + 1 }
        return at == start ? nil : at
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < .space && byte != .tab && !byte.isLineEnd
    }
}
