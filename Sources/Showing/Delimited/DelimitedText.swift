public import AlmanacValues
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

extension DelimitedText {
    /// Makes a table of records, one per row.
    ///
    /// - Parameters:
    ///   - items: The records.
    ///   - columns: The members by name or path; if empty, all members of all records, those of nested
    ///     objects by their dotted paths. A column `@key` precedes them unless a member repeats the keys,
    ///     and a column `@source` if there are several sources.
    public init(_ items: [Item], columns: [String] = []) {
        guard columns.isEmpty else {
            self.init(
                titles: columns, rows: items.map { item in columns.map { item.cell(FieldPath($0)) } })
            return
        }
        let members = DelimitedText.members(of: items)
        let isRepeated = members.contains { name in items.allSatisfy { $0.cell(name) == $0.key } }
        let hasOneSource = items.allSatisfy { $0.source == items[0].source }
        let first = (hasOneSource ? [] : ["@source"]) + (isRepeated ? [] : ["@key"])
        let paths = first.map { FieldPath($0) } + members
        self.init(titles: paths.map(\.text), rows: items.map { item in paths.map { item.cell($0) } })
    }

    /// Returns the paths of all members that are not objects, in the order in which they first occur.
    static func members(of items: [Item]) -> [FieldPath] {
        var names: [String] = []
        var seen: Set<[UInt8]> = []
        for item in items {
            collect(item.data, below: "", depth: 0) { name in
                if seen.insert(Array(name.utf8)).inserted { names.append(name) }
            }
        }
        return names.map { FieldPath($0) }
    }

    private static func collect(_ value: JSON, below path: String, depth: Int, found: (String) -> Void) {
        for member in value.object ?? [] {
            let name = path + member.name
            if member.value.object?.isEmpty == false, depth < 8 {
                collect(member.value, below: name + ".", depth: depth + 1, found: found)
            } else {
                found(name)
            }
        }
    }
}

extension Item {
    /// Returns a member as a cell; `@source`, `@key` and `@title` are those of the record.
    func cell(_ path: FieldPath) -> String {
        switch path.text {
        case "@source": source
        case "@key": key
        case "@title": title ?? ""
        default: path.value(in: data)?.cell ?? ""
        }
    }
}

extension JSON {
    /// The value as a cell: texts and numbers unchanged, lists and objects as JSON; empty for null.
    var cell: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array, .object: String(decoding: bytes, as: UTF8.self)
        }
    }
}
