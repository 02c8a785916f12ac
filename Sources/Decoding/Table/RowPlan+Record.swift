import Records

extension RowPlan {
    /// Turns a row into a record, or tells why it is none.
    ///
    /// - Returns: Whether the row became a record or was left out by rule.
    func read(_ row: TableReader, _ text: inout RowText, into out: inout Decoded) -> Bool {
        if let reject = lost(row) {
            out.rejects.append(reject)
            return false
        }
        var faults: [FieldFault] = []
        let data = data(row, &text, &faults)
        guard rules.keeps(data) else {
            out.omitted["where", default: 0] += 1
            return true
        }
        let key = key.isEmpty ? RecordHash(data).key : row.joined(key, "/")
        guard RecordRules.isKey(key) else {
            out.rejects.append(reject(row, self.key.first, "not a key"))
            return false
        }
        for match in matches where !row.isAbsent(match.column) {
            guard !match.pattern.matches(row.trimmed(match.column)) else { continue }
            faults.append(FieldFault(column: match.column, reason: "does not match \(match.pattern)"))
        }
        let position = position(row, &faults)
        for fault in faults { out.rejects.append(reject(row, fault.column, fault.reason, key)) }
        let title = row.joined(title, " ")
        out.records.append(
            Record(
                key: key, title: title.isEmpty ? nil : title, position: position, group: group(row, &text),
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
        for column in key where row.isAbsent(column) { return reject(row, column, "no key") }
        for column in require where row.isAbsent(column) { return reject(row, column, "missing") }
        return nil
    }

    private func reject(_ row: TableReader, _ column: Int?, _ reason: String, _ key: String? = nil) -> Reject
    {
        let found = column.map { $0 < row.count ? row[$0] : "" } ?? row.row
        let field = column.flatMap { columns.names[$0] }
        return Reject(line: row.line, key: key, field: field, found: found, reason: reason)
    }

    private func position(_ row: TableReader, _ faults: inout [FieldFault]) -> Position? {
        guard !location.isEmpty, !location.contains(where: { row.isAbsent($0) }) else { return nil }
        if location.count == 2 {
            if let latitude = row.decimal(location[0]), let longitude = row.decimal(location[1]),
                let position = Position(latitude: latitude, longitude: longitude)
            {
                return position
            }
        } else if let position = RecordRules.position([row.trimmed(location[0])]) {
            return position
        }
        // What is no number was told of already.
        if !faults.contains(where: { location.contains($0.column) }) {
            faults.append(FieldFault(column: location[0], reason: "not a position"))
        }
        return nil
    }

    private func group(_ row: TableReader, _ text: inout RowText) -> String? {
        guard let group, !row.isAbsent(group) else { return nil }
        guard let groupMap else { return row.trimmed(group) }
        let range = row.range(group)
        return groupMap.choice(row.text.span.extracting(range), &text.groupMemo)?.value ?? row.trimmed(group)
    }
}

/// What is wrong with one field of a row.
private struct FieldFault {
    let column: Int
    let reason: String
}

extension RowPlan {
    /// The row's members as canonical JSON; what is not of its type is left out and noted.
    private func data(_ row: TableReader, _ out: inout RowText, _ faults: inout [FieldFault]) -> [UInt8] {
        if out.memos.count < maps.count { out.memos = [MapMemo](repeating: MapMemo(), count: maps.count) }
        out.begin(atMost: names.count + 12 * (row.scanner.end - row.scanner.start + outputs.count) + room)
        let (text, names, fields) = (row.text.span, self.names.span, row.scanner.fields)
        for output in outputs where output.column < fields.count {
            let field = fields[output.column]
            if case .text = output.form {
                guard text.isPresent(field.start..<field.end) else { continue }
                out.padded(names, output.name)
                out.string(text, field.start..<field.end)
                continue
            }
            let range = text.trimmed(field.start..<field.end)
            guard !range.isEmpty else { continue }
            switch output.form {
            case .text: break
            case .mapped(let map):
                out.padded(names, output.name)
                if let choice = maps[map].choice(text.extracting(range), &out.memos[map]) {
                    out.literal(choice.literal.span)
                } else {
                    out.string(text, range)
                }
            case .typed(let type):
                if !write(type, text.extracting(range), output, &out) {
                    faults.append(FieldFault(column: output.column, reason: type.fault))
                }
            }
        }
        return out.object()
    }

    /// Writes a value of a type; `false` when the text is none.
    private func write(_ type: FieldType, _ text: Span<UInt8>, _ output: Output, _ out: inout RowText) -> Bool
    {
        if type == .number, FieldType.isLiteral(text) {
            out.padded(names.span, output.name)
            out.literal(text)
        } else if type == .boolean {
            guard let truth = FieldType.boolean(text) else { return false }
            out.padded(names.span, output.name)
            out.word(truth ? "true" : "false")
        } else {
            guard let value = type.value(text.text(0..<text.count)) else { return false }
            out.padded(names.span, output.name)
            out.literal(value.bytes.span)
        }
        return true
    }
}

extension TableReader {
    /// Where a field stands, without blanks at its ends.
    fileprivate func range(_ column: Int) -> Range<Int> {
        let field = scanner.fields[column]
        return text.span.trimmed(field.start..<field.end)
    }

    fileprivate func isAbsent(_ column: Int) -> Bool { column >= count || range(column).isEmpty }

    fileprivate func trimmed(_ column: Int) -> String { column < count ? text.span.text(range(column)) : "" }

    fileprivate func decimal(_ column: Int) -> Double? { text.span.extracting(range(column)).decimal }

    /// The fields that are there, with a text between them.
    fileprivate func joined(_ columns: [Int], _ separator: String) -> String {
        if columns.count == 1 { return trimmed(columns[0]) }
        return columns.map { trimmed($0) }.filter { !$0.isEmpty }.joined(separator: separator)
    }
}
