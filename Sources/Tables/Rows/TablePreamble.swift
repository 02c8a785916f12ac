import Decoding
import Records

/// The lines above the header of a table that are none of its rows, such as a title.
///
/// They are recognised only where nothing else can be meant: the first line, as a header, fits no row; all rows
/// from another line on have the same number of fields; and that line has a name for each. It must also follow
/// a blank line or only lines that begin with `#`, or have a name above a column of numbers: otherwise the
/// first line may be a header with the wrong delimiter.
struct TablePreamble {
    /// The greatest number of rows above the header.
    private static let maximum = 20
    /// The part of the text that is examined.
    private static let sample = (bytes: 16_384, rows: 100)

    /// The length of the lines in the text.
    let length: Int
    /// The number of the lines.
    let lines: Int

    /// A row with the offset and the number of its first line.
    fileprivate struct Row {
        let start: Int
        let line: Int
        let isAfterBlank: Bool
        let fields: [String]

        /// Whether only the first field has contents.
        var isTitle: Bool {
            !(fields.first ?? "").isEmpty && fields.dropFirst().allSatisfy { $0.isEmpty }
        }

        /// Whether the row cannot name columns of this number.
        func isNarrow(_ width: Int) -> Bool { fields.count < width || (width > 2 && isTitle) }
    }

    /// Finds the lines above the header.
    ///
    /// - Parameters:
    ///   - text: The text from its first line on that is not blank.
    ///   - delimiters: The delimiters to try.
    ///   - isWhole: Whether the text is the whole rest of the document.
    /// - Returns: The lines by the delimiter that makes the most columns; `nil` if there are none.
    static func find(_ text: [UInt8], delimiters: [[UInt8]], isWhole: Bool) -> TablePreamble? {
        let part = Array(text.prefix(sample.bytes))
        let found = delimiters.map { rows(part, delimiter: $0, isWhole: isWhole && part.count == text.count) }
        guard !found.contains(where: isTable) else { return nil }
        let widest = found.filter { start(of: $0) != nil }.max { $0.width < $1.width }
        guard let rows = widest, let start = start(of: rows) else { return nil }
        return TablePreamble(length: rows[start].start, lines: rows[start].line - 1)
    }

    private static func rows(_ text: [UInt8], delimiter: [UInt8], isWhole: Bool) -> [Row] {
        var reader = TableReader(
            text: text, at: 0, line: 1, delimiter: delimiter,
            honoursQuotes: TableDelimiter.enclosesQuotes(text.span, delimiter: delimiter))
        if isWhole { reader.finish() }
        var found: [Row] = []
        var isAfterBlank = false
        while found.count < sample.rows, (try? reader.next()) == true {
            defer { isAfterBlank = reader.isBlank }
            guard !reader.isBlank else { continue }
            found.append(
                Row(
                    start: reader.scanner.start, line: reader.line, isAfterBlank: isAfterBlank,
                    fields: reader.strings.map { $0.trimmingBlanks }))
        }
        return found
    }

    /// Whether the first row names columns of the next ones.
    private static func isTable(_ rows: [Row]) -> Bool {
        guard let first = rows.first, first.fields.count > 1, !first.isNarrow(first.fields.count) else {
            return false
        }
        return rows.dropFirst().prefix(maximum).contains { $0.fields.count == first.fields.count }
    }

    /// Returns the index of the header; `nil` if no row below the first one is certain to be it.
    private static func start(of rows: [Row]) -> Int? {
        let width = rows.width
        guard width > 1, let start = rows.firstIndex(where: { !$0.isNarrow(width) }), 1...maximum ~= start,
            rows.count - start > 2, rows[start...].allSatisfy({ $0.fields.count == width })
        else { return nil }
        let header = rows[start]
        let isNamed = header.fields.allSatisfy { !$0.isEmpty && !isNumber($0) }
        let isSeparate = header.isAfterBlank || rows[..<start].allSatisfy { $0.fields[0].hasPrefix("#") }
        return isNamed && (isSeparate || isAboveNumbers(rows[(start + 1)...], width)) ? start : nil
    }

    /// Whether a column has numbers only.
    private static func isAboveNumbers(_ rows: ArraySlice<Row>, _ width: Int) -> Bool {
        (0..<width).contains { column in
            let values = rows.map { $0.fields[column] }.filter { !$0.isEmpty }
            return values.count > 1 && values.allSatisfy(isNumber)
        }
    }

    private static func isNumber(_ text: String) -> Bool { text.utf8.span.decimal != nil }
}

extension [TablePreamble.Row] {
    /// The number of fields of the last row.
    fileprivate var width: Int { last?.fields.count ?? 0 }
}
