/// Rows and columns, fitted to the paper: cells are wrapped at words, empty columns are omitted, and if the
/// columns do not fit side by side, each row becomes a short list.
public struct Table: Showable, Sendable {
    /// A row: its cells, and notes below them across the whole width.
    public struct Row: Sendable {
        /// The cells, one per column.
        public let cells: [Line]
        /// The notes below the row, indented.
        public let notes: [Line]

        /// Makes a row.
        public init(_ cells: [Line], notes: [Line] = []) {
            self.cells = cells
            self.notes = notes
        }
    }

    /// The columns, from left to right.
    public let columns: [Column]
    /// The rows, from top to bottom.
    public let rows: [Row]
    /// Whether the columns have titles.
    public let hasTitles: Bool

    /// Makes a table.
    public init(_ columns: [Column], rows: [Row], hasTitles: Bool = true) {
        self.columns = columns
        self.rows = rows
        self.hasTitles = hasTitles
    }

    /// Returns the table as lines for the paper.
    public func lines(on paper: Paper) -> [Line] {
        let filled = withoutEmptyColumns
        guard let layout = Layout(filled, width: paper.width) else { return filled.list(width: paper.width) }
        var lines: [Line] = []
        if hasTitles, paper.hasLegend {
            lines += layout.fold(filled.columns.map { Line($0.title, .strong) }, in: filled.columns)
        }
        for row in filled.rows {
            lines += layout.fold(row.cells, in: filled.columns)
            lines += row.notes.flatMap { folded($0, to: paper.width) }
        }
        return lines
    }

    private func folded(_ note: Line, to width: Int) -> [Line] {
        note.wrapped(to: max(8, width - 2)).map { $0.indented(2) }
    }

    /// The table without the columns that are empty in all rows.
    package var withoutEmptyColumns: Table {
        let kept = columns.indices.filter { column in rows.contains { !$0.cells[column].isEmpty } }
        return Table(
            kept.map { columns[$0] },
            rows: rows.map { row in Row(kept.map { row.cells[$0] }, notes: row.notes) },
            hasTitles: hasTitles)
    }

    /// Returns every row as a heading and its other cells, one per line.
    private func list(width: Int) -> [Line] {
        rows.flatMap { row -> [Line] in
            guard let first = row.cells.first else { return [] }
            var lines = first.wrapped(to: width, indent: 2)
            for (column, cell) in zip(columns, row.cells).dropFirst() where !cell.isEmpty {
                lines += (Line(column.title + ": ", .faint) + cell).wrapped(to: width - 2).map {
                    $0.indented(2)
                }
            }
            return lines + row.notes.flatMap { folded($0, to: width) }
        }
    }
}

/// A column of a table.
public struct Column: Sendable {
    /// The title above the column.
    public let title: String
    /// Whether the cells are aligned right, as numbers are.
    public let isNumber: Bool
    /// Whether its cells are never wrapped.
    public let isWhole: Bool
    /// The rank: if room is short, columns of a lower rank are omitted first; a column with `nil` is never
    /// omitted.
    public let rank: Int?

    /// Makes a column.
    public init(_ title: String, isNumber: Bool = false, isWhole: Bool = false, rank: Int? = nil) {
        self.title = title
        self.isNumber = isNumber
        self.isWhole = isWhole
        self.rank = rank
    }
}
