nonisolated extension TableDataset {
    /// The choices for one document.
    private struct Style {
        /// The columns in their order; `nil` for one that the definition leaves out.
        let order: [Int?]
        let lineEnd: String
        /// The share of fields that are enclosed in quotes without need.
        let quoting: Double
    }

    /// Returns the table: its rows and columns in any order.
    func document(_ style: inout Chance) -> [UInt8] {
        let choices = choices(&style)
        var lines = hasPreamble ? ["List of hospitals", "", "as of today"] : []
        lines.append(header(choices, &style))
        var body = style.isTrue(0.5) ? rows : rows.shuffled(using: &style)
        if style.isTrue(0.1), let row = body.first { body.append(row) }
        for row in body { lines.append(line(row, choices, &style)) }
        if style.isTrue(0.05) { lines.insert("unreadable", at: lines.count - style.below(rows.count)) }
        if style.isTrue(0.1) { lines.append("") }
        let end = style.isTrue(0.8) ? choices.lineEnd : ""
        return dialect.bytes(lines.joined(separator: choices.lineEnd) + end, &style)
    }

    private func choices(_ style: inout Chance) -> Style {
        var order: [Int?] = columns.indices.map { $0 }
        if style.isTrue(0.2) { order.append(nil) }
        if style.isTrue(0.3) { order.shuffle(using: &style) }
        return Style(
            order: order, lineEnd: style.pick(["\n", "\n", "\r\n", "\r"]),
            quoting: style.pick([0, 0, 0.2, 1]))
    }

    private func header(_ choices: Style, _ style: inout Chance) -> String {
        // A quoted name would make quotes significant in a table whose setting is `auto`.
        let names = choices.order.map { $0.map { columns[$0].name } ?? "x-note" }
        return names.map { dialect.field($0, quoting: choices.quoting, &style) }
            .joined(separator: String(dialect.delimiter))
    }

    private func line(_ row: Row, _ choices: Style, _ style: inout Chance) -> String {
        var fields: [String] = []
        for index in choices.order {
            guard let index else {
                fields.append("note \(style.below(9))")
                continue
            }
            let text = row[index].map { columns[index].stated($0, &style) }
            fields.append(dialect.field(text ?? style.pick(["", "", " "]), quoting: choices.quoting, &style))
        }
        if dialect.pads, style.isTrue(0.7) {
            while fields.last?.isEmpty ?? false { fields.removeLast() }
        }
        return fields.joined(separator: String(dialect.delimiter))
    }
}
