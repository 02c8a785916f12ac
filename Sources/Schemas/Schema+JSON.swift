package import Records

extension Member {
    /// The schema of its value.
    ///
    /// Source: JSON Schema, draft 2020-12; `unit` is our own extension.
    package var schema: JSON {
        var parts = type.schema(choices: choices)
        if let unit { parts.append(.init("unit", .string(unit))) }
        return .object(parts + [.init("description", .string(meaning))])
    }
}

extension [Member] {
    /// The schemas of the members by their names.
    package var properties: JSON { .object(map { .init($0.name, $0.schema) }) }

    /// The names of those that are always there.
    package var required: [String] { filter(\.isRequired).map(\.name) }
}

extension MemberType {
    /// Returns the parts of its schema; `choices` are the possible texts, in a list those of each element.
    fileprivate func schema(choices: [String] = []) -> [JSON.Member] {
        switch self {
        case .number: return [.init("type", "number")]
        case .text: return [.init("type", "string")] + MemberType.choices(choices)
        case .flag: return [.init("type", "boolean")]
        case .moment: return [.init("type", "string"), .init("format", "date-time")]
        case .date: return [.init("type", "string"), .init("format", "date")]
        case .list(let element):
            return [.init("type", "array"), .init("items", .object(element.schema(choices: choices)))]
        case .object(let members):
            let required = members.required.map(JSON.string)
            return [.init("type", "object"), .init("properties", members.properties)]
                + (required.isEmpty ? [] : [.init("required", .array(required))])
        case .keyed(_, let element):
            return [.init("type", "object"), .init("additionalProperties", .object(element.schema()))]
        case .either(let types): return [.init("anyOf", .array(types.map { .object($0.schema()) }))]
        case .open: return []
        }
    }

    private static func choices(_ choices: [String]) -> [JSON.Member] {
        choices.isEmpty ? [] : [.init("enum", .array(choices.map(JSON.string)))]
    }
}
