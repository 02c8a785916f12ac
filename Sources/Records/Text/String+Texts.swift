import Glibc

/// Searching and replacing by bytes.
///
/// The `contains`, `replacing` and `firstRange` of the standard library link its regular expressions into the
/// program, 0.8 MB of code.
extension String {
    /// Returns the range of the first occurrence of a text; `nil` if there is none or the text is empty.
    public func firstRange(ofText text: String) -> Range<String.Index>? {
        guard let offset = utf8.span.offset(of: text.utf8.span, from: 0) else { return nil }
        let start = utf8.index(utf8.startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: text.utf8.count)
    }

    /// Whether the string contains a text; an empty one is never contained.
    public func contains(text: String) -> Bool { utf8.span.offset(of: text.utf8.span, from: 0) != nil }

    /// Whether the string contains a byte.
    package func contains(_ byte: UInt8) -> Bool { utf8.span.has(byte) }

    /// Whether the string ends with the bytes of a text.
    public func ends(with text: String) -> Bool {
        utf8.span.extracting(last: text.utf8.count).hasSameBytes(as: text.utf8.span)
    }

    /// Returns the string with every occurrence of a text replaced, from the first to the last.
    public func replacing(text: String, with other: String) -> String {
        let bytes = utf8.span
        var replaced: [UInt8] = []
        var rest = 0
        while let start = bytes.offset(of: text.utf8.span, from: rest) {
            replaced.append(bytes.extracting(rest..<start))
            replaced += other.utf8
            rest = start + text.utf8.count
        }
        if rest == 0 { return self }
        replaced.append(bytes.extracting(rest...))
        return String(decoding: replaced, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes contain those of a text; an empty one is never contained.
    public func contains(text: String) -> Bool { span.offset(of: text.utf8.span, from: 0) != nil }
}

extension Span<UInt8> {
    /// Returns the offset of the first occurrence of a text, from an offset on; `nil` if there is none or the
    /// text is empty.
    fileprivate func offset(of text: Span<UInt8>, from start: Int) -> Int? {
        guard !text.isEmpty else { return nil }
        var start = start
        while let found = offset(of: text[0], from: start), found + text.count <= count {
            if extracting(found..<found + text.count).hasSameBytes(as: text) { return found }
            start = found + 1
        }
        return nil
    }

    /// Returns the offset of the first occurrence of a byte, from an offset on; `nil` if there is none.
    package func offset(of byte: UInt8, from start: Int) -> Int? {
        unsafe withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress else { return nil }
            return unsafe memchr(base + start, CInt(byte), bytes.count - start).map {
                unsafe UnsafeRawPointer($0) - base
            }
        }
    }
}
