import Records

extension RowPlan {
    /// Turns a row into a record, or tells why it is none.
    ///
    /// The row stays as it is; it is handed over by place so that its parts are not held twice.
    ///
    /// - Returns: Whether the row became a record or was left out by rule.
    func read(_ row: inout TableReader, _ text: inout RowText, into out: inout Decoded) -> Bool {
        if let reject = lost(row) {
            out.rejects.append(reject)
            return false
        }
        var faults: [FieldFault] = []
        let data = row.scanner.isPlain ? plainData(row, &text, &faults) : data(row, &text, &faults)
        guard rules.keeps(data) else {
            out.omitted["where", default: 0] += 1
            // A field that decides and cannot be read is nothing that was left out on purpose.
            for fault in faults where rules.decides(columns.names[fault.column]) {
                out.rejects.append(reject(row, fault.column, fault.reason))
            }
            return true
        }
        let key = key.isEmpty ? RecordHash(data).key : row.joined(key, "/")
        guard isKey(key, row) else {
            out.rejects.append(reject(row, self.key.first, "not a key"))
            return false
        }
        for match in matches where !row.isAbsent(match.column) {
            guard !match.pattern.matches(row.trimmed(match.column)) else { continue }
            faults.append(FieldFault(column: match.column, reason: "does not match \(match.pattern)"))
        }
        let position = position(row, text.halves, &faults)
        for fault in faults { out.rejects.append(reject(row, fault.column, fault.reason, key)) }
        let title = row.joined(title, " ")
        let record = Record(
            key: key, title: title.isEmpty ? nil : title, position: position, group: group(row, &text),
            data: data)
        out.add(record)
        return true
    }

    /// Whether a text can be a key; of a plain row's number that is known at once.
    private func isKey(_ text: String, _ row: TableReader) -> Bool {
        if row.scanner.isPlain, key.count == 1, row.isShort(key[0]) { return true }
        return RecordRules.isKey(text)
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

    /// The row's position, of numbers of which some were read already; what is none is noted.
    private func position(
        _ row: TableReader, _ halves: PositionHalves, _ faults: inout [FieldFault]
    ) -> Position? {
        guard !location.isEmpty, !location.contains(where: { row.isAbsent($0) }) else { return nil }
        if location.count == 2 {
            if let latitude = halves[0]?.value ?? row.decimal(location[0]),
                let longitude = halves[1]?.value ?? row.decimal(location[1]),
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
        let place = groupMap.place(row.text.span.extracting(range), &text.groupMemo)
        return place.map(groupMap.value) ?? row.trimmed(group)
    }
}

/// What is wrong with one field of a row.
struct FieldFault {
    let column: Int
    let reason: String
}

extension TableReader {
    /// Where a field stands, without blanks at its ends.
    fileprivate func range(_ column: Int) -> Range<Int> {
        let field = scanner.fields[column]
        return text.span.trimmed(field.start..<field.end)
    }

    fileprivate func isAbsent(_ column: Int) -> Bool {
        guard column < count else { return true }
        let field = scanner.fields[column]
        return !text.span.isPresent(field.start..<field.end)
    }

    /// Whether a field has up to eight bytes, all of them ASCII and no delete.
    fileprivate func isShort(_ column: Int) -> Bool {
        let range = range(column)
        guard (1...8).contains(range.count) else { return false }
        for place in range where text.span[unchecked: place] >= 0x7F { return false }
        return true
    }

    fileprivate func trimmed(_ column: Int) -> String { column < count ? text.span.text(range(column)) : "" }

    fileprivate func decimal(_ column: Int) -> Double? { text.span.extracting(range(column)).decimal }

    /// The fields that are there, with a text between them.
    fileprivate func joined(_ columns: [Int], _ separator: String) -> String {
        if columns.count == 1 { return trimmed(columns[0]) }
        return columns.map { trimmed($0) }.filter { !$0.isEmpty }.joined(separator: separator)
    }
}
