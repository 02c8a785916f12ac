/// Recognises a web page where data should be: the answer of a login form or of a broken server.
enum WebPage {
    /// Whether a text begins as a page does, ahead of which there may be blanks.
    static func begins(_ text: Span<UInt8>) -> Bool {
        guard let start = (0..<text.count).first(where: { text[$0] > 0x20 }), text[start] == 0x3C else {
            return false
        }
        return ["<!doctype html", "<html", "<head", "<body"].contains { starts(text, start, with: $0) }
    }

    private static func starts(_ text: Span<UInt8>, _ start: Int, with word: String) -> Bool {
        let bytes = Array(word.utf8)
        guard start + bytes.count <= text.count else { return false }
        return bytes.indices.allSatisfy { text[start + $0] | 0x20 == bytes[$0] | 0x20 }
    }
}

extension UInt8 {
    /// Whether this is a blank, a tab or a line end.
    var isBlank: Bool { self == 0x20 || 0x09...0x0D ~= self }
}

extension Span<UInt8> {
    /// The first bytes as text, for messages: up to the line's end and 60 bytes.
    var opening: String {
        let start = (0..<count).first { self[$0] > 0x20 } ?? count
        let end = (start..<count).first { self[$0] == 0x0A || self[$0] == 0x0D || $0 - start >= 60 } ?? count
        return String(decoding: (start..<end).map { self[$0] }, as: UTF8.self)
    }

    /// A part without the blanks, tabs, line ends and no-break spaces at either end.
    func trimmed(_ part: Range<Int>) -> Range<Int> {
        var (start, end) = (part.lowerBound, part.upperBound)
        while start < end, let length = blank(at: start, before: end) { start += length }
        while end > start {
            if self[unchecked: end - 1].isBlank {
                end -= 1
            } else if self[unchecked: end - 1] == 0xA0, end - 2 >= start, self[unchecked: end - 2] == 0xC2 {
                end -= 2
            } else {
                break
            }
        }
        return start..<end
    }

    /// Whether anything but blanks stands in a part.
    @inline(__always)
    func isPresent(_ part: Range<Int>) -> Bool {
        guard !part.isEmpty else { return false }
        let first = self[unchecked: part.lowerBound]
        return (first > 0x20 && first != 0xC2) || !trimmed(part).isEmpty
    }

    /// How long a blank is that begins at a place; `nil` when none does.
    @inline(__always)
    private func blank(at place: Int, before end: Int) -> Int? {
        let byte = self[unchecked: place]
        if byte > 0x20, byte != 0xC2 { return nil }
        if byte.isBlank { return 1 }
        return byte == 0xC2 && place + 1 < end && self[unchecked: place + 1] == 0xA0 ? 2 : nil
    }

    /// All of it as a text, without blanks at its ends.
    var trimmedText: String { text(trimmed(0..<count)) }

    /// A part as a text.
    func text(_ part: Range<Int>) -> String {
        extracting(part).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
