/// A JSON value.
///
/// Equality, like everything here, is by bytes: strings are equal when their UTF-8 is, objects when
/// they hold the same members, whatever the order.
///
/// Source: RFC 8259.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    /// A number as it was written, such as `1.50` or `-5.8E-2`; always valid by RFC 8259 §6.
    case number(String)
    case string(String)
    case array([JSON])
    /// The members in the order in which they came; a name stands once.
    case object([Member])

    /// One member of an object.
    public struct Member: Sendable {
        /// The member's name.
        public let name: String
        /// What it holds.
        public var value: JSON

        /// Makes a member of a name and a value.
        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }

        /// Whether it is the member of that name, byte for byte.
        func isNamed(_ name: String) -> Bool {
            // Names of other characters are soon told apart; of equal characters the bytes may differ.
            self.name == name && self.name.utf8.elementsEqual(name.utf8)
        }
    }
}

extension JSON {
    /// A whole number.
    public static func int(_ value: some BinaryInteger) -> JSON { .number(String(value)) }

    /// A number in the shortest form that reads back; `null` when it is not finite.
    public static func double(_ value: Double) -> JSON {
        value.isFinite ? .number(JSONWriter.shortest(value)) : .null
    }

    /// An object of those members that have a value.
    public static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    /// The member of that name; `nil` when this is no object or has none.
    public subscript(_ name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.isNamed(name) }?.value
    }

    /// The text; `nil` when this is no string.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The truth value; `nil` when this is none.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The elements; `nil` when this is no array.
    public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members; `nil` when this is no object.
    public var object: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The number when it is whole and fits; `1e3` and `1000.0` are whole.
    public var int: Int? {
        guard case .number(let literal) = self else { return nil }
        return Int(literal) ?? Double(literal).flatMap { Int(exactly: $0) }
    }

    /// The number, rounded to the nearest binary one; `nil` when this is none.
    public var double: Double? { if case .number(let literal) = self { Double(literal) } else { nil } }

    /// Whether this is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }
}

extension JSON: Equatable {
    /// Whether both hold the same bytes; the order of members does not count.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a.utf8.elementsEqual(b.utf8)
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)):
            a.count == b.count && a.allSatisfy { member in right[member.name] == member.value }
        default: false
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A number in its shortest form.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// An array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// An object; the names must differ.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0, $1) })
    }
}
