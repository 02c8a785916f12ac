import Records

extension Span<UInt8> {
    /// The first bytes as text for messages: up to the end of the line, at most 60 bytes.
    package var opening: String {
        let start = (0..<count).first { self[$0] > .space } ?? count
        let end = (start..<count).first { self[$0].isLineEnd || $0 - start >= 60 } ?? count
        return String(decoding: (start..<end).map { self[$0] }, as: UTF8.self)
    }

    /// Returns a range without the whitespace and no-break spaces at either end.
    @inlinable
    package func trimmed(_ part: Range<Int>) -> Range<Int> {
        var start = part.lowerBound
        var end = part.upperBound
        while start < end, let length = blank(at: start, before: end) { start += length }
        while end > start {
            if blank(at: end - 1, before: end) == 1 {
                end -= 1
            } else if self[unchecked: end - 1] == .noBreakSpaceEnd, end - 2 >= start,
                self[unchecked: end - 2] == .noBreakSpaceStart
            {
                end -= 2
            } else {
                break
            }
        }
        return start..<end
    }

    /// Returns the ranges between separators, without empty ones.
    @inlinable
    package func parts(separatedBy isSeparator: (UInt8) -> Bool) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        for place in 0...count where place == count || isSeparator(self[unchecked: place]) {
            if start < place { parts.append(start..<place) }
            start = place + 1
        }
        return parts
    }

    /// Whether a range holds anything but whitespace.
    @inlinable @inline(__always)
    package func isPresent(_ part: Range<Int>) -> Bool {
        guard !part.isEmpty else { return false }
        let first = self[unchecked: part.lowerBound]
        return (first > UInt8(ascii: " ") && first != .noBreakSpaceStart) || !trimmed(part).isEmpty
    }

    /// Returns the length of the whitespace character or no-break space at an offset; `nil` if another one is
    /// there.
    @inlinable @inline(__always)
    func blank(at place: Int, before end: Int) -> Int? {
        let byte = self[unchecked: place]
        if byte > UInt8(ascii: " "), byte != .noBreakSpaceStart { return nil }
        if byte == UInt8(ascii: " ") || UInt8(ascii: "\t")...UInt8(ascii: "\r") ~= byte { return 1 }
        return byte == .noBreakSpaceStart && place + 1 < end && self[unchecked: place + 1] == .noBreakSpaceEnd
            ? 2 : nil
    }

    /// The whole text without the whitespace at either end.
    package var trimmedText: String { text(trimmed(0..<count)) }

    /// Returns a range as text; bytes that are not UTF-8 become U+FFFD.
    @inlinable
    package func text(_ part: Range<Int>) -> String {
        if part.count > 64, let text = extracting(part).validText { return text }
        return extracting(part).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The whole as text; `nil` if it is not UTF-8. For a long text, this takes a fifth of the time of
    /// `String(decoding:as:)`, which is better for a short one.
    @usableFromInline
    var validText: String? {
        let isASCII = UTF8Repair.asciiEnd(self, from: 0) == count
        guard isASCII || UTF8Repair.isValid(self, isWhole: true) else { return nil }
        return unsafe String(copying: UTF8Span(unchecked: self, isKnownASCII: isASCII))
    }
}

extension UInt8 {
    /// The first byte of the no-break space, U+00A0, in UTF-8.
    @inlinable @inline(__always) package static var noBreakSpaceStart: UInt8 { 0xC2 }
    /// The last byte of the no-break space in UTF-8.
    @inlinable @inline(__always) package static var noBreakSpaceEnd: UInt8 { 0xA0 }
}
