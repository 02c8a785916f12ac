package import Records

extension JSON {
    /// The value without null and blank members at every depth; `nil` if the value itself is null or blank.
    package var present: JSON? {
        switch self {
        case .null: return nil
        case .string(let text):
            var text = text
            return text.withUTF8 { unsafe $0.span.trimmed(0..<$0.count).isEmpty } ? nil : self
        case .array(let elements): return .array(elements.map { $0.isNull ? .null : $0.present ?? $0 })
        case .object(let members):
            return .object(
                members.compactMap { member in member.value.present.map { Member(member.name, $0) } })
        default: return self
        }
    }

    /// Returns the value with the numbers beyond the range of a double as text.
    ///
    /// - Parameters:
    ///   - path: The dotted path of the value.
    ///   - beyond: Called with the path and the text of each of these numbers.
    /// - Returns: The value.
    func bounded(at path: String = "", beyond: (String, String) -> Void) -> JSON {
        switch self {
        case .number(let text):
            guard !ValueType.isFinite(text.utf8.span) else { return self }
            beyond(path, text)
            return .string(text)
        case .array(let elements): return .array(elements.map { $0.bounded(at: path, beyond: beyond) })
        case .object(let members):
            return .object(
                members.map { member in
                    let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
                    return Member(member.name, member.value.bounded(at: inner, beyond: beyond))
                })
        default: return self
        }
    }

    /// Whether a number in the value is beyond the range of a double.
    var hasUnboundedNumber: Bool {
        switch self {
        case .number(let text): !ValueType.isFinite(text.utf8.span)
        case .array(let elements): elements.contains(where: \.hasUnboundedNumber)
        case .object(let members): members.contains { $0.value.hasUnboundedNumber }
        default: false
        }
    }

    /// A string, number or Boolean value as text; `nil` for other values.
    package var scalarText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let truth): truth ? "true" : "false"
        default: nil
        }
    }

    /// Returns the value with another one at a path; `nil` removes the value there.
    func setting(_ place: [String], value: JSON?) -> JSON {
        guard let first = place.first else { return value ?? .null }
        switch self {
        case .object(let members):
            let index = members.firstIndex { $0.name.utf8.elementsEqual(first.utf8) }
            let inner =
                place.count == 1
                ? value : index.map { members[$0].value.setting(Array(place.dropFirst()), value: value) }
            var members = members
            switch (index, inner) {
            case (let index?, let inner?): members[index].value = inner
            case (let index?, nil): members.remove(at: index)
            case (nil, let inner?): members.append(Member(first, inner))
            case (nil, nil): break
            }
            return .object(members)
        case .array(var elements):
            guard let index = Int(first), elements.indices.contains(index) else { return self }
            elements[index] =
                place.count == 1
                ? value ?? .null : elements[index].setting(Array(place.dropFirst()), value: value)
            return .array(elements)
        default: return self
        }
    }

    /// Returns the value with the member at a path renamed; replaces a member that already has that name.
    func renaming(_ place: [String], name: String) -> JSON {
        guard let value = place.isEmpty ? nil : FieldPath.at(place, in: self) else { return self }
        return setting(place, value: nil).setting(place.dropLast() + [name], value: value)
    }

    /// Returns the value without the members whose dotted path is left out.
    func omitting(_ path: String = "", isOmitted: (String) -> Bool) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(
            members.compactMap { member in
                let inner = path.isEmpty ? member.name : path + "." + member.name
                return isOmitted(inner)
                    ? nil : Member(member.name, member.value.omitting(inner, isOmitted: isOmitted))
            })
    }
}

extension FieldPath {
    /// Returns the names on the path to the field in some data.
    func place(in data: JSON) -> [String] { data[text] == nil ? steps : [text] }

    /// Returns the value at the end of a path.
    static func at(_ place: [String], in data: JSON) -> JSON? {
        var value: JSON? = data
        for step in place {
            switch value {
            case .object: value = value?[step]
            case .array(let elements):
                value = Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: value = nil
            }
        }
        return value
    }
}
