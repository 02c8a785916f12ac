import Records

/// A tag of XML whose values lack quotes, as HTML permits.
enum XMLQuotedTag {
    /// Returns the tag with quotes around all values.
    ///
    /// An unquoted value ends at white space or with the tag; a slash before its `>` ends an empty element.
    ///
    /// Source: HTML Living Standard, 13.1.2.3.
    static func bytes(_ bytes: Span<UInt8>, _ tag: Range<Int>) -> [UInt8] {
        var output: [UInt8] = []
        var at = tag.lowerBound
        while at < tag.upperBound {
            output.append(bytes[at])
            at += 1
            guard output.last == .equals else { continue }
            while at < tag.upperBound, bytes[at].isWhitespace { at += 1 }
            at = value(bytes, at, in: tag, into: &output)
        }
        return output
    }

    /// Writes the value at an offset with quotes, and returns its end.
    private static func value(
        _ bytes: Span<UInt8>, _ start: Int, in tag: Range<Int>, into output: inout [UInt8]
    )
        -> Int
    {
        let first = bytes[start]
        let isQuoted = first == .quote || first == .apostrophe
        var end = isQuoted ? start + 1 : start
        while end < tag.upperBound - 1, isQuoted ? bytes[end] != first : !bytes[end].isWhitespace { end += 1 }
        if !isQuoted, end == tag.upperBound - 1, end > start, bytes[end - 1] == .slash { end -= 1 }
        output.append(.quote)
        var at = isQuoted ? start + 1 : start
        while at < end { at = write(bytes, at, into: &output) }
        output.append(.quote)
        return isQuoted ? end + 1 : end
    }

    /// Writes the character at an offset, and returns the offset after it.
    private static func write(_ bytes: Span<UInt8>, _ at: Int, into output: inout [UInt8]) -> Int {
        let byte = bytes[at]
        if byte == .ampersand || byte == .quote {
            let own = XMLReference.own(bytes, at: at)
            XMLReference.write(own?.character ?? byte, into: &output)
            return at + (own?.length ?? 1)
        }
        if !byte.isControl { output.append(byte) }
        return at + 1
    }
}
