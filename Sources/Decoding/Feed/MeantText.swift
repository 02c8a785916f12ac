/// What was meant where a text was encoded wrong: UTF-8 that was taken for windows-1252 and encoded once more, and
/// control characters of windows-1252.
enum MeantText {
    /// - Returns: `nil` when the text, UTF-8, is as it was meant.
    static func of(_ bytes: Span<UInt8>) -> [UInt8]? {
        let first = UTF8Mender.asciiEnd(bytes, from: 0)
        guard first < bytes.count else { return nil }
        if isPair(bytes, first), let inner = inner(bytes) { return inner }
        return hasControls(bytes, from: first) ? withoutControls(bytes) : nil
    }

    /// Whether two characters above ASCII begin at a place: one alone is no UTF-8 that was encoded once more.
    private static func isPair(_ bytes: Span<UInt8>, _ first: Int) -> Bool {
        let lead = bytes[first]
        let next = first + (lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4)
        return next < bytes.count && bytes[next] >= 0x80
    }

    /// The text whose bytes the characters are; `nil` when they are none, or no UTF-8.
    private static func inner(_ bytes: Span<UInt8>) -> [UInt8]? {
        var inner: [UInt8] = []
        for scalar in bytes.text(0..<bytes.count).unicodeScalars {
            guard let byte = Windows1252.byte(scalar) else { return nil }
            inner.append(byte)
        }
        return UTF8Mender.isValid(inner.span, isWhole: true) ? inner : nil
    }

    /// Whether a character of U+0080...U+009F stands behind a place.
    private static func hasControls(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var at = start
        while at + 1 < bytes.count {
            if bytes[unchecked: at] == 0xC2, bytes[unchecked: at + 1] < 0xA0 { return true }
            at = UTF8Mender.asciiEnd(bytes, from: at + 1)
        }
        return false
    }

    private static func withoutControls(_ bytes: Span<UInt8>) -> [UInt8] {
        var scalars = String.UnicodeScalarView()
        for scalar in bytes.text(0..<bytes.count).unicodeScalars {
            let isControl = 0x80...0x9F ~= scalar.value
            scalars.append(isControl ? Windows1252.scalar(UInt8(scalar.value)) ?? scalar : scalar)
        }
        return Array(String(scalars).utf8)
    }
}
