import Decoding
import Records

extension RowPlan {
    /// Returns the members of a row as canonical JSON; values of a wrong type are omitted and reported.
    func data(_ row: TableReader, into out: inout RowText, faults: inout [FieldFault]) -> [UInt8] {
        prepare(row, into: &out)
        let text = row.text.span
        for index in outputs.indices where outputs[index].column < row.scanner.fields.count {
            let output = outputs[index]
            let field = row.scanner.fields[output.column]
            guard text.isPresent(field.start..<field.end) else { continue }
            if case .text = output.form {
                out.padded(names.span, part: output.name)
                out.string(text, part: field.start..<field.end)
            } else {
                write(
                    text, range: text.trimmed(field.start..<field.end), output: output, into: &out,
                    faults: &faults)
            }
        }
        return out.object()
    }

    /// Returns the members of a row with all fields and nothing to escape.
    func plainData(_ row: TableReader, into out: inout RowText, faults: inout [FieldFault]) -> [UInt8] {
        prepare(row, into: &out)
        let text = row.text.span
        for index in outputs.indices {
            // Do not copy the whole output: a text needs little of it.
            var field = row.scanner.fields[outputs[index].column]
            // The first byte reveals most blanks; it may also belong to an empty field.
            let first = text[unchecked: field.start]
            if first <= .space || first == .noBreakSpaceStart, !text.isPresent(field.start..<field.end) {
                field.end = field.start
            }
            if case .text = outputs[index].form {
                out.member(names.span, name: outputs[index].name, in: text, field: field)
            } else if field.end > field.start {
                write(
                    text, range: text.trimmed(field.start..<field.end), output: outputs[index], into: &out,
                    faults: &faults)
            }
        }
        return out.object()
    }

    private func prepare(_ row: TableReader, into out: inout RowText) {
        if out.memos.count < maps.count { out.memos = [MapCache](repeating: MapCache(), count: maps.count) }
        out.reset(atMost: names.count + 12 * (row.scanner.end - row.scanner.start + outputs.count) + room)
    }

    /// Writes a member that is mapped or has a type; reports a value of a wrong type.
    private func write(
        _ text: Span<UInt8>, range: Range<Int>, output: Output, into out: inout RowText,
        faults: inout [FieldFault]
    ) {
        switch output.form {
        case .typed(let type):
            if !write(type, in: text.extracting(range), output: output, into: &out) {
                let found = text.text(range)
                let reason = type.fault(found, forms: forms[output.column])
                faults.append(FieldFault(column: output.column, reason: reason))
            }
        case .mapped(let map, let first):
            out.padded(names.span, part: output.name)
            if let place = maps[map].place(text.extracting(range), memo: &out.memos[map]) {
                out.padded(names.span, part: literals[first + place])
            } else {
                out.string(text, part: range)
            }
        case .text: break
        }
    }

    /// Writes a value of a type; returns `false` if the text is not of this type.
    private func write(_ type: ValueType, in text: Span<UInt8>, output: Output, into out: inout RowText)
        -> Bool
    {
        if type == .number, output.isPlain, let number = PlainDecimal(text), number.isLiteral {
            if let half = output.half { out.halves[half] = number }
            out.padded(names.span, part: output.name)
            out.literal(text)
        } else if type == .number, output.isPlain, ValueType.isLiteral(text) {
            out.padded(names.span, part: output.name)
            out.literal(text)
        } else if type == .boolean {
            guard let truth = ValueType.boolean(text) else { return false }
            out.padded(names.span, part: output.name)
            out.word(truth ? "true" : "false")
        } else {
            let forms = forms[output.column]
            guard let value = type.value(text.text(0..<text.count), forms: forms) else { return false }
            out.padded(names.span, part: output.name)
            out.literal(value.bytes.span)
        }
        return true
    }
}
