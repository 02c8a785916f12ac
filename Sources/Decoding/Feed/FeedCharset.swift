/// The encoding of an XML document by its first bytes.
///
/// Source: XML 1.0 appendix F.
enum FeedCharset {
    /// How many bytes tell it.
    static let sampleSize = 1024

    /// The encoding that a document declares, or shows by its zeros; `nil` when it does neither.
    static func declared(_ bytes: [UInt8]) -> Charset? {
        let patterns: [([UInt8], String)] = [
            ([0, 0, 0, 0x3C], "UTF-32BE"), ([0x3C, 0, 0, 0], "UTF-32LE"), ([0, 0x3C, 0], "UTF-16BE"),
            ([0x3C, 0, 0x3F], "UTF-16LE"), ([0x3C, 0, 0x66], "UTF-16LE"), ([0x3C, 0, 0x72], "UTF-16LE"),
        ]
        if let wide = patterns.first(where: { bytes.starts(with: $0.0) }) { return Charset(label: wide.1) }
        if bytes.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) { return ebcdic(bytes) }
        return label(bytes.prefix(sampleSize)).flatMap { Charset(label: $0) }
    }

    /// What stands behind `encoding=` in the declaration.
    private static func label(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let start = find("<?xml", bytes), let end = find("?>", bytes[start...]),
            let place = find("encoding", bytes[start..<end])
        else { return nil }
        let parts = bytes[place..<end].split(whereSeparator: { $0 == 0x22 || $0 == 0x27 })
        return parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
    }

    /// The declaration can be read in any EBCDIC; its label tells which one it is.
    private static func ebcdic(_ bytes: [UInt8]) -> Charset? {
        guard let common = Charset(label: "IBM037") else { return nil }
        var text: [UInt8] = []
        var decoder = TextDecoder(charset: common)
        decoder.decode(Array(bytes.prefix(sampleSize)).span, into: &text)
        return label(text[...]).flatMap { Charset(label: $0) } ?? common
    }

    private static func find(_ word: StaticString, _ bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first {
            unsafe bytes[$0...].starts(
                with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }
    }
}
