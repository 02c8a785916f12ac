public import Records

extension RecordRules {
    /// Turns an object that was made of others, such as a join, into a record, or tells why it is none.
    ///
    /// - Parameters:
    ///   - object: The object; members that are null or blank are absent, at every depth.
    ///   - out: Where the record and what is wrong with it go.
    public func read(_ object: JSON, into out: inout Decoded) {
        _ = read(object, named: nil, at: nil, into: &out)
    }

    /// Turns one element of a document into a record, or tells why it is none.
    ///
    /// Members that are null or blank are absent, at every depth.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - name: What names it, with the field that takes the name; `nil` when nothing does.
    ///   - offset: Where it begins, bytes from the start of the document.
    ///   - out: Where the record and what is wrong with it go.
    /// - Returns: Whether it became a record or was left out by rule.
    func read(_ element: JSON, named name: JSON.Member?, at offset: Int?, into out: inout Decoded) -> Bool {
        guard !element.isNull else {
            out.omitted["null", default: 0] += 1
            return true
        }
        var source = element.object == nil ? JSON.object([.init("value", element)]) : element
        if let name, source[name.name] == nil { source = .object([name] + (source.object ?? [])) }
        var reading = ElementReading(rules: self, source: source.present ?? .object([]), offset: offset)
        for field in require where reading.text(field) == nil {
            out.rejects.append(Reject(offset: offset, field: field, found: "", reason: "missing"))
            return false
        }
        reading.apply()
        let data = reading.data.canonicalBytes
        guard keeps(data) else {
            out.omitted["where", default: 0] += 1
            out.rejects += reading.faults.filter { decides($0.field) }
            return true
        }
        return add(reading, data, name, into: &out)
    }

    private func add(
        _ reading: ElementReading, _ data: [UInt8], _ name: JSON.Member?, into out: inout Decoded
    )
        -> Bool
    {
        var reading = reading
        let parts = key.map { reading.text($0) }
        var key = parts.compactMap { $0 }.joined(separator: "/")
        if self.key.isEmpty { key = name?.value.string ?? RecordHash(data).key }
        guard RecordRules.isKey(key), !parts.contains(where: { $0 == nil }) else {
            let missing = parts.firstIndex { $0 == nil }
            let reason = missing == nil ? "not a key" : "no key"
            let field = self.key.indices.contains(missing ?? 0) ? self.key[missing ?? 0] : name?.name
            out.rejects.append(Reject(offset: reading.offset, field: field, found: key, reason: reason))
            return false
        }
        let position = reading.position()
        out.rejects += reading.faults.map { fault in
            var fault = fault
            fault.key = key
            return fault
        }
        let title = self.title.compactMap { reading.text($0) }.joined(separator: " ")
        out.records.append(
            Record(
                key: key, title: title.isEmpty ? nil : title, position: position, group: reading.group(),
                data: data))
        return true
    }
}

/// One element while the rules are applied to it.
private struct ElementReading {
    let rules: RecordRules
    /// The element as the document has it, what is absent left out.
    let source: JSON
    let offset: Int?
    /// What becomes of it.
    private(set) var data: JSON
    private(set) var faults: [Reject] = []

    init(rules: RecordRules, source: JSON, offset: Int?) {
        (self.rules, self.source, self.offset) = (rules, source, offset)
        data = source
    }

    /// A field's text without blanks at its ends; `nil` when there is none.
    func text(_ field: String) -> String? {
        guard let text = FieldPath(field).value(in: source)?.scalarText else { return nil }
        let bytes = Array(text.utf8)
        let part = bytes.span.trimmed(0..<bytes.count)
        return part.isEmpty ? nil : bytes.span.text(part)
    }

    mutating func apply() {
        for field in rules.ruled { apply(rules.rule(for: field), to: field) }
        for field in rules.ruled {
            if let name = rules.rule(for: field).rename {
                data = data.renaming(FieldPath(field).place(in: data), name)
            }
        }
        if rules.omitsSome { data = data.omitting { rules.rule(for: $0).isOmitted } }
    }

    private mutating func apply(_ rule: FieldRule, to field: String) {
        guard let value = FieldPath(field).value(in: source) else { return }
        let place = FieldPath(field).place(in: source)
        if let type = rule.type {
            let typed = type.value(value)
            if typed == nil { reject(field, value, type.fault) }
            data = data.setting(place, typed)
        }
        guard let text = text(field) else { return }
        if let map = rule.map {
            data = data.setting(place, .string(map.value(text)))
            let original = place.dropLast() + [RecordRules.original(place.last ?? "")]
            data = data.setting(Array(original), value)
        }
        if let pattern = rule.match, !pattern.matches(text) {
            reject(field, value, "does not match \(pattern)")
        }
    }

    private mutating func reject(_ field: String, _ value: JSON, _ reason: String) {
        let found = value.string ?? String(decoding: value.bytes, as: UTF8.self)
        faults.append(Reject(offset: offset, field: field, found: found, reason: reason))
    }

    mutating func position() -> Position? {
        let texts = rules.location.compactMap { text($0) }
        guard !texts.isEmpty, texts.count == rules.location.count else { return nil }
        if let position = RecordRules.position(texts) { return position }
        if !faults.contains(where: { rules.location.contains($0.field ?? "") }) {
            reject(rules.location[0], .string(texts.joined(separator: " ")), "not a position")
        }
        return nil
    }

    func group() -> String? {
        guard let field = rules.group, let text = text(field) else { return nil }
        return rules.rule(for: field).map?.value(text) ?? text
    }
}

extension FieldType {
    /// Reads a value of a document; `nil` when it is none of the type.
    func value(_ value: JSON) -> JSON? {
        switch (self, value) {
        case (.boolean, .bool): value
        case (.number, .bool), (_, .array), (_, .object), (_, .null): nil
        default:
            value.scalarText.flatMap { text in
                let bytes = Array(text.utf8)
                return self.value(bytes.span.text(bytes.span.trimmed(0..<bytes.count)))
            }
        }
    }
}
