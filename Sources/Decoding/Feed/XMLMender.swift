/// Makes of what publishers send as XML what an XML parser takes, byte by byte and slice by slice.
///
/// A `&` or `<` that begins nothing is escaped, HTML's named characters are written out, other names stay as text
/// (no entity of a document is ever expanded), control characters and what stands before the first tag go.
struct XMLMender {
    private enum State {
        case start
        case content
        case section
        case comment
        case instruction
    }

    private var state = State.start
    /// What may be the begin of something longer.
    private var held: [UInt8] = []
    /// How many lines end before the first tag, which are left out.
    private(set) var skippedLines = 0

    /// The next slice mended, as far as it is clear.
    mutating func mend(_ bytes: Span<UInt8>, isLast: Bool) -> [UInt8] {
        var input = held
        bytes.withUnsafeBufferPointer { unsafe input.append(contentsOf: $0) }
        held = []
        var output: [UInt8] = []
        output.reserveCapacity(input.count + 64)
        var at = 0
        let span = input.span
        while at < span.count {
            guard let next = step(span, at, isLast, into: &output) else { break }
            at = next
        }
        held = Array(input[at...])
        return output
    }

    /// Takes what stands at a place; `nil` when more bytes must tell.
    private mutating func step(_ bytes: Span<UInt8>, _ at: Int, _ isLast: Bool, into output: inout [UInt8])
        -> Int?
    {
        let byte = bytes[unchecked: at]
        switch state {
        case .start:
            if byte == 0x3C {
                state = .content
                return at
            }
            if byte == 0x0A { skippedLines += 1 }
            return at + 1
        case .content:
            let end = XMLMender.plainEnd(bytes, at)
            if end > at {
                bytes.extracting(at..<end).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
                return end
            }
            if byte == 0x3C { return open(bytes, at, isLast, into: &output) }
            return byte == 0x26 ? reference(bytes, at, isLast, into: &output) : at + 1
        case .section: return pass(bytes, at, isLast, "]]>", into: &output)
        case .comment: return pass(bytes, at, isLast, "-->", into: &output)
        case .instruction: return pass(bytes, at, isLast, "?>", into: &output)
        }
    }

