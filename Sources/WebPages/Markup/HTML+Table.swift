import Records
import Showing

extension HTML {
    /// The properties of a table that its content does not determine.
    struct TableStyle {
        /// The name of the table for screen readers.
        var label: String
        /// The identifier of the element.
        var id: String
        /// Returns the address that the first cell of a row links to; `nil` for none.
        var link: (Int) -> String? = { _ in nil }
        /// Returns what identifies a row when the page is compared with a newer one.
        var key: (Int) -> String? = { _ in nil }
        /// Returns the address that a column's title links to, such as the same table in another order.
        var sort: (Int) -> String? = { _ in nil }
    }

    /// Adds a table, which scrolls by itself if the page is too narrow.
    mutating func add(_ table: Table, _ style: TableStyle) {
        add(table.columns, style) { body in
            for (index, row) in table.rows.enumerated() {
                body.add(row, at: index, in: table.columns, style)
            }
        }
    }

    /// Adds a table with these rows.
    mutating func add(_ columns: [Column], _ style: TableStyle, rows: (inout HTML) -> Void) {
        add("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": style.label]) {
            $0.add("table", ["id": style.id]) {
                $0.head(columns, style)
                $0.add("tbody", content: rows)
            }
        }
    }

    private mutating func head(_ columns: [Column], _ style: TableStyle) {
        add("thead") {
            $0.add("tr") { row in
                for (index, column) in columns.enumerated() {
                    row.add("th", ["scope": "col", "class": column.className]) {
                        $0.title(column.title.capitalizedTitle, link: style.sort(index))
                    }
                }
            }
        }
    }

    private mutating func title(_ title: String, link: String?) {
        guard let link else { return add(text: title) }
        add("a", ["href": link], text: title)
    }

    /// Adds a row and its notes.
    mutating func add(_ row: Table.Row, at index: Int, in columns: [Column], _ style: TableStyle) {
        add("tr", ["data-key": style.key(index)]) { line in
            for (column, cell) in row.cells.enumerated() {
                if column == 0 {
                    line.add(head: cell, in: columns[0], link: style.link(index))
                } else {
                    line.add("td", ["class": columns[column].className], line: cell)
                }
            }
        }
        for note in row.notes {
            add("tr", ["class": "note"]) {
                $0.add("td", ["colspan": "\(columns.count)"], line: note)
            }
        }
    }

    private mutating func add(head cell: Line, in column: Column, link: String?) {
        add("th", ["scope": "row", "class": column.className]) {
            if let link { $0.add("a", ["href": link], line: cell) } else { $0.add(cell) }
        }
    }

    /// Adds names and values.
    mutating func add(_ fields: Fields) {
        add("dl") {
            for field in fields.fields {
                $0.add("div") {
                    $0.add("dt", text: field.name)
                    if let measure = field.measure { return $0.add(measure, named: field.name) }
                    for line in field.value { $0.add("dd", line: line) }
                }
            }
        }
    }

    private mutating func add(_ measure: Fields.Measure, named name: String) {
        let value = min(measure.maximum, max(0, measure.value))
        add("dd", ["class": "measure"]) {
            $0.add(
                "meter",
                [
                    "min": "0", "max": "\(measure.maximum)", "value": "\(value)", "aria-label": name,
                ], text: "")
            $0.add(text: " ")
            $0.add(measure.text)
        }
    }
}

extension Column {
    /// The class of the cells; `nil` for text.
    fileprivate var className: String? { isNumber ? "number" : nil }
}

extension String {
    /// The title of a column, which terminals show in capitals, as a word.
    fileprivate var capitalizedTitle: String {
        guard utf8.allSatisfy({ !$0.isASCII || !$0.isLowercase }) else { return self }
        return prefix(1) + dropFirst().lowercased()
    }
}
