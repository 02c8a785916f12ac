import Records

/// Rows of cells as delimited text for other programs.
///
/// Source: RFC 4180; with tabs as delimiters, the same rules hold, and lines end with a line feed alone.
public struct DelimitedText: Sendable {
    /// The delimiter and the end of a line.
    public enum Format: String, Sendable {
        /// Commas and CRLF.
        case csv
        /// Tabs and LF.
        case tsv
    }

    /// The names of the columns.
    public let titles: [String]
    /// The cells of each row, one per column.
    public let rows: [[String]]

    /// Makes a table of its parts.
    public init(titles: [String], rows: [[String]]) {
        self.titles = titles
        self.rows = rows
    }

    /// Returns the text.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - hasTitles: Whether the first row has the names of the columns.
    ///   - clean: Changes each cell, such as for a terminal.
    /// - Returns: The rows, each with its end.
    public func text(
        _ format: Format, hasTitles: Bool = true, clean: (String) -> String = { $0 }
    ) -> String {
        var text = ""
        for row in (hasTitles ? [titles] : []) + rows {
            text += row.map { cell(clean($0), format) }.joined(separator: format == .csv ? "," : "\t")
            text += format == .csv ? "\r\n" : "\n"
        }
        return text
    }

    private func cell(_ text: String, _ format: Format) -> String {
        let delimiter: UInt8 = format == .csv ? .comma : .tab
        let isPlain = text.utf8.allSatisfy {
            $0 != delimiter && $0 != .quote && $0 != .newline && $0 != .carriageReturn
        }
        return isPlain ? text : "\"\(text.replacing(text: "\"", with: "\"\""))\""
    }
}