    /// Where the text ends that is well formed as it is: behind it stands what must be looked at, or a control character.
    private static func plainEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var at = start
        while true {
            at = textEnd(bytes, at, 0x3C, 0x26)
            guard at + 6 <= bytes.count else { return at }
            if bytes[at] == 0x26 {
                guard let length = ownLength(bytes, at) else { return at }
                at += length
            } else if bytes[at] == 0x3C, bytes[at + 1] == 0x2F || isBearable(bytes, at, isLast: false) == true
            {
                at += 1
            } else {
                return at
            }
        }
    }

    /// Whether a tag has few enough attributes: to read it costs as the square of their number.
    ///
    /// - Returns: `nil` when more bytes must tell.
    private static func isBearable(_ bytes: Span<UInt8>, _ start: Int, isLast: Bool) -> Bool? {
        guard 0x61...0x7A ~= bytes[start + 1] | 0x20 else { return false }
        var signs = 0
        for at in start + 1..<min(bytes.count, start + longestTag) {
            switch bytes[unchecked: at] {
            case 0x3E, 0x3C: return true
            case 0x3D:
                signs += 1
                if signs > mostAttributes { return false }
            default: break
            }
        }
        return bytes.count - start >= longestTag ? false : isLast ? true : nil
    }

    private static let mostAttributes = 512
    private static let longestTag = 65_536

    /// How long a reference to one of XML's own characters is that begins at a `&`; `nil` when none does.
    private static func ownLength(_ bytes: Span<UInt8>, _ at: Int) -> Int? {
        switch bytes[at + 1] {
        case 0x6C, 0x67: bytes[at + 2] == 0x74 && bytes[at + 3] == 0x3B ? 4 : nil
        case 0x61: bytes.stands("amp;", at: at + 1) ? 5 : bytes.stands("apos;", at: at + 1) ? 6 : nil
        case 0x71: bytes.stands("quot;", at: at + 1) ? 6 : nil
        default: nil
        }
    }

    /// Where from a place on the first of two bytes, or a control character, stands.
    private static func textEnd(_ bytes: Span<UInt8>, _ start: Int, _ one: UInt8, _ two: UInt8) -> Int {
        var at = start
        while at + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
                .littleEndian
            let marks =
                WordMarks.places(of: one, in: word) | WordMarks.places(of: two, in: word)
                | (WordMarks.controls(word) & ~WordMarks.places(of: 0x0A, in: word))
            if marks != 0 {
                at += marks.trailingZeroBitCount >> 3
                guard bytes[unchecked: at] == 0x09 || bytes[unchecked: at] == 0x0D else { return at }
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

    private mutating func open(_ bytes: Span<UInt8>, _ at: Int, _ isLast: Bool, into output: inout [UInt8])
        -> Int?
    {
        guard at + 1 < bytes.count || isLast else { return nil }
        let next = at + 1 < bytes.count ? bytes[at + 1] : 0x20
        switch next {
        case 0x21:
            if bytes.count - at < 9, !isLast { return nil }
            if bytes.stands("<![CDATA[", at: at) {
                state = .section
            } else if bytes.stands("<!--", at: at) {
                state = .comment
                output.append(contentsOf: "<!--".utf8)
                return at + 4
            }
        case 0x3F: state = .instruction
        case 0x2F, 0x3A, 0x5F, 0x80...: break
        case _ where 0x61...0x7A ~= next | 0x20:
            guard let isBearable = XMLMender.isBearable(bytes, at, isLast: isLast) else { return nil }
            if !isBearable {
                output.append(contentsOf: "&lt;".utf8)
                return at + 1
            }
        default:
            output.append(contentsOf: "&lt;".utf8)
            return at + 1
        }
        output.append(0x3C)
        return at + 1
    }

    private func reference(_ bytes: Span<UInt8>, _ at: Int, _ isLast: Bool, into output: inout [UInt8])
        -> Int?
    {
        guard let end = HTMLEntity.end(bytes, from: at) else {
            if bytes.count - at < 40, !isLast { return nil }
            output.append(contentsOf: "&amp;".utf8)
            return at + 1
        }
        let body = at + 1..<end
        if XMLMender.isOwn(bytes, body) {
            bytes.extracting(at..<end + 1).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
            return end + 1
        }
        let scalar = HTMLEntity.scalar(bytes, body)
        if bytes[at + 1] == 0x23, bytes[at + 2] != 0x58 {
            XMLMender.write(scalar, into: &output)
            return end + 1
        }
        if let scalar, bytes[at + 1] != 0x23 {
            output.append(contentsOf: String(Character(scalar)).utf8)
            return end + 1
        }
        output.append(contentsOf: "&amp;".utf8)
        return at + 1
    }

    /// Whether a name is one of XML's own.
    private static func isOwn(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
        switch name.count {
        case 2: bytes.stands("lt", at: name.lowerBound) || bytes.stands("gt", at: name.lowerBound)
        case 3: bytes.stands("amp", at: name.lowerBound)
        case 4: bytes.stands("quot", at: name.lowerBound) || bytes.stands("apos", at: name.lowerBound)
        default: false
        }
    }

    /// Writes a character that was given by its number: ASCII as a reference, for it may be a `<`; line ends and tabs as
    /// a blank, and what is no character not at all.
    private static func write(_ scalar: Unicode.Scalar?, into output: inout [UInt8]) {
        guard let scalar else { return }
        switch scalar.value {
        case 0x20...0x7E: output.append(contentsOf: "&#\(scalar.value);".utf8)
        case 0x09, 0x0A, 0x0D: output.append(0x20)
        case 0x80... where scalar.value & 0xFFFE != 0xFFFE:
            output.append(contentsOf: String(Character(scalar)).utf8)
        default: break
        }
    }

    /// Copies to the end of a section, comment or instruction.
    private mutating func pass(
        _ bytes: Span<UInt8>, _ start: Int, _ isLast: Bool, _ end: StaticString, into output: inout [UInt8]
    ) -> Int? {
        var at = start
        let (first, length) = (unsafe end.utf8Start[0], end.utf8CodeUnitCount)
        while at < bytes.count {
            at = XMLMender.textEnd(bytes, at, first, first)
            guard at < bytes.count, bytes[unchecked: at] == first else { break }
            if at + length > bytes.count, !isLast { break }
            if bytes.stands(end, at: at) {
                at += length
                state = .content
                break
            }
            at += 1
        }
        bytes.extracting(start..<at).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
        if at < bytes.count, XMLMender.isControl(bytes[at]) { return at + 1 }
        return at == start ? nil : at
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    }
}
