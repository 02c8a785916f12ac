import Records
import Showing

extension HTML {
    /// The properties of a table that its content does not determine.
    struct TableStyle {
        /// The name of the table for screen readers, which then scrolls by itself if the page is too narrow;
        /// `nil` for a table that fits every page.
        var label: String?
        /// The identifier of the element; `nil` for none.
        var id: String?
        /// The class of the element; `nil` for none.
        var className: String?
        /// Whether narrow screens show each row as a list, where the titles precede the values.
        var isStacked = false
        /// Returns the address that the first cell of a row links to; `nil` for none.
        var link: (Int) -> String? = { _ in nil }
        /// Returns what identifies a row when the page is compared with a newer one.
        var key: (Int) -> String? = { _ in nil }
        /// Returns the address that a column's title links to, such as the same table in another order.
        var sort: (Int) -> String? = { _ in nil }
    }

    /// Adds a table.
    mutating func add(_ table: Table, _ style: TableStyle) {
        add(table.columns, style) { body in
            for (index, row) in table.rows.enumerated() {
                body.add(row, at: index, in: table.columns, style)
            }
        }
    }

    /// Adds a table with these rows.
    mutating func add(_ columns: [Column], _ style: TableStyle, rows: (inout HTML) -> Void) {
        guard let label = style.label else { return add(unframed: columns, style, rows: rows) }
        add("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": label]) {
            $0.add(unframed: columns, style, rows: rows)
        }
    }

    private mutating func add(unframed columns: [Column], _ style: TableStyle, rows: (inout HTML) -> Void) {
        add("table", ["class": style.className, "id": style.id]) {
            $0.head(columns, style)
            $0.add("tbody", content: rows)
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
                    line.add(cell, in: columns[column], style)
                }
            }
        }
        for note in row.notes {
            add("tr", ["class": "note"]) {
                $0.add("td", ["colspan": "\(columns.count)"], line: note)
            }
        }
    }

    private mutating func add(_ cell: Line, in column: Column, _ style: TableStyle) {
        guard style.isStacked else { return add("td", ["class": column.className], line: cell) }
        add("td", ["data-label": column.title, "class": cell.isEmpty ? "empty" : nil], line: cell)
    }

    private mutating func add(head cell: Line, in column: Column, link: String?) {
        add("th", ["scope": "row", "class": column.className]) {
            if let link { $0.add("a", ["href": link], line: cell) } else { $0.add(cell) }
        }
    }

    /// Adds names and values.
    ///
    /// - Parameters:
    ///   - fields: The names and values.
    ///   - id: The start of the identifiers of the values, such as `KPWM` for `KPWM-runway_range`; each value
    ///     then is one element. `nil` for none.
    ///   - hasLinks: Whether an address at the start of a line is a link.
    mutating func add(_ fields: Fields, id: String? = nil, hasLinks: Bool = false) {
        add("dl") {
            for field in fields.fields {
                $0.add("div") {
                    $0.add("dt", text: field.name)
                    $0.add(valueOf: field, id: id, hasLinks: hasLinks)
                }
            }
        }
    }

    private mutating func add(valueOf field: Fields.Field, id: String?, hasLinks: Bool) {
        if let measure = field.measure { return add(measure, named: field.name) }
        guard let id else {
            for line in field.value { add("dd") { hasLinks ? $0.add(linking: line) : $0.add(line) } }
            return
        }
        let name = String(field.name.lowercased().map { $0 == " " ? "_" : $0 })
        add("dd", ["id": "\(id)-\(elementID(name))"]) {
            for (index, line) in field.value.enumerated() {
                if index > 0 { $0.add(void: "br") }
                $0.add(line)
            }
        }
    }

    /// Adds a line; an address at its start is a link.
    private mutating func add(linking line: Line) {
        let text = line.plain
        let word = text.prefix { $0 != " " }
        guard let link = webLink(String(word)) else { return add(line) }
        add(outside: link, text: word)
        add(text: text.dropFirst(word.count))
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
