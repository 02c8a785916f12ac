import Decoding
import Records

extension RowPlan {
    /// Turns a row into a record or a reject.
    ///
    /// The row is passed by reference so that its parts are not retained; it does not change.
    ///
    /// - Returns: Whether the row became a record or was left out by a rule.
    func read(_ row: inout TableReader, text: inout RowText, into out: inout Decoded) -> Bool {
        if let reject = lost(row) {
            out.rejects.append(reject)
            drop(row, into: &out)
            return false
        }
        var faults: [FieldFault] = []
        let data =
            row.scanner.isPlain
            ? plainData(row, into: &text, faults: &faults) : data(row, into: &text, faults: &faults)
        guard rules.keeps(data) else {
            out.omitted["where", default: 0] += 1
            // If a field that decides cannot be read, the row was not left out on purpose.
            for fault in faults where rules.decides(columns.names[fault.column]) {
                out.rejects.append(reject(row, column: fault.column, reason: fault.reason))
            }
            drop(row, into: &out)
            return true
        }
        let key = key.isEmpty ? RecordHash(data).key : row.joined(key, separator: "/")
        guard isKey(key, row: row) else {
            out.rejects.append(reject(row, column: self.key.first, reason: "not a key"))
            return false
        }
        for match in matches where !row.isAbsent(match.column) {
            guard !match.pattern.matches(row.trimmed(match.column)) else { continue }
            faults.append(FieldFault(column: match.column, reason: "does not match \(match.pattern)"))
        }
        let position = position(row, halves: text.halves, faults: &faults)
        for fault in faults {
            out.rejects.append(reject(row, column: fault.column, reason: fault.reason, key: key))
        }
        let title = row.joined(title, separator: " ")
        out.add(
            Record(
                key: key, title: title.isEmpty ? nil : title, position: position,
                group: group(row, text: &text), data: data))
        return true
    }

    /// Whether a text is a valid key; known at once for a number in a plain row.
    private func isKey(_ text: String, row: TableReader) -> Bool {
        if row.scanner.isPlain, key.count == 1, row.isShort(key[0]) { return true }
        return RecordKey.isValid(text)
    }

    /// Records the key of a row that becomes no record, if its fields can be told apart.
    private func drop(_ row: TableReader, into out: inout Decoded) {
        guard !key.isEmpty, row.fault == nil, row.count == columns.names.count else { return }
        let key = row.joined(key, separator: "/")
        if !key.isEmpty { out.dropped.append(key) }
    }

    /// Returns the reason why the whole row is lost; `nil` if it is not.
    private func lost(_ row: TableReader) -> Reject? {
        if let fault = row.fault { return Reject(line: row.line, found: row.row, reason: fault.rawValue) }
        let wanted = columns.names.count
        if row.count != wanted, let reason = raggedness(row) {
            return Reject(line: row.line, found: row.row, reason: reason)
        }
        for column in key where row.isAbsent(column) { return reject(row, column: column, reason: "no key") }
        for column in require where row.isAbsent(column) {
            return reject(row, column: column, reason: "missing")
        }
        return nil
    }

    /// Returns the reason why a row has too few or too many fields, with the setting that reads it; `nil` if
    /// its fields can be told apart nevertheless.
    ///
    /// An empty field at the end is what follows a delimiter at the end of the line, if most lines have one;
    /// else a field may have been divided, so that the others are shifted.
    private func raggedness(_ row: TableReader) -> String? {
        let wanted = columns.names.count
        let surplus = row.count - wanted
        let isEmpty = surplus > 0 && (wanted..<row.count).allSatisfy { row.isAbsent($0) }
        let isTold =
            surplus < 0
            ? pads || -surplus <= columns.unnamed : isEmpty && (pads || (endsWithDelimiter && surplus == 1))
        if isTold { return nil }
        let setting =
            surplus < 0 || isEmpty
            ? "Ragged=pad reads it" : "Delimiter=, Quote=, HeaderContains= or Header= may read it"
        return "\(row.count) fields where the header has \(wanted): \(setting)"
    }

    private func reject(_ row: TableReader, column: Int?, reason: String, key: String? = nil) -> Reject {
        let found = column.map { $0 < row.count ? row[$0] : "" } ?? row.row
        let field = column.flatMap { columns.names[$0] }
        return Reject(line: row.line, key: key, field: field, found: found, reason: reason)
    }

    /// Returns the position of the row, using numbers that have been read; reports invalid numbers.
    private func position(
        _ row: TableReader, halves: PositionHalves, faults: inout [FieldFault]
    ) -> Position? {
        guard !location.isEmpty, !location.contains(where: { row.isAbsent($0) }) else { return nil }
        if location.count == 2 {
            if let latitude = halves[0]?.value ?? decimal(row, column: location[0]),
                let longitude = halves[1]?.value ?? decimal(row, column: location[1]),
                let position = Position(latitude: latitude, longitude: longitude)
            {
                return position
            }
        } else if let position = RecordRules.position(
            [row.trimmed(location[0])], forms: [forms[location[0]].number])
        {
            return position
        }
        // Invalid numbers have been reported.
        if !faults.contains(where: { location.contains($0.column) }) {
            faults.append(FieldFault(column: location[0], reason: "not a position"))
        }
        return nil
    }

    private func decimal(_ row: TableReader, column: Int) -> Double? {
        let form = forms[column].number
        return form == .plain
            ? row.decimal(column) : form.literal(row.trimmed(column).utf8Span.span).flatMap(Double.init)
    }

    private func group(_ row: TableReader, text: inout RowText) -> String? {
        guard let group, !row.isAbsent(group) else { return nil }
        guard let groupMap else { return row.trimmed(group) }
        let range = row.range(group)
        let place = groupMap.place(row.text.span.extracting(range), memo: &text.groupMemo)
        return place.map(groupMap.value) ?? row.trimmed(group)
    }
}

/// The fault of one field of a row.
struct FieldFault {
    let column: Int
    let reason: String
}

extension TableReader {
    /// Returns the range of a field without blanks at its ends.
    fileprivate func range(_ column: Int) -> Range<Int> {
        let field = scanner.fields[column]
        return text.span.trimmed(field.start..<field.end)
    }

    fileprivate func isAbsent(_ column: Int) -> Bool {
        guard column < count else { return true }
        let field = scanner.fields[column]
        return !text.span.isPresent(field.start..<field.end)
    }

    /// Whether a field has at most eight bytes, all ASCII except DEL.
    fileprivate func isShort(_ column: Int) -> Bool {
        let range = range(column)
        guard (1...8).contains(range.count) else { return false }
        for place in range where text.span[unchecked: place] >= .delete { return false }
        return true
    }

    fileprivate func trimmed(_ column: Int) -> String { column < count ? text.span.text(range(column)) : "" }

    fileprivate func decimal(_ column: Int) -> Double? { text.span.extracting(range(column)).decimal }

    /// Returns the present fields, joined by a separator.
    fileprivate func joined(_ columns: [Int], separator: String) -> String {
        if columns.count == 1 { return trimmed(columns[0]) }
        return columns.map { trimmed($0) }.filter { !$0.isEmpty }.joined(separator: separator)
    }
}
