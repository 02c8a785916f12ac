import Decoding
import Records

/// Recognises sentences in place of a table, as a server sends them that has none.
enum Prose {
    /// Whether a line is a sentence or markup instead of names of columns.
    static func isLikely(_ line: Span<UInt8>) -> Bool {
        let part = line.trimmed(0..<line.count)
        guard let first = part.first, let last = part.last else { return false }
        let isMarkup = line[first] == .lessThan && line[last] == .greaterThan
        return isMarkup || isSentence(line, part: part, last: line[last])
    }

    /// Whether a line ends like a sentence and has several words in a row.
    private static func isSentence(_ line: Span<UInt8>, part: Range<Int>, last: UInt8) -> Bool {
        guard ".!?:".utf8.contains(last) else { return false }
        var words = 0
        for at in part.dropFirst() where line[at] == .space && line[at - 1].isLetter { words += 1 }
        return words >= 2
    }
}
