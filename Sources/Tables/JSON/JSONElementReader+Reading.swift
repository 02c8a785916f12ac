import Decoding
import Records

extension JSONElementReader {
    /// Decodes an element by its values.
    ///
    /// - Parameters:
    ///   - value: The element, in which words such as `NaN` may be marked.
    ///   - place: Its place in the document.
    ///   - out: The output.
    /// - Throws: `DecodeError` if the layout of the definition is not that of the document.
    mutating func read(_ value: JSON, at place: JSONPlace, into out: inout Decoded) throws(DecodeError) {
        if place.isWhole, let message = message(value) {
            throw DecodeError(.content, part: "document with records", found: message, offset: 0)
        }
        switch format.layout {
        case .columns: try readColumns(value, at: place, into: &out)
        case .rows: try readRow(value, at: place, into: &out)
        case .records, .lines: hold(value, at: place, into: &out)
        }
    }

    /// Decodes a line that is a document of its own; one that is not JSON is rejected.
    ///
    /// - Throws: `DecodeError`, as above.
    mutating func read(line text: [UInt8], number: Int, steps: [String], into out: inout Decoded)
        throws(DecodeError)
    {
        let document: JSON
        do throws(JSONError) {
            document = try NotANumber.value(text.span)
        } catch {
            lost += 1
            let found = text.span.text(text.span.trimmed(0..<text.count))
            let reason = "not a JSON text on a line of its own: no \(error.expected) at byte \(error.offset)"
            return out.rejects.append(Reject(line: number, found: found, reason: reason))
        }
        guard
            let value = steps.isEmpty
                ? document : FieldPath("/" + steps.joined(separator: "/")).value(in: document)
        else {
            lost += 1
            let reason = "no JSON at Pointer=/\(steps.joined(separator: "/"))"
            return out.rejects.append(
                Reject(line: number, found: String(decoding: text, as: UTF8.self), reason: reason))
        }
        let place = JSONPlace(name: nil, line: number, offset: nil)
        guard !isRow(value) else { return try readRow(value, at: place, into: &out) }
        let isFirst = taken + lost + nulls == 0
        for element in value.array ?? [value] { try read(element, at: place, into: &out) }
        if isFirst { refusal = message(value) }
    }

    /// Whether a line is a row: an array of values, not of records.
    private func isRow(_ value: JSON) -> Bool {
        guard format.layout == .lines, let first = value.array?.first else { return false }
        return rows != nil || (first.object == nil && first.array == nil)
    }

    /// Returns the provider's message in a document that has nothing else.
    private func message(_ document: JSON) -> String? {
        ProviderMessage.sole(document) ?? ProviderMessage.lone(document, unless: rules.named)
    }

    private mutating func readRow(_ row: JSON, at place: JSONPlace, into out: inout Decoded)
        throws(DecodeError)
    {
        if rows == nil { rows = try JSONRows(header: format.header) }
        if let reason = rows?.fault(row) {
            lost += 1
            let found = String(decoding: row.bytes, as: UTF8.self)
            out.rejects.append(Reject(line: place.line, offset: place.offset, found: found, reason: reason))
        } else if let object = try rows?.object(row) {
            hold(object, at: place, into: &out)
        }
    }

    /// Decodes an object of arrays, one array a field: one record for each position in the arrays.
    private mutating func readColumns(_ value: JSON, at place: JSONPlace, into out: inout Decoded)
        throws(DecodeError)
    {
        guard let table = JSONColumns(value) else {
            let found = String(decoding: value.bytes.prefix(80), as: UTF8.self)
            throw DecodeError(.shape, part: "object of arrays", found: found, offset: place.offset ?? 0)
        }
        if let note = table.note { out.notes.append(note) }
        for index in 0..<table.count { hold(table.row(index), at: place, into: &out) }
    }

