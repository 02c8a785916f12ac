import CXML2

/// The named characters of HTML 4, by libxml2's table.
enum HTMLEntity {
    /// The character of a name such as `eacute`; `nil` when there is none.
    static func scalar(_ name: some Collection<UInt8>) -> Unicode.Scalar? {
        guard (2...10).contains(name.count) else { return nil }
        if name.elementsEqual("apos".utf8) { return "'" }
        let text = Array(name) + [0]
        guard let entry = unsafe htmlEntityLookup(text) else { return nil }
        return unsafe Unicode.Scalar(UInt32(entry.pointee.value))
    }

    /// What a reference stands for.
    ///
    /// - Parameter body: What stands between `&` and `;`, such as `eacute`, `#233` or `#xE9`.
    /// - Returns: `nil` when it is none.
    static func scalar(reference body: some Collection<UInt8>) -> Unicode.Scalar? {
        guard body.first == 0x23 else { return scalar(body) }
        let digits = body.dropFirst()
        let isHexadecimal = digits.first.map { $0 | 0x20 == 0x78 } ?? false
        let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
        guard (1...8).contains(text.utf8.count), let code = UInt32(text, radix: isHexadecimal ? 16 : 10)
        else {
            return nil
        }
        // What is given as a control character is meant in windows-1252.
        return 0x80...0x9F ~= code ? Windows1252.scalar(UInt8(code)) : Unicode.Scalar(code)
    }

    /// Where the reference that begins at a `&` ends, before its semicolon; `nil` when none begins there.
    static func end(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var at = start + 1
        if at < bytes.count, bytes[at] == 0x23 { at += 1 }
        let first = at
        while at < bytes.count, at - first < 32 {
            let byte = bytes[at]
            guard 0x61...0x7A ~= byte | 0x20 || byte &- 0x30 < 10 else { break }
            at += 1
        }
        return at > first && at < bytes.count && bytes[at] == 0x3B ? at : nil
    }
}
