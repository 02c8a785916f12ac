/// The width of each column of a table, and the columns to omit.
struct Layout {
    /// The width of each column; `nil` if the column is omitted.
    private(set) var widths: [Int?]

    private static let gap = 2

    /// Fits a table into `width` columns; returns `nil` if the words do not fit side by side.
    init?(_ table: Table, width: Int) {
        let wanted = table.columns.indices.map { Layout.widest(in: table, column: $0) }
        widths = wanted
        if total(wanted) <= width { return }
        let needed = table.columns.indices.map {
            table.columns[$0].isWhole ? wanted[$0] : min(wanted[$0], Layout.widestWord(in: table, column: $0))
        }
        while total(needed) > width {
            guard let lowest = lowest(table.columns) else { return nil }
            widths[lowest] = nil
        }
        shrink(to: width, needed: needed)
    }

    /// Returns the lines of a row, each cell wrapped within its column, without trailing spaces.
    func fold(_ cells: [Line], in columns: [Column]) -> [Line] {
        let parts = cells.indices.compactMap { index in
            widths[index].map {
                (lines: cells[index].wrapped(to: $0), width: $0, isNumber: columns[index].isNumber)
            }
        }
        let height = parts.map(\.lines.count).max() ?? 0
        return (0..<height).map { row in
            var line = Line()
            var edge = 0
            for part in parts {
                let text = row < part.lines.count ? part.lines[row] : Line()
                let start = edge + (part.isNumber ? part.width - text.cells : 0)
                if !text.isEmpty { line = line.padded(to: start) + text }
                edge += part.width + Layout.gap
            }
            return line
        }
    }

    private func total(_ needed: [Int]) -> Int {
        let kept = widths.indices.filter { widths[$0] != nil }
        return kept.reduce(0) { $0 + needed[$1] } + Layout.gap * max(0, kept.count - 1)
    }

    private func lowest(_ columns: [Column]) -> Int? {
        widths.indices.filter { widths[$0] != nil && columns[$0].rank != nil }
            .min { columns[$0].rank! < columns[$1].rank! }
    }

    /// Shrinks the widest column, one step at a time, until all fit.
    private mutating func shrink(to width: Int, needed: [Int]) {
        var excess = widths.compactMap(\.self).reduce(0, +) - width
        excess += Layout.gap * max(0, widths.count { $0 != nil } - 1)
        while excess > 0 {
            let loose = widths.indices.filter { (widths[$0] ?? 0) > needed[$0] }
            guard let widest = loose.max(by: { widths[$0]! < widths[$1]! }) else { return }
            widths[widest]! -= 1
            excess -= 1
        }
    }

    private static func widest(in table: Table, column: Int) -> Int {
        max(title(of: table, column: column).cells, table.rows.map { $0.cells[column].cells }.max() ?? 0)
    }

    /// The length from which a word may be cut.
    private static let longestWord = 16

    private static func widestWord(in table: Table, column: Int) -> Int {
        let cells = [title(of: table, column: column)] + table.rows.map { $0.cells[column] }
        return min(longestWord, cells.flatMap(\.words).map(\.cells).max() ?? 0)
    }

    private static func title(of table: Table, column: Int) -> Line {
        table.hasTitles ? Line(table.columns[column].title) : Line()
    }
}