    /// Decodes an element, now or once the order of its dates is decided.
    private mutating func hold(_ value: JSON, at place: JSONPlace, into out: inout Decoded) {
        guard !dates.isEmpty else { return decode(value, at: place, into: &out) }
        dates.add(value)
        guard dates.isUndecided, held.count < JSONElementReader.maximumHeld else {
            release(into: &out)
            return decode(value, at: place, into: &out)
        }
        held.append(Held(value: value, place: place))
    }

    /// Decodes the elements that wait, by what is known of their dates now.
    private mutating func release(into out: inout Decoded) {
        guard dates.hasEvidence else { return }
        rules = dates.completing(rules)
        dates = DateSurvey(rules)
        let waiting = held
        held = []
        for element in waiting { decode(element.value, at: element.place, into: &out) }
    }

    private mutating func decode(_ marked: JSON, at place: JSONPlace, into out: inout Decoded) {
        var faults: [Reject] = []
        let value = NotANumber.isMarked(marked) ? unmarked(marked, at: place, faults: &faults) : marked
        guard !value.isNull else {
            if faults.isEmpty { nulls += 1 } else { lost += 1 }
            if faults.isEmpty { out.omitted["null", default: 0] += 1 }
            return out.rejects += faults
        }
        let known = out.rejects.count
        let records = out.records.count
        let name = place.name.flatMap { name in format.keyedBy.map { JSON.Member($0, .string(name)) } }
        if rules.read(value, named: name, at: place.offset, into: &out) { taken += 1 } else { lost += 1 }
        let key = out.records.count > records ? out.records.last?.key : nil
        complete(&out.rejects, from: known, value: value, line: place.line)
        if taken == 0, cause == nil { cause = out.rejects.last }
        out.rejects += faults.map { fault in
            var fault = fault
            fault.key = key
            return fault
        }
        let whole = place.name.map { JSON.object([JSON.Member($0, value)]) }
        refusal = taken + lost == 1 ? whole.flatMap(message) : nil
    }

    /// Returns an element without words in place of numbers; each field with such a word is a reject.
    private func unmarked(_ value: JSON, at place: JSONPlace, faults: inout [Reject]) -> JSON {
        NotANumber.removed(from: value) { field, word in
            guard !faults.contains(where: { $0.field == field }) else { return }
            faults.append(
                Reject(
                    line: place.line, offset: place.offset, field: field, found: word,
                    reason: "not a JSON number"))
        }
    }

    /// Adds the line to rejects, and the element itself to those without a key: a document may be a single
    /// line.
    private func complete(_ rejects: inout [Reject], from known: Int, value: JSON, line: Int) {
        for index in known..<rejects.count {
            rejects[index].line = line
            guard rejects[index].key == nil, rejects[index].found.isEmpty else { continue }
            rejects[index].found = String(decoding: value.bytes, as: UTF8.self)
            guard value.array != nil, format.layout != .rows else { continue }
            rejects[index].reason += ": Layout=rows reads arrays below their names"
        }
    }

    /// Decodes what waits, and checks the result after the last element.
    ///
    /// - Throws: `DecodeError` if the document has an error in place of records, no record could be read, or
    ///   there are fewer than `MinRecords=`.
    mutating func finish(beside surroundings: JSONSurroundings, into out: inout Decoded) throws(DecodeError) {
        release(into: &out)
        let isAlone = taken + lost == 0
        let error = surroundings.error(isAlone: isAlone)
        if let message = taken + lost <= 1 ? refusal ?? (isAlone ? error : nil) : nil {
            throw DecodeError(.content, part: "document with records", found: message, offset: 0)
        }
        if taken == 0, lost == 0, nulls > 0 {
            throw DecodeError(.shape, part: "readable element among \(nulls)", found: "null", offset: 0)
        }
        try RecordCount(taken: taken, lost: lost).check(
            rules.minimum, unit: "element", rejects: out.rejects, cause: cause)
        if let error { out.notes.append("the document also states an error: \(error)") }
        guard format.keyedBy == nil, format.layout != .columns,
            let sign = surroundings.more(than: taken + lost + nulls)
        else { return }
        out.notes.append(
            "the document says that there are more records than its \(taken + lost) (\(sign)): URL= may ask for more"
        )
    }
}
