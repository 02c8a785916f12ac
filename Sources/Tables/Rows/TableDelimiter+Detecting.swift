import Decoding
import Records

extension TableDelimiter {
    /// The unit separator of ASCII, which no table contains: it separates nothing, for a table of one column.
    static let none: [UInt8] = [UInt8(ascii: "\u{1F}")]
    /// The part of the text whose rows are compared with the header, and their maximum number.
    private static let sample = (bytes: 16_384, rows: 100)

    /// Whether no known delimiter separates the first line and a row into the same number of fields, or the line
    /// ends with one: then it may be a title.
    static func mayBeTitle(_ text: [UInt8], line: Int, isWhole: Bool) -> Bool {
        let first = text.span.extracting(0..<line)
        guard let last = first.trimmed(0..<line).last, !known.contains([first[last]]) else { return true }
        let part = Array(text.prefix(sample.bytes))
        return known.allSatisfy { delimiter in
            !contains(first, delimiter)
                || fit(part, line: first, delimiter: delimiter, isWhole: isWhole && part.count == text.count)
                    .score == 0
        }
    }

    /// Returns the known delimiter that separates the header and the rows into the same number of fields, in
    /// most rows and into the most fields; that of the header alone if none does.
    ///
    /// - Parameters:
    ///   - text: The text from the header on.
    ///   - header: The length of the header's first line.
    ///   - isWhole: Whether the text is the whole rest of the document.
    /// - Returns: The delimiter; `none` if the rows have no delimiter, so that the table has one column.
    static func detect(_ text: [UInt8], header: Int, isWhole: Bool) -> [UInt8] {
        let line = text.span.extracting(0..<header)
        let sample = Array(text.prefix(sample.bytes))
        var best = (score: 0, delimiter: [UInt8]())
        var rows = 0
        var divided = 0
        for delimiter in known where contains(line, delimiter) || rows == 0 || divided == 0 {
            let fit = fit(
                sample, line: line, delimiter: delimiter, isWhole: isWhole && sample.count == text.count)
            rows = max(rows, fit.rows)
            divided = max(divided, fit.divided)
            if fit.score > best.score { best = (fit.score, delimiter) }
        }
        if best.score > 0 { return best.delimiter }
        return rows > 0 && divided == 0 ? none : sniff(line)
    }

    /// Whether a row begins with a quote. In a table of one column, quotes then enclose fields: `detect` has read
    /// its first rows so, without a fault.
    ///
    /// Source: RFC 4180 §2, rules 5 to 7.
    static func hasQuotedRow(_ text: [UInt8]) -> Bool {
        let part = text.prefix(sample.bytes)
        return part.indices.dropFirst().contains { part[$0] == .quote && part[$0 - 1].isLineEnd }
    }

    private static func contains(_ line: Span<UInt8>, _ delimiter: [UInt8]) -> Bool {
        (0..<line.count).contains { line[$0] == delimiter[0] }
    }

    /// Separates the header and the first rows by a delimiter.
    ///
    /// - Returns: The rows with as many fields as the header, times the delimiters of each; the rows; those
    ///   that have a delimiter.
    private static func fit(_ sample: [UInt8], line: Span<UInt8>, delimiter: [UInt8], isWhole: Bool)
        -> (score: Int, rows: Int, divided: Int)
    {
        var reader = TableReader(
            text: sample, at: 0, line: 1, delimiter: delimiter,
            honoursQuotes: enclosesQuotes(line, delimiter: delimiter))
        if isWhole { reader.finish() }
        var found = (score: 0, rows: 0, divided: 0)
        // A text that this delimiter cannot separate fits nothing.
        guard (try? reader.next()) == true else { return found }
        let wanted = reader.count
        while found.rows < self.sample.rows, (try? reader.next()) == true {
            if reader.isBlank { continue }
            found.rows += 1
            if reader.count > 1 || reader.fault != nil { found.divided += 1 }
            if reader.count == wanted || reader.hasSurplus(over: wanted) { found.score += wanted - 1 }
        }
        return found
    }

    /// Returns the delimiter that a line `sep=;` above the header states; `nil` if the line is none.
    ///
    /// Source: Microsoft Excel, which writes and obeys the line.
    static func directive(_ line: Span<UInt8>) -> [UInt8]? {
        let isQuoted = line.count == 7 && line[0] == .quote && line[6] == .quote
        let bytes = Array(line.text(isQuoted ? 1..<6 : 0..<line.count).utf8)
        guard bytes.count == 5, bytes[..<4].map({ $0 | .caseBit }).elementsEqual("sep=".utf8) else {
            return nil
        }
        return [bytes[4]]
    }
}

extension TableReader {
    /// Whether the row has one field more than the header, and that is empty.
    fileprivate func hasSurplus(over wanted: Int) -> Bool {
        count == wanted + 1 && wanted > 1 && scanner.fields[wanted].start == scanner.fields[wanted].end
    }
}
