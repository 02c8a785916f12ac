import Decoding
import Records

/// The text of a document.
enum CalendarText {
    /// Returns the document in UTF-8, and remarks on its encoding.
    ///
    /// Folds are removed first, since they may separate the bytes of a character. A document of which more
    /// characters are valid UTF-8, which is the default, than faulty stays UTF-8: text of another encoding is
    /// hardly ever valid.
    ///
    /// Source: RFC 5545, 3.1 and 3.1.4.
    static func read(_ bytes: [UInt8], label: CharsetLabel?) -> (text: [UInt8], notes: [String]) {
        let bytes = CalendarFolds.removed(from: bytes)
        var text: [UInt8] = []
        var decoder = TextDecoder(charset: .utf8)
        decoder.decode(bytes.span, into: &text)
        decoder.finish(into: &text)
        // Each fault has become U+FFFD, which is counted like the valid characters outside ASCII.
        let leastFirstByte: UInt8 = 0xC0
        let valid = text.count { $0 >= leastFirstByte } - decoder.faults
        if decoder.faults == 0 || decoder.faults < valid { return (text, decoder.notes) }
        var other = TextDecoder(labels: label.map { [$0] } ?? [])
        text = []
        other.decode(bytes.span, into: &text)
        other.finish(into: &text)
        return (text, other.notes)
    }
}
