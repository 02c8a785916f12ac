public import Records

extension RecordRules {
    /// Turns an object assembled from others, such as a join, into a record or a reject.
    ///
    /// - Parameters:
    ///   - object: The object; null and blank members count as absent at every depth.
    ///   - out: The output for the record and its rejects.
    public func read(_ object: JSON, into out: inout Decoded) {
        _ = read(object, named: nil, at: nil, into: &out)
    }

    /// Turns an element of a document into a record or a reject.
    ///
    /// Null and blank members count as absent at every depth.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - name: The name of the element, with the field that receives it; `nil` if it has none.
    ///   - offset: The offset of the element in bytes from the start of the document.
    ///   - out: The output for the record and its rejects.
    /// - Returns: Whether the element became a record or was left out by a rule.
    package func read(_ element: JSON, named name: JSON.Member?, at offset: Int?, into out: inout Decoded)
        -> Bool
    {
        guard !element.isNull else {
            out.omitted["null", default: 0] += 1
            return true
        }
        var source = element.object == nil ? JSON.object([.init("value", element)]) : element
        if let name, source[name.name] == nil { source = .object([name] + (source.object ?? [])) }
        var reading = ElementReading(rules: self, source: source.present ?? .object([]), offset: offset)
        for field in require where reading.text(field) == nil {
            out.rejects.append(Reject(offset: offset, field: field, found: "", reason: "missing"))
            drop(reading, name, &out)
            return false
        }
        reading.apply()
        let data = reading.data.canonicalBytes
        guard keeps(data) else {
            out.omitted["where", default: 0] += 1
            out.rejects += reading.faults.filter { decides($0.field) }
            drop(reading, name, &out)
            return true
        }
        return add(reading, data: data, name: name, into: &out)
    }

    /// Records the key of an element that becomes no record, if it has one.
    private func drop(_ reading: ElementReading, _ name: JSON.Member?, _ out: inout Decoded) {
        let parts = key.map { reading.text($0) }
        let named = key.isEmpty ? name?.value.string : parts.compactMap { $0 }.joined(separator: "/")
        if let named, !named.isEmpty, !parts.contains(where: { $0 == nil }) { out.dropped.append(named) }
    }

    private func add(
        _ reading: ElementReading, data: [UInt8], name: JSON.Member?, into out: inout Decoded
    )
        -> Bool
    {
        var reading = reading
        let parts = key.map { reading.text($0) }
        var key = parts.compactMap { $0 }.joined(separator: "/")
        if self.key.isEmpty { key = name?.value.string ?? RecordHash(data).key }
        guard RecordKey.isValid(key), !parts.contains(where: { $0 == nil }) else {
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

/// An element to which the rules are being applied.
private struct ElementReading {
    let rules: RecordRules
    /// The element as in the document, without absent members.
    let source: JSON
    let offset: Int?
    /// The resulting data.
    private(set) var data: JSON
    private(set) var faults: [Reject] = []
    /// The position of the area that the rules name; `nil` without one.
    private var place: Position?

    init(rules: RecordRules, source: JSON, offset: Int?) {
        self.rules = rules
        self.offset = offset
        guard source.hasUnboundedNumber else {
            self.source = source
            data = source
            return
        }
        var faults: [Reject] = []
        self.source = source.bounded { field, text in
            faults.append(Reject(offset: offset, field: field, found: text, reason: "too large a number"))
        }
        data = self.source
        self.faults = faults
    }

    /// Returns the text of a field without blanks at its ends; `nil` if there is none.
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
                data = data.renaming(FieldPath(field).place(in: data), name: name)
            }
        }
        locate()
        if rules.omitsSome { data = data.omitting { rules.rule(for: $0).isOmitted } }
    }

    private mutating func apply(_ rule: FieldRule, to field: String) {
        guard let value = FieldPath(field).value(in: source) else { return }
        let place = FieldPath(field).place(in: source)
        if let type = rule.type {
            let forms = ValueForms(rule)
            let typed = type.value(value, forms: forms)
            if typed == nil { reject(field, value: value, reason: type.fault(value, forms: forms)) }
            data = data.setting(place, value: typed)
        }
        guard let text = text(field) else { return }
        if let map = rule.map {
            data = data.setting(place, value: .string(map.value(text)))
            let original = place.dropLast() + [RecordRules.original(place.last ?? "")]
            data = data.setting(Array(original), value: value)
        }
        if let pattern = rule.match, !pattern.matches(text) {
            reject(field, value: value, reason: "does not match \(pattern)")
        }
    }

    private mutating func reject(_ field: String, value: JSON, reason: String) {
        let found = value.string ?? String(decoding: value.bytes, as: UTF8.self)
        faults.append(Reject(offset: offset, field: field, found: found, reason: reason))
    }

    mutating func position() -> Position? {
        if let place { return place }
        let texts = rules.location.compactMap { text($0) }
        guard !texts.isEmpty, texts.count == rules.location.count else { return nil }
        let forms = rules.location.map { rules.rule(for: $0).numberForm ?? .plain }
        if let position = RecordRules.position(texts, forms: forms) { return position }
        if !faults.contains(where: { rules.location.contains($0.field ?? "") }) {
            reject(rules.location[0], value: .string(texts.joined(separator: " ")), reason: "not a position")
        }
        return nil
    }

    /// Adds the geometry of the area that the rules name, unless the record has one of its own.
    private mutating func locate() {
        guard let (field, area) = rules.statedArea(in: source) else { return }
        place = area.position
        if !area.isComplete, let value = FieldPath(field).value(in: source) {
            reject(field, value: value, reason: "not a position in part")
        }
        guard let geometry = area.geometry, data["geometry"]?.object == nil else { return }
        data = data.setting(["geometry"], value: geometry)
    }

    func group() -> String? {
        guard let field = rules.group, let text = text(field) else { return nil }
        return rules.rule(for: field).map?.value(text) ?? text
    }
}

extension ValueType {
    /// Returns the fault of a value of a document that is not of this type.
    fileprivate func fault(_ value: JSON, forms: ValueForms) -> String {
        value.scalarText.map { fault($0.trimmingBlanks, forms: forms) } ?? fault
    }

    /// Converts a value of a document; `nil` if it is not of this type.
    package func value(_ value: JSON, forms: ValueForms = ValueForms()) -> JSON? {
        switch (self, value) {
        case (.boolean, .bool): value
        case (.number, .bool), (_, .array), (_, .object), (_, .null): nil
        case (.number, .number(let text)): ValueType.number(text).map(JSON.number)
        default:
            value.scalarText.flatMap { text in
                let bytes = Array(text.utf8)
                return self.value(bytes.span.text(bytes.span.trimmed(0..<bytes.count)), forms: forms)
            }
        }
    }
}
