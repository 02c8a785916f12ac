import Decoding
import Records

/// The JSON texts of a document of many: one on each line, or each after a record separator.
///
/// A text that cannot be read affects only itself. Memory is bounded by a slice and the longest text, 16 MiB.
///
/// Source: ndjson.org; RFC 7464 and RFC 8142 (JSON and GeoJSON text sequences).
struct JSONLines {
    /// A text with the number of its first line.
    struct Line {
        let place: Range<Int>
        let number: Int
    }

    /// The byte before each text of a sequence. Source: RFC 7464 §2.2.
    static let separator: UInt8 = UInt8(ascii: "\u{1E}")

    /// The text that has not been read.
    var text: [UInt8]
    private var number: Int
    private var at = 0
    /// Whether a record separator precedes each text; `nil` as long as only blanks have arrived.
    private var isSequence: Bool?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - text: The text that has arrived.
    ///   - line: The number of its first line.
    init(text: [UInt8], line: Int = 1) {
        self.text = text
        number = line
        isSequence = JSONLines.isSequence(text)
    }

    /// Whether a text begins as a sequence; `nil` if it is blank.
    static func isSequence(_ text: [UInt8]) -> Bool? {
        text.first { $0 > .space || $0 == separator }.map { $0 == separator }
    }

    /// Discards the text that has been read.
    mutating func makeRoom() {
        text.removeSubrange(0..<at)
        at = 0
    }

    /// Moves to the next text that is not blank.
    ///
    /// - Returns: The text; `nil` if more bytes are needed, or none is left.
    /// - Throws: `DecodeError` if it is too long.
    mutating func next(isLast: Bool) throws(DecodeError) -> Line? {
        isSequence = isSequence ?? JSONLines.isSequence(text)
        while at < text.count {
            let end = text[(at + 1)...].firstIndex(where: ends) ?? text.count
            guard end < text.count || isLast else {
                guard text.count - at <= JSONElements.maximumLength else {
                    throw DecodeError(
                        part: "line of at most 16 MiB", found: text[at...].prefix(80).description, offset: 0)
                }
                return nil
            }
            let place = start(end)..<end
            number += text[at..<place.lowerBound].count { $0 == .newline }
            let line = Line(place: place, number: number)
            number += text[place].count { $0 == .newline }
            at = end
            if text[line.place].contains(where: { $0 > .space }) { return line }
        }
        return nil
    }

    private func ends(_ byte: UInt8) -> Bool { byte == (isSequence == true ? JSONLines.separator : .newline) }

    /// Returns the start of the text here, after its separator.
    private func start(_ end: Int) -> Int { at < end && ends(text[at]) ? at + 1 : at }
}
