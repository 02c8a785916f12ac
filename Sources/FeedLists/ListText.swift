import Decoding
import Records

/// The text of a list as UTF-8.
enum ListText {
    /// Returns the text, converted from the encoding of its byte order mark or XML declaration, and what is
    /// not known of the encoding.
    static func decoded(_ bytes: [UInt8]) -> (text: [UInt8], notes: [String]) {
        var decoder = TextDecoder(labels: [declared(bytes)].compactMap { $0 })
        var text: [UInt8] = []
        decoder.decode(bytes.span, into: &text)
        decoder.finish(into: &text)
        let broken = "\(decoder.faults) characters are not in the encoding of the list and became U+FFFD"
        return (text, decoder.notes + (decoder.faults > 0 ? [broken] : []))
    }

    /// Whether the first character is a `<`, or a document that is not XML contains `<outline`.
    static func isMarkup(_ text: [UInt8]) -> Bool {
        if text.first(where: { !$0.isWhitespace }) == .lessThan { return true }
        return String(decoding: text, as: UTF8.self).contains(text: "<outline")
    }

    /// Returns the encoding that the XML declaration states; `nil` if it states none that is known.
    private static func declared(_ bytes: [UInt8]) -> CharsetLabel? {
        let start = String(decoding: bytes.prefix(256), as: UTF8.self)
        guard let end = start.firstRange(ofText: "?>"), let word = start.firstRange(ofText: "encoding"),
            word.lowerBound < end.lowerBound
        else { return nil }
        let parts = start[word.upperBound..<end.lowerBound].split { $0 == "\"" || $0 == "'" }
        return parts.count > 1 ? CharsetLabel(String(parts[1]), of: .declaration) : nil
    }
}

extension String {
    /// The text with each run of blanks and control characters as one space, without any at its ends, and
    /// without backslashes at its end, which a definition file cannot hold.
    var inOneLine: String {
        let words = unicodeScalars.split { $0.properties.isWhitespace || $0.value < 32 || $0.value == 127 }
        var text = words.map { String($0) }.joined(separator: " ")
        while text.hasSuffix("\\") || text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
