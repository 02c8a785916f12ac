import Records

extension JSON {
    /// The value without members that are null or blank, at every depth; `nil` when it is itself one.
    var present: JSON? {
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

    /// A string, a number or a truth value as text; `nil` for anything else.
    var scalarText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let truth): truth ? "true" : "false"
        default: nil
        }
    }

    /// The value with another one at a place; `nil` takes away what is there.
    func setting(_ place: [String], _ value: JSON?) -> JSON {
        guard let first = place.first else { return value ?? .null }
        switch self {
        case .object(let members):
            let index = members.firstIndex { $0.name.utf8.elementsEqual(first.utf8) }
            let inner =
                place.count == 1
                ? value : index.map { members[$0].value.setting(Array(place.dropFirst()), value) }
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
                place.count == 1 ? value ?? .null : elements[index].setting(Array(place.dropFirst()), value)
            return .array(elements)
        default: return self
        }
    }

    /// The value with another name for the member at a place; what has that name already goes.
    func renaming(_ place: [String], _ name: String) -> JSON {
        guard let value = place.isEmpty ? nil : FieldPath.at(place, in: self) else { return self }
        return setting(place, nil).setting(place.dropLast() + [name], value)
    }

    /// The value without the members whose dotted path is to be left out.
    func omitting(_ path: String = "", _ isOmitted: (String) -> Bool) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(
            members.compactMap { member in
                let inner = path.isEmpty ? member.name : path + "." + member.name
                return isOmitted(inner) ? nil : Member(member.name, member.value.omitting(inner, isOmitted))
            })
    }
}

extension FieldPath {
    /// The names on the way to the field as it lies in some data.
    func place(in data: JSON) -> [String] { data[text] == nil ? steps : [text] }

    /// What lies at the end of a way.
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
