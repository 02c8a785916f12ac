public import Records

extension JSON {
    /// The value as text: strings unchanged, yes and no, lists with commas, objects as `name value` pairs;
    /// empty for null.
    public var shown: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "yes" : "no"
        case .number(let literal): literal
        case .string(let text): text
        case .array(let elements): elements.map(\.shown).filter { !$0.isEmpty }.joined(separator: ", ")
        case .object(let members):
            members.map { "\($0.name) \($0.value.shown)" }.joined(separator: ", ")
        }
    }

    /// The moment that a text states in ISO 8601; `nil` of everything else.
    package var utc: UTC? { string.flatMap { UTC(iso8601: $0) } }

    /// Returns the value at a path; see `FieldPath`.
    func value(at path: String) -> JSON? { FieldPath(path).value(in: self) }
}
