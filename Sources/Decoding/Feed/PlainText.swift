/// Text without markup, for a terminal or a title.
enum PlainText {
    /// The text of HTML: tags gone, references resolved, blanks joined, blocks on lines of their own.
    static func of(html: Span<UInt8>) -> [UInt8] {
        // No tag and no reference is shorter than what it becomes; words may be written behind the last byte.
        [UInt8](unsafeUninitializedCapacity: html.count + 16) { room, count in
            guard let start = room.baseAddress else { return }
            var writer = unsafe PlainWriter(start: start)
            writer.write(html)
            count = writer.count
        }
    }

    /// Appends a text with its references resolved, once; what is none stays.
    static func decode(_ text: Span<UInt8>, into output: inout [UInt8]) {
        var at = 0
        while at < text.count {
            let end = references.first(text, from: at) ?? text.count
            text.extracting(at..<end).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
            at = end
            guard at < text.count else { return }
            if let (scalar, next) = HTMLEntity.read(text, at: at) {
                output.append(contentsOf: UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
                at = next
            } else {
                output.append(0x26)
                at += 1
            }
        }
    }

    private static let references = ByteMarks(0x26, 0x26, 0x26, 0x26)
}

/// Writes the text of HTML into room that is large enough.
private struct PlainWriter {
    let start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0

    init(start: UnsafeMutablePointer<UInt8>) { unsafe self.start = start }

    mutating func write(_ html: Span<UInt8>) {
        var at = 0
        while at < html.count {
            at = copy(html, at)
            guard at < html.count else { break }
            switch html[unchecked: at] {
            case 0x3C: at = markup(html, at)
            case 0x26: at = reference(html, at)
            case let byte:
                if !byte.isBlank { put(byte) } else if !isAtBlank { put(0x20) }
                at += 1
            }
        }
    }

    /// Copies words with single blanks between them.
    private mutating func copy(_ html: Span<UInt8>, _ from: Int) -> Int {
        var at = from
        var blank: UInt64 = isAtBlank ? 0x80 : 0
        while at + 8 <= html.count {
            let word = unsafe html.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
                .littleEndian
            unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt64.self)
            let blanks = WordMarks.places(of: 0x20, in: word)
            let marks =
                WordMarks.places(of: 0x3C, in: word) | WordMarks.places(of: 0x26, in: word)
                | WordMarks.controls(word) | (blanks & (blanks << 8 | blank))
            let plain = marks.trailingZeroBitCount >> 3
            (at, count) = (at + plain, count + plain)
            if plain < 8 { return at }
            blank = blanks >> 56
        }
        while at < html.count, html[unchecked: at] > 0x20, html[unchecked: at] != 0x3C,
            html[unchecked: at] != 0x26
        {
            put(html[unchecked: at])
            at += 1
        }
        return at
    }

    /// Whether a blank here would be a second one, or the first of a line.
    private var isAtBlank: Bool {
        guard count > 0 else { return true }
        let last = unsafe start[count - 1]
        return last == 0x20 || last == 0x0A
    }

    private mutating func markup(_ html: Span<UInt8>, _ at: Int) -> Int {
        if let end = HTMLCleaner.commentEnd(html, at) { return end }
        guard let tag = HTMLTag(html, at: at) else {
            put(0x3C)
            return at + 1
        }
        if HTMLRules.element(html.extracting(tag.name)).isBlock { breakLine() }
        return tag.next
    }

    private mutating func breakLine() {
        while count > 0, unsafe start[count - 1] == 0x20 { count -= 1 }
        if count > 0, unsafe start[count - 1] != 0x0A { put(0x0A) }
    }

    /// Writes what a reference stands for, or its `&`, and gives where the text goes on.
    private mutating func reference(_ html: Span<UInt8>, _ at: Int) -> Int {
        guard let (scalar, next) = HTMLEntity.read(html, at: at) else {
            put(0x26)
            return at + 1
        }
        for byte in UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter { put(byte) }
        return next
    }

    private mutating func put(_ byte: UInt8) {
        unsafe start[count] = byte
        count += 1
    }
}
