/// A condition on the data of a record: comparisons and tests for existence, joined by `and`, `or` and `not`.
///
/// Source: io.almanac.varlink, type Selector, which defines the grammar.
public enum Condition: Hashable, Sendable, CustomStringConvertible {
    /// The comparison holds.
    case comparison(FieldComparison)
    /// The record has the field.
    case exists(FieldPath)
    /// The condition does not hold.
    indirect case not(Condition)
    /// All conditions hold, two or more.
    case all([Condition])
    /// At least one of two or more conditions holds.
    case any([Condition])

    /// Whether the condition holds for a record's data.
    public func holds(for data: JSON) -> Bool {
        switch self {
        case .comparison(let comparison): comparison.holds(for: data)
        case .exists(let field): field.value(in: data).map { !$0.isNull } ?? false
        case .not(let condition): condition.fails(for: data)
        case .all(let conditions): conditions.allSatisfy { $0.holds(for: data) }
        case .any(let conditions): conditions.contains { $0.holds(for: data) }
        }
    }

    /// Whether it is certain that the condition does not hold: unknown flight rules make some conditions
    /// neither hold nor fail.
    private func fails(for data: JSON) -> Bool {
        switch self {
        case .comparison(let comparison): comparison.fails(for: data)
        case .exists: !holds(for: data)
        case .not(let condition): condition.holds(for: data)
        case .all(let conditions): conditions.contains { $0.fails(for: data) }
        case .any(let conditions): conditions.allSatisfy { $0.fails(for: data) }
        }
    }

    /// The fields that the condition names, in order; a field named twice occurs twice.
    public var fields: [FieldPath] {
        switch self {
        case .comparison(let comparison): [comparison.field]
        case .exists(let field): [field]
        case .not(let condition): condition.fields
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.fields)
        }
    }

    /// The condition in the form that can be parsed.
    public var description: String {
        switch self {
        case .comparison(let comparison): comparison.description
        case .exists(let field): "\(Condition.quoted(field.text)) exists"
        case .not(let condition): "not \(condition.part)"
        case .all(let conditions): conditions.map(\.part).joined(separator: " and ")
        case .any(let conditions): conditions.map(\.part).joined(separator: " or ")
        }
    }

    /// The condition as a part of another: in parentheses if it joins several.
    private var part: String {
        switch self {
        case .all, .any: "(\(description))"
        default: description
        }
    }

    /// Returns a name or value as it is written in a condition.
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 > .space && !"\"\\=!<>~[](),".utf8.contains($0) }
        guard !isPlain || text.isEmpty || isWord(text) else { return text }
        let escaped = text.utf8.flatMap { $0 == .quote || $0 == .backslash ? [.backslash, $0] : [$0] }
        return "\"" + String(decoding: escaped, as: UTF8.self) + "\""
    }

    private static func isWord(_ text: String) -> Bool {
        ["and", "or", "not", "in", "exists"].contains { text.utf8.map(\.lowercased).elementsEqual($0.utf8) }
    }
}
