import Records

extension RowPlan {
    /// Turns a row into a record, or tells why it is none.
    ///
    /// - Returns: Whether the row became a record or was left out by rule.
    func read(_ row: TableReader, _ text: RowText, into out: inout Decoded) -> Bool {
        guard let reject = lost(row) else { return readFields(row, text, into: &out) }
        out.rejects.append(reject)
        return false
    }

    private func readFields(_ row: TableReader, _ text: RowText, into out: inout Decoded) -> Bool {
        var faults: [(column: Int, reason: String)] = []
        let data = data(row, text, &faults)
        guard rules.keeps(data) else {
            out.omitted["where", default: 0] += 1
            return true
        }
        guard let key = key.isEmpty ? RecordHash(data).key : rules.key(of: key.map { trimmed(row, $0) })
        else {
            out.rejects.append(reject(row, key.first, "not a key"))
            return false
        }
        for match in matches { check(row, match.column, match.pattern, &faults) }
        let position = position(row, &faults)
        for fault in faults {
            out.rejects.append(reject(row, fault.column, fault.reason, key))
        }
        let title = title.map { trimmed(row, $0) }.filter { !$0.isEmpty }.joined(separator: " ")
        out.records.append(
            Record(
                key: key, title: title.isEmpty ? nil : title, position: position, group: group(row),
                data: data))
        return true
    }

    /// Why the whole row is lost; `nil` when it is not.
    private func lost(_ row: TableReader) -> Reject? {
        if let fault = row.fault { return Reject(line: row.line, found: row.row, reason: fault.rawValue) }
        let wanted = columns.names.count
        if row.count != wanted, row.count > wanted || !pads {
            let reason = "\(row.count) fields where the header has \(wanted)"
            return Reject(line: row.line, found: row.row, reason: reason)
        }
        for column in key where isAbsent(row, column) { return reject(row, column, "no key") }
        for column in require where isAbsent(row, column) { return reject(row, column, "missing") }
        return nil
    }

    private func reject(_ row: TableReader, _ column: Int?, _ reason: String, _ key: String? = nil) -> Reject
    {
        let found = column.map { $0 < row.count ? row[$0] : "" } ?? row.row
        return Reject(
            line: row.line, key: key, field: column.flatMap { columns.names[$0] }, found: found,
            reason: reason)
    }

    private func check(
        _ row: TableReader, _ column: Int, _ pattern: Pattern, _ faults: inout [(column: Int, reason: String)]
    ) {
        let text = trimmed(row, column)
        if !text.isEmpty, !pattern.matches(text) { faults.append((column, "does not match \(pattern)")) }
    }

    private func position(_ row: TableReader, _ faults: inout [(column: Int, reason: String)]) -> Position? {
        guard !location.isEmpty, !location.contains(where: { isAbsent(row, $0) }) else { return nil }
        if let position = RecordRules.position(location.map { trimmed(row, $0) }) { return position }
        if !faults.contains(where: { location.contains($0.column) }) {
            faults.append((location[0], "not a position"))
        }
        return nil
    }

    private func group(_ row: TableReader) -> String? {
        guard let group, !isAbsent(row, group) else { return nil }
        let text = trimmed(row, group)
        return map(group)?.value(text) ?? text
    }

    private func trimmed(_ row: TableReader, _ column: Int) -> String {
        guard column < row.count else { return "" }
        return row.text.span.text(range(row, column))
    }

    private func isAbsent(_ row: TableReader, _ column: Int) -> Bool {
        column >= row.count || range(row, column).isEmpty
    }

    private func range(_ row: TableReader, _ column: Int) -> Range<Int> {
        let field = row.scanner.fields[column]
        return row.text.span.trimmed(field.start..<field.end)
    }
}

extension RowPlan {
    /// The row's members as canonical JSON; what is not of its type is left out and noted.
    private func data(
        _ row: TableReader, _ out: RowText, _ faults: inout [(column: Int, reason: String)]
    ) -> [UInt8] {
        out.begin(atMost: names.count + 12 * (row.scanner.end - row.scanner.start + outputs.count))
        let (text, fields, names) = (row.text.span, row.scanner.fields.span, self.names.span)
        for output in outputs where output.column < fields.count {
            let field = fields[unchecked: output.column]
            let range = text.trimmed(field.start..<field.end)
            guard !range.isEmpty else { continue }
            switch output.form {
            case .text:
                out.literal(names.extracting(unchecked: output.name))
                out.string(text, field.start..<field.end)
            case .typed(.number) where FieldType.isLiteral(text.extracting(range)):
                out.literal(names.extracting(unchecked: output.name))
                out.literal(text.extracting(range))
            case .typed(let type):
                if let value = type.value(text.text(range)) {
                    write(value, output, out)
                } else {
                    faults.append((output.column, type.fault))
                }
            case .mapped(let map): write(.string(maps[map].value(text.text(range))), output, out)
            }
        }
        return out.object()
    }

    private func write(_ value: JSON, _ output: Output, _ out: RowText) {
        out.literal(names.span.extracting(output.name))
        out.literal(value.bytes.span)
    }
}
