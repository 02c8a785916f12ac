import Records

/// The removal of folds from the lines of a document.
///
/// Source: RFC 5545, 3.1; vCalendar 1.0, 2.1.3 and RFC 2045, 6.7 for the older forms.
struct CalendarFolds {
    /// The length from which a line may have been broken within a word, in bytes.
    private static let fullLine = 70

    /// Whether a fold stands for a blank, as in vCalendar 1.0, unless the line is so long that it may have
    /// been broken within a word.
    private let keepsBlank: Bool
    /// Whether a value may go on after a line that ends in `=`.
    private let hasSoftBreaks: Bool
    /// The number of blanks before each line.
    private let indentation: Int

    /// Returns the same lines without folds.
    static func removed(from bytes: [UInt8]) -> [UInt8] {
        // A document without any fold is the usual one of those that are not wrong.
        let rest = bytes[...].withoutBlankLines
        return CalendarFolds(rest).removed(from: rest)
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        keepsBlank = bytes.prefix(1024).contains(text: "VERSION:1.0")
        hasSoftBreaks = bytes.contains(text: "QUOTED-PRINTABLE")
        let blanks = bytes.prefix(while: \.isBlank).count
        // Only the first line has blanks, unless the second one has them, too.
        let second = bytes.drop { !$0.isLineEnd }.drop(while: \.isLineEnd)
        indentation = second.prefix(while: \.isBlank).count >= blanks ? blanks : 0
    }

    private func removed(from bytes: ArraySlice<UInt8>) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(bytes.count)
        var isSoft = false
        var rest = bytes.drop(while: \.isBlank)
        while !rest.isEmpty {
            let line = rest.prefix { !$0.isLineEnd }
            let after = rest[line.endIndex...]
            let end = after.endOfLine
            rest = after[end...]
            isSoft = hasSoftBreaks && line.last == .equals && (isSoft || line.isQuotedPrintable)
            if isSoft {
                lines.append(contentsOf: line.dropLast())
                continue
            }
            lines.append(contentsOf: line)
            rest = rest.dropFirst(min(indentation, rest.prefix(while: \.isBlank).count))
            guard let next = rest.first, next.isBlank else {
                if end > line.endIndex { lines.append(.newline) }
                continue
            }
            rest = rest.dropFirst()
            if keepsBlank, line.count < CalendarFolds.fullLine { lines.append(.space) }
        }
        return lines
    }
}

extension ArraySlice<UInt8> {
    /// The text from the first line on that is not blank.
    fileprivate var withoutBlankLines: ArraySlice<UInt8> {
        let byteOrderMark = "\u{FEFF}".utf8
        var rest = starts(with: byteOrderMark) ? dropFirst(byteOrderMark.count) : self
        while let line = rest.firstIndex(where: { !$0.isBlank }), rest[line].isLineEnd {
            rest = rest[(line + 1)...]
        }
        return rest
    }

    /// The end of the line break at the beginning, if there is one.
    fileprivate var endOfLine: Int {
        let returns = prefix { $0 == .carriageReturn }
        let rest = self[returns.endIndex...]
        if rest.first == .newline { return returns.endIndex + 1 }
        return returns.isEmpty ? startIndex : startIndex + 1
    }

    /// Whether the line is a property with the encoding `QUOTED-PRINTABLE`.
    fileprivate var isQuotedPrintable: Bool {
        prefix { $0 != .colon }.contains(text: "QUOTED-PRINTABLE")
    }
}
