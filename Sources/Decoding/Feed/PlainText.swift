/// Text without markup, for a terminal or a title.
enum PlainText {
    /// The text of HTML: tags gone, references resolved, blanks joined, blocks on lines of their own.
    static func of(html: String) -> String {
        guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 || $0 < 0x20 }) else { return html }
        let bytes = Array(html.utf8)
        let span = bytes.span
        var output: [UInt8] = []
        var at = 0
        while at < span.count {
            switch span[at] {
            case 0x3C:
                if let end = HTMLCleaner.commentEnd(span, at) {
                    at = end
                } else if let tag = HTMLTag(span, at: at, readsAttributes: false) {
                    if HTMLRules.element(tag.name).isBlock { breakLine(&output) }
                    at = tag.next
                } else {
                    output.append(0x3C)
                    at += 1
                }
            case 0x26: at = reference(span, at, into: &output)
            case let byte where byte.isBlank:
                if let last = output.last, last != 0x20, last != 0x0A { output.append(0x20) }
                at += 1
            default:
                let start = at
                while at < span.count, span[at] > 0x20, span[at] != 0x3C, span[at] != 0x26 { at += 1 }
                at = max(at, start + 1)
                span.extracting(start..<at).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
            }
        }
        return output.span.trimmedText
    }

    /// The text with its references resolved, once; what is none stays.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(0x26) else { return text }
        let bytes = Array(text.utf8)
        var (output, at): ([UInt8], Int) = ([], 0)
        while at < bytes.count {
            if bytes[at] == 0x26 {
                at = reference(bytes.span, at, into: &output)
            } else {
                output.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func breakLine(_ output: inout [UInt8]) {
        while output.last == 0x20 { output.removeLast() }
        if let last = output.last, last != 0x0A { output.append(0x0A) }
    }

    /// Writes what a reference stands for, or its `&`, and gives where the text goes on.
    private static func reference(_ bytes: Span<UInt8>, _ at: Int, into output: inout [UInt8]) -> Int {
        guard let end = HTMLEntity.end(bytes, from: at) else {
            output.append(0x26)
            return at + 1
        }
        let body = (at + 1..<end).map { bytes[$0] }
        guard let scalar = HTMLEntity.scalar(reference: body) else {
            output.append(0x26)
            return at + 1
        }
        output.append(contentsOf: String(Character(scalar)).utf8)
        return end + 1
    }
}
