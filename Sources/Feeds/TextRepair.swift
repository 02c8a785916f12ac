import Decoding
import Records

/// Repair of wrongly encoded text: UTF-8 that was taken for windows-1252 and encoded again, and control
/// characters of windows-1252.
enum TextRepair {
    /// Repairs a text in UTF-8.
    ///
    ///
    /// - Returns: `nil` if the text is correct.
    static func of(_ bytes: Span<UInt8>) -> [UInt8]? {
        let first = UTF8Repair.asciiEnd(bytes, from: 0)
        guard first < bytes.count else { return nil }
        if isPair(bytes, first: first), let inner = inner(bytes) { return inner }
        return hasControls(bytes, from: first) ? withoutControls(bytes) : nil
    }

    /// Whether two non-ASCII characters begin at an offset; a single one cannot be UTF-8 that was encoded
    /// again.
    private static func isPair(_ bytes: Span<UInt8>, first: Int) -> Bool {
        let lead = bytes[first]
        let next = first + (lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4)
        return next < bytes.count && !bytes[next].isASCII
    }

    /// Returns the text whose bytes the characters are; `nil` if they are not bytes or not UTF-8.
    private static func inner(_ bytes: Span<UInt8>) -> [UInt8]? {
        var inner: [UInt8] = []
        for scalar in bytes.text(0..<bytes.count).unicodeScalars {
            guard let byte = Windows1252.byte(scalar) else { return nil }
            inner.append(byte)
        }
        return UTF8Repair.isValid(inner.span, isWhole: true) ? inner : nil
    }

    /// Whether a character of U+0080...U+009F follows an offset.
    private static func hasControls(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var at = start
        while at + 1 < bytes.count {
            if bytes[unchecked: at] == .c1Lead, bytes[unchecked: at + 1] < .c1End { return true }
            at = UTF8Repair.asciiEnd(bytes, from: at + 1)
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
