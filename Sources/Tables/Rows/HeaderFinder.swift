import Decoding
import Records

/// A search for the line of a table that names its columns.
struct HeaderFinder {
    /// The text from the current line on.
    var text: [UInt8] = []
    /// The number of the current line, from 1.
    private(set) var line = 1
    /// The first line that is not blank, for messages.
    private(set) var opening = ""
    /// The delimiter that a line above the header states; `nil` if none does.
    private(set) var delimiter: [UInt8]?
    private let wanted: [UInt8]?
    private var searched = 0

    /// Creates a search.
    ///
    /// - Parameter contents: A text in the line; `nil` for the first line that is not blank.
    init(contents: String?) { wanted = contents.map { Array($0.utf8) } }

    /// Examines the complete lines.
    ///
    /// - Returns: The end of the header line, which begins at the start of the text; `nil` if more text is
    ///   needed.
    /// - Throws: `DecodeError` if a line is longer than a row may be.
    mutating func find(isLast: Bool) throws(DecodeError) -> Int? {
        var start = 0
        defer { drop(start) }
        while let (end, next) = lineEnd(from: start, isLast) {
            if opening.isEmpty { opening = text.span.extracting(start..<end).opening }
            let stated = TableDelimiter.directive(text.span.extracting(start..<end))
            if let stated {
                delimiter = stated
            } else if fits(start..<end) {
                let length = end - start
                return length
            }
            line += 1
            start = next
            searched = next
        }
        guard text.count - start <= TableReader.maximumRow else {
            throw DecodeError(.content, part: "table", found: text.span.opening, offset: 0)
        }
        return nil
    }

    /// Leaves out lines at the start of the text.
    mutating func skip(_ preamble: TablePreamble) {
        drop(preamble.length)
        line += preamble.lines
    }

    private mutating func drop(_ count: Int) {
        guard count > 0 else { return }
        text.removeSubrange(0..<count)
        searched = max(0, searched - count)
    }

    /// Returns the end of the line and the start of the next one.
    private mutating func lineEnd(from start: Int, _ isLast: Bool) -> (Int, Int)? {
        var at = max(start, searched)
        while at < text.count, !text[at].isLineEnd { at += 1 }
        searched = at
        if at == text.count { return isLast && at > start ? (at, at) : nil }
        guard text[at] == .carriageReturn else { return (at, at + 1) }
        if at + 1 == text.count, !isLast { return nil }
        return (at, at + 1 < text.count && text[at + 1] == .newline ? at + 2 : at + 1)
    }

    private func fits(_ line: Range<Int>) -> Bool {
        guard let wanted else { return !text.span.trimmed(line).isEmpty }
        guard line.count >= wanted.count else { return false }
        return (line.lowerBound...line.upperBound - wanted.count).contains { at in
            wanted.indices.allSatisfy { text[at + $0] == wanted[$0] }
        }
    }
}
