/// A comparison of one field of a record: `Sector = NHS`, `temperature < 0`, `flightRules in [IFR, LIFR]`.
///
/// A value that reads as a number is compared with numbers, and with texts that read as one; any other by its
/// bytes, which sorts moments by time. `~` compares with a glob that ignores case. A list in a field fits when
/// one of its elements does. A field that is not there fits only `!=` and `not in`.
public struct Condition: Hashable, Sendable, CustomStringConvertible {
    /// How the field is compared with the values.
    public enum Comparison: String, Hashable, Sendable, CaseIterable {
        /// The same number, or the same bytes.
        case equal = "="
        /// Not the same, or not there.
        case notEqual = "!="
        /// Smaller, or earlier by bytes.
        case less = "<"
        /// Smaller or the same.
        case lessOrEqual = "<="
        /// Greater, or later by bytes.
        case greater = ">"
        /// Greater or the same.
        case greaterOrEqual = ">="
        /// One of the values.
        case within = "in"
        /// None of the values, or not there.
        case notWithin = "not in"
        /// Fits a glob, whatever the case.
        case like = "~"
    }

    /// Which field.
    public let field: FieldPath
    /// How it is compared.
    public let comparison: Comparison
    /// With what: one text, or the elements of the list.
    public let values: [String]
    private let globs: [Glob]

    /// Makes a condition of its parts.
    public init(_ field: FieldPath, _ comparison: Comparison, _ values: [String]) {
        (self.field, self.comparison, self.values) = (field, comparison, values)
        globs = comparison == .like ? values.map { Glob($0, ignoringCase: true) } : []
    }

    /// Whether the condition holds for a record's data.
    public func holds(for data: JSON) -> Bool {
        switch comparison {
        case .notEqual, .notWithin: !fits(field.value(in: data) ?? .null)
        default: fits(field.value(in: data) ?? .null)
        }
    }

    /// The condition as it can be read again.
    public var description: String {
        let isList = comparison == .within || comparison == .notWithin
        let list = values.map(Condition.quoted).joined(separator: ", ")
        return "\(Condition.quoted(field.text)) \(comparison.rawValue) \(isList ? "[\(list)]" : list)"
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && !"\"\\=!<>~[],".utf8.contains($0) }
        guard !isPlain || text.isEmpty else { return text }
        let escaped = text.utf8.flatMap { $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0] }
        return "\"" + String(decoding: escaped, as: UTF8.self) + "\""
    }

    private func fits(_ value: JSON) -> Bool {
        switch value {
        case .null, .object: false
        case .array(let elements): elements.contains { fits($0) }
        case .bool(let truth): fits(truth ? "true" : "false")
        case .number(let text), .string(let text): fits(text)
        }
    }

    private func fits(_ text: String) -> Bool {
        switch comparison {
        case .equal, .notEqual, .within, .notWithin: values.contains { order(text, $0) == 0 }
        case .less: order(text, values[0]) < 0
        case .lessOrEqual: order(text, values[0]) <= 0
        case .greater: order(text, values[0]) > 0
        case .greaterOrEqual: order(text, values[0]) >= 0
        case .like: globs.contains { $0.matches(text) }
        }
    }

    /// Below 0 when the field's text comes first, 0 when both are the same.
    private func order(_ text: String, _ value: String) -> Int {
        if let left = Double(text), let right = Double(value) {
            return left < right ? -1 : left > right ? 1 : 0
        }
        if text.utf8.elementsEqual(value.utf8) { return 0 }
        return text.precedes(value) ? -1 : 1
    }
}
