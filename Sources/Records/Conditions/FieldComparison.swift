/// A comparison of one field of a record: `Sector = NHS`, `temperature < 0`, `flightRules in [IFR, LIFR]`.
///
/// If both sides read as numbers, they are compared as numbers; otherwise their bytes are compared, which
/// orders times correctly. `~` matches a glob and ignores case. If the field is a list, one matching element
/// is enough. A missing field satisfies only `!=` and `not in`; missing flight rules are unknown ones, and
/// satisfy these only if VFR is among the values: what is not VFR includes them, and what is not IFR does
/// not.
public struct FieldComparison: Hashable, Sendable, CustomStringConvertible {
    /// The relation between the field and the values.
    public enum Sign: String, Hashable, Sendable, CaseIterable {
        /// The same number or the same bytes.
        case equal = "="
        /// A different value, or a missing field, except flight rules.
        case notEqual = "!="
        /// A smaller number, or an earlier text by bytes.
        case less = "<"
        /// A smaller or the same value.
        case lessOrEqual = "<="
        /// A greater number, or a later text by bytes.
        case greater = ">"
        /// A greater or the same value.
        case greaterOrEqual = ">="
        /// One of the values.
        case within = "in"
        /// None of the values, or a missing field, except flight rules.
        case notWithin = "not in"
        /// A match of a glob, ignoring case.
        case like = "~"

        /// Whether a list of values follows.
        var takesList: Bool { self == .within || self == .notWithin }
    }

    /// The field.
    public let field: FieldPath
    /// The relation.
    public let sign: Sign
    /// The text to compare with, or the elements of the list; never empty.
    public let values: [String]
    private let globs: [Glob]

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - sign: The relation.
    ///   - values: The text to compare with, or the elements of the list.
    init(_ field: FieldPath, _ sign: Sign, _ values: [String]) {
        self.field = field
        self.sign = sign
        self.values = values
        globs = sign == .like ? values.map { Glob($0, ignoringCase: true) } : []
    }

    /// Whether the comparison holds for a record's data.
    public func holds(for data: JSON) -> Bool {
        let value = field.value(in: data) ?? .null
        switch sign {
        case .notEqual, .notWithin: return value.isNull && isOfFlightRules ? excludesVisual : !fits(value)
        default: return fits(value)
        }
    }

    /// Whether the field is the flight rules of a report or the worst ones of a period, which unknown ones
    /// lack.
    private var isOfFlightRules: Bool {
        let name = field.steps.last
        return name == WeatherMember.flightRules.description
            || name == WeatherMember.worstFlightRules.description
    }

    private var excludesVisual: Bool { values.contains(FlightRules.visual.rawValue) }

    /// Whether the opposite of the comparison holds; of a value, exactly if the comparison does not.
    func fails(for data: JSON) -> Bool {
        guard isOfFlightRules, (field.value(in: data) ?? .null).isNull else { return !holds(for: data) }
        return (sign == .equal || sign == .within) && excludesVisual
    }

    /// The comparison in the form that can be parsed.
    public var description: String {
        let list = values.map(Condition.quoted).joined(separator: ", ")
        return "\(Condition.quoted(field.text)) \(sign.rawValue) \(sign.takesList ? "[\(list)]" : list)"
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
        switch sign {
        case .equal, .notEqual, .within, .notWithin: values.contains { order(text, value: $0) == 0 }
        case .less: order(text, value: values[0]) < 0
        case .lessOrEqual: order(text, value: values[0]) <= 0
        case .greater: order(text, value: values[0]) > 0
        case .greaterOrEqual: order(text, value: values[0]) >= 0
        case .like: globs.contains { $0.matches(text) }
        }
    }

    /// Returns a negative number if the text of the field comes first, 0 if both are the same.
    private func order(_ text: String, value: String) -> Int {
        if let left = Double(text), let right = Double(value) {
            return left < right ? -1 : left > right ? 1 : 0
        }
        if text.utf8.elementsEqual(value.utf8) { return 0 }
        return text.precedes(value) ? -1 : 1
    }
}
