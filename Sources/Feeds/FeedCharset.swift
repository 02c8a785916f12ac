import Decoding
import Records

/// Detection of the encoding of an XML document by its first bytes.
///
/// Source: XML 1.0 appendix F.
enum FeedCharset {
    /// The number of bytes that the detection needs.
    static let sampleSize = 1024

    /// Returns the encoding that a document reveals by its zeros or its first word in EBCDIC; `nil` if it
    /// reveals none.
    static func revealed(_ bytes: [UInt8]) -> Charset? {
        let patterns: [([UInt8], String)] = [
            ([0, 0, 0, .lessThan], "UTF-32BE"), ([.lessThan, 0, 0, 0], "UTF-32LE"),
            ([0, .lessThan, 0], "UTF-16BE"),
            ([.lessThan, 0, .questionMark], "UTF-16LE"), ([.lessThan, 0, UInt8(ascii: "f")], "UTF-16LE"),
            ([.lessThan, 0, UInt8(ascii: "r")], "UTF-16LE"),
        ]
        if let wide = patterns.first(where: { bytes.starts(with: $0.0) }) { return Charset(label: wide.1) }
        if bytes.starts(with: [UInt8(ascii: "L"), UInt8(ascii: "o"), 0xA7, 0x94]) { return ebcdic(bytes) }
        return nil
    }

    /// Returns the encoding that a document declares; `nil` if it declares none that is known.
    static func declared(_ bytes: [UInt8]) -> CharsetLabel? {
        label(bytes.prefix(sampleSize)).flatMap { CharsetLabel($0, of: .declaration) }
    }

    /// Returns the value of `encoding=` in the declaration.
    private static func label(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let start = find("<?xml", in: bytes), let end = find("?>", in: bytes[start...]),
            let place = find("encoding", in: bytes[start..<end])
        else { return nil }
        let parts = bytes[place..<end].split(whereSeparator: { $0 == .quote || $0 == .apostrophe })
        return parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
    }

    /// Returns the encoding of an EBCDIC document by its label; the declaration is the same in every EBCDIC.
    private static func ebcdic(_ bytes: [UInt8]) -> Charset? {
        guard let common = Charset(label: "IBM037") else { return nil }
        var text: [UInt8] = []
        var decoder = TextDecoder(charset: common)
        decoder.decode(Array(bytes.prefix(sampleSize)).span, into: &text)
        return label(text[...]).flatMap { Charset(label: $0) } ?? common
    }

    private static func find(_ word: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first {
            unsafe bytes[$0...].starts(
                with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }
    }
}
