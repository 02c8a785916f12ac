import Records

extension RowPlan {
    /// The row's members as canonical JSON; what is not of its type is left out and noted.
    func data(_ row: TableReader, _ out: inout RowText, _ faults: inout [FieldFault]) -> [UInt8] {
        begin(row, &out)
        let text = row.text.span
        for index in outputs.indices where outputs[index].column < row.scanner.fields.count {
            let output = outputs[index]
            let field = row.scanner.fields[output.column]
            guard text.isPresent(field.start..<field.end) else { continue }
            if case .text = output.form {
                out.padded(names.span, output.name)
                out.string(text, field.start..<field.end)
            } else {
                write(text, text.trimmed(field.start..<field.end), output, &out, &faults)
            }
        }
        return out.object()
    }

    /// As `data`, of a row of all fields in which nothing must be escaped.
    func plainData(_ row: TableReader, _ out: inout RowText, _ faults: inout [FieldFault]) -> [UInt8] {
        begin(row, &out)
        let text = row.text.span
        for index in outputs.indices {
            // Not all of an output at once: most of it is not needed for a text.
            var field = row.scanner.fields[outputs[index].column]
            // Most blanks show in the first byte, which may also be that of a field that is empty.
            let first = text[unchecked: field.start]
            if first <= 0x20 || first == 0xC2, !text.isPresent(field.start..<field.end) {
                field.end = field.start
            }
            if case .text = outputs[index].form {
                out.member(names.span, outputs[index].name, text, field)
            } else if field.end > field.start {
                write(text, text.trimmed(field.start..<field.end), outputs[index], &out, &faults)
            }
        }
        return out.object()
    }

    private func begin(_ row: TableReader, _ out: inout RowText) {
        if out.memos.count < maps.count { out.memos = [MapMemo](repeating: MapMemo(), count: maps.count) }
        out.begin(atMost: names.count + 12 * (row.scanner.end - row.scanner.start + outputs.count) + room)
    }

    /// Writes a member that is mapped or has a type; what is not of its type is noted.
    private func write(
        _ text: Span<UInt8>, _ range: Range<Int>, _ output: Output, _ out: inout RowText,
        _ faults: inout [FieldFault]
    ) {
        switch output.form {
        case .typed(let type):
            if !write(type, text.extracting(range), output, &out) {
                faults.append(FieldFault(column: output.column, reason: type.fault))
            }
        case .mapped(let map, let first):
            out.padded(names.span, output.name)
            if let place = maps[map].place(text.extracting(range), &out.memos[map]) {
                out.padded(names.span, literals[first + place])
            } else {
                out.string(text, range)
            }
        case .text: break
        }
    }

    /// Writes a value of a type; `false` when the text is none.
    private func write(_ type: FieldType, _ text: Span<UInt8>, _ output: Output, _ out: inout RowText) -> Bool
    {
        if type == .number, let number = PlainDecimal(text), number.isLiteral {
            if let half = output.half { out.halves[half] = number }
            out.padded(names.span, output.name)
            out.literal(text)
        } else if type == .number, FieldType.isLiteral(text) {
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
