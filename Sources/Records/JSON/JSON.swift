/// A JSON value.
///
/// Values are compared by bytes: strings are equal if their UTF-8 is, objects if they hold the same members
/// in any order.
///
/// Source: RFC 8259.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    /// A number in its original notation, such as `1.50` or `-5.8E-2`; always valid by RFC 8259 §6.
    case number(String)
    case string(String)
    case array([JSON])
    /// The members in their original order; each name is unique.
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable {
        /// The name of the member.
        public let name: String
        /// The value of the member.
        public var value: JSON

        /// Creates a member.
        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }

        /// Whether the member has exactly this name, byte for byte.
        func isNamed(_ name: String) -> Bool { self.name.hasBytes(of: name) }
    }
}

extension JSON {
    /// Returns a whole number.
    public static func int(_ value: some BinaryInteger) -> JSON { .number(String(value)) }

    /// Returns a number in the shortest notation that parses to the same value; `null` if it is not finite.
    public static func double(_ value: Double) -> JSON {
        value.isFinite ? .number(JSONWriter.shortest(value)) : .null
    }

    /// Returns an object of the members that have a value.
    public static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    /// The value of a member; `nil` if this is not an object or has no such member.
    public subscript(_ name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        // A span visits the members without copying them.
        let span = members.span
        for index in span.indices where span[index].isNamed(name) { return span[index].value }
        return nil
    }

    /// The text; `nil` if this is not a string.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The Boolean value; `nil` if this is not one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The elements; `nil` if this is not an array.
    public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members; `nil` if this is not an object.
    public var object: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The number if it is whole and fits; `1e3` and `1000.0` are whole.
    public var int: Int? {
        guard case .number(let literal) = self else { return nil }
        return Int(literal) ?? Double(literal).flatMap { Int(exactly: $0) }
    }

    /// The number, rounded to the nearest binary one; `nil` if this is not a number.
    public var double: Double? { if case .number(let literal) = self { Double(literal) } else { nil } }

    /// Whether this is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }
}

extension JSON: Equatable {
    /// Whether both values consist of the same bytes, regardless of the order of members.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a.utf8.elementsEqual(b.utf8)
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a.count == b.count && Member.areSame(a, b)
        default: false
        }
    }
}

extension JSON.Member {
    /// Up to this many members, a search one by one is faster than sorting.
    private static let few = 16

    /// Whether two lists of as many members hold the same, whatever the order.
    fileprivate static func areSame(_ left: [JSON.Member], _ right: [JSON.Member]) -> Bool {
        guard left.count > few else {
            return left.allSatisfy { member in
                right.contains { $0.isNamed(member.name) && $0.value == member.value }
            }
        }
        return zip(left.sortedByName, right.sortedByName).allSatisfy {
            $0.isNamed($1.name) && $0.value == $1.value
        }
    }
}

extension [JSON.Member] {
    /// The members in the order of the bytes of their names; in linear time when they are in order already.
    var sortedByName: [JSON.Member] {
        let isSorted = zip(self, dropFirst()).allSatisfy { $0.name.precedes($1.name) }
        return isSorted ? self : sorted { $0.name.precedes($1.name) }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// Creates a Boolean value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a number in its shortest notation.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates an array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// Creates an object; the names must be unique.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0, $1) })
    }
}
