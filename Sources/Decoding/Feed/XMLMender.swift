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
            if byte == 0x3C { state = .content } else { return at + 1 }
            return at
        case .content:
            if byte == 0x3C { return open(bytes, at, isLast, into: &output) }
            if byte == 0x26 { return reference(bytes, at, isLast, into: &output) }
            return copy(bytes, at, into: &output)
        case .section: return pass(bytes, at, isLast, "]]>", into: &output)
        case .comment: return pass(bytes, at, isLast, "-->", into: &output)
        case .instruction: return pass(bytes, at, isLast, "?>", into: &output)
        }
    }

    /// Copies up to the next `<` or `&`, leaving control characters out.
    private func copy(_ bytes: Span<UInt8>, _ start: Int, into output: inout [UInt8]) -> Int {
        var at = start
        while at < bytes.count, bytes[unchecked: at] != 0x3C, bytes[unchecked: at] != 0x26 {
            if XMLMender.isControl(bytes[unchecked: at]) { break }
            at += 1
        }
        bytes.extracting(start..<at).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
        return at < bytes.count && XMLMender.isControl(bytes[at]) ? at + 1 : at
    }

    private mutating func open(_ bytes: Span<UInt8>, _ at: Int, _ isLast: Bool, into output: inout [UInt8])
        -> Int?
    {
        guard at + 1 < bytes.count || isLast else { return nil }
        let next = at + 1 < bytes.count ? bytes[at + 1] : 0x20
        switch next {
        case 0x21:
            if bytes.count - at < 9, !isLast { return nil }
            if XMLMender.stands("<![CDATA[", bytes, at) {
                state = .section
            } else if XMLMender.stands("<!--", bytes, at) {
                state = .comment
                output.append(contentsOf: "<!--".utf8)
                return at + 4
            }
        case 0x3F: state = .instruction
        case 0x2F, 0x3A, 0x5F, 0x80...: break
        case _ where 0x61...0x7A ~= next | 0x20: break
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
        let body = (at + 1..<end).map { bytes[$0] }
        let isOwn = ["amp", "lt", "gt", "quot", "apos"].contains { body.elementsEqual($0.utf8) }
        if isOwn || (body[0] == 0x23 && body[1] != 0x58) {
            guard !isOwn, let scalar = HTMLEntity.scalar(reference: body), 0x20...0x7E ~= scalar.value else {
                return character(body, isOwn, end, into: &output)
            }
            // As a reference: it may be a `<`.
            output.append(contentsOf: "&#\(scalar.value);".utf8)
            return end + 1
        }
        if let scalar = HTMLEntity.scalar(reference: body), body[0] != 0x23 {
            output.append(contentsOf: String(Character(scalar)).utf8)
            return end + 1
        }
        output.append(contentsOf: "&amp;".utf8)
        return at + 1
    }

    /// Writes a reference as it is, or the character when it is above ASCII; one to no character goes.
    private func character(_ body: [UInt8], _ isOwn: Bool, _ end: Int, into output: inout [UInt8]) -> Int {
        if isOwn {
            output.append(0x26)
            output += body
            output.append(0x3B)
        } else if let scalar = HTMLEntity.scalar(reference: body), scalar.value > 0x7F,
            scalar.value & 0xFFFE != 0xFFFE
        {
            output.append(contentsOf: String(Character(scalar)).utf8)
        } else if body.elementsEqual("#10".utf8) || body.elementsEqual("#13".utf8)
            || body.elementsEqual("#9".utf8)
        {
            output.append(0x20)
        }
        return end + 1
    }

    /// Copies to the end of a section, comment or instruction.
    private mutating func pass(
        _ bytes: Span<UInt8>, _ start: Int, _ isLast: Bool, _ end: StaticString, into output: inout [UInt8]
    ) -> Int? {
        var at = start
        let (first, length) = (unsafe end.utf8Start[0], end.utf8CodeUnitCount)
        while at < bytes.count {
            let byte = bytes[unchecked: at]
            if byte == first {
                if at + length > bytes.count, !isLast { break }
                if XMLMender.stands(end, bytes, at) {
                    at += length
                    state = .content
                    break
                }
            }
            if XMLMender.isControl(byte) { break }
            at += 1
        }
        bytes.extracting(start..<at).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
        if at < bytes.count, XMLMender.isControl(bytes[at]) { return at + 1 }
        return at == start ? nil : at
    }

    private static func stands(_ word: StaticString, _ bytes: Span<UInt8>, _ at: Int) -> Bool {
        guard at + word.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<word.utf8CodeUnitCount).allSatisfy { unsafe bytes[at + $0] == word.utf8Start[$0] }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    }
}
