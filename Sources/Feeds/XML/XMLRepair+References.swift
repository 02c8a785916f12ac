import Decoding
import Records

/// Text with references, which becomes a CDATA section, and references in tags.
extension XMLRepair {
    mutating func openSection(into output: inout [UInt8]) {
        state = .resolvedText
        resolved = XMLResolvedText()
        output.append(contentsOf: "<![CDATA[".utf8)
    }

    mutating func closeSection(into output: inout [UInt8]) {
        state = .content
        output.append(contentsOf: "]]>".utf8)
    }

    /// Handles the text from an offset on up to the next tag in the open section, or a part of it; `nil` if
    /// more bytes are needed.
    mutating func resolve(_ bytes: Span<UInt8>, at start: Int, isLast: Bool, into output: inout [UInt8])
        -> Int?
    {
        var at = start
        while at < bytes.count, !resolved.isFull, bytes[at] != .lessThan {
            let end = putText(bytes, from: at, into: &output)
            if end > at {
                at = end
            } else if let next = resolveSign(bytes, at: at, isLast: isLast, into: &output) {
                at = next
            } else {
                return at > start ? at : nil
            }
        }
        return at < bytes.count ? finishSection(bytes, at: at, into: &output) : at
    }

    /// Adds text without references up to the length of a section, and returns its end.
    private mutating func putText(_ bytes: Span<UInt8>, from start: Int, into output: inout [UInt8]) -> Int {
        let end = bytes.textEnd(from: start, or: .lessThan, .ampersand, .greaterThan)
        let part = start..<min(end, start + resolved.room)
        put(bytes.extracting(part), into: &output)
        return part.upperBound
    }

    /// Closes the section, or adds the rest of a character that it has begun.
    private mutating func finishSection(_ bytes: Span<UInt8>, at: Int, into output: inout [UInt8]) -> Int {
        guard UTF8.isContinuation(bytes[at]) else {
            closeSection(into: &output)
            return at
        }
        put(bytes[at], into: &output)
        return at + 1
    }

    /// Handles a reference, a `>` or a control character; `nil` if more bytes are needed.
    private mutating func resolveSign(
        _ bytes: Span<UInt8>, at: Int, isLast: Bool, into output: inout [UInt8]
    ) -> Int? {
        guard bytes[at] == .ampersand else {
            if bytes[at] == .greaterThan { put(.greaterThan, into: &output) }
            return at + 1
        }
        if let own = XMLReference.own(bytes, at: at) {
            put(own.character, into: &output)
            return at + own.length
        }
        let reference = XMLReference(bytes, at: at, isLast: isLast)
        switch reference.meaning {
        case .unknown: return nil
        case .text: put(.ampersand, into: &output)
        case .nothing: break
        case .character(let scalar): for byte in String(scalar).utf8 { put(byte, into: &output) }
        }
        return reference.next
    }

    private mutating func put(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        resolved.add(bytes)
        output.append(bytes)
    }

    private mutating func put(_ byte: UInt8, into output: inout [UInt8]) {
        if byte == .greaterThan, resolved.brackets == 2 {
            closeSection(into: &output)
            openSection(into: &output)
        }
        resolved.add(byte)
        output.append(byte)
    }

    /// Handles a reference that may be in a tag: it becomes the character, or the number of an ASCII
    /// character, which may be a `<`. libxml2 drops names, but not numbers, in documents that are not
    /// well-formed.
    func reference(_ bytes: Span<UInt8>, at: Int, isLast: Bool, into output: inout [UInt8]) -> Int? {
        if let own = XMLReference.own(bytes, at: at) {
            XMLReference.write(own.character, into: &output)
            return at + own.length
        }
        let reference = XMLReference(bytes, at: at, isLast: isLast)
        switch reference.meaning {
        case .unknown: return nil
        case .text: XMLReference.write(.ampersand, into: &output)
        case .nothing: break
        case .character(" "): output.append(.space)
        case .character(let scalar) where scalar.isASCII:
            XMLReference.write(UInt8(ascii: scalar), into: &output)
        case .character(let scalar): output.append(contentsOf: String(scalar).utf8)
        }
        return reference.next
    }
}
