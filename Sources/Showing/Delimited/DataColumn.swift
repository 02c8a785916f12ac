/// A column of a table of records in a database.
public struct DataColumn: Sendable {
    /// The types of columns, as SQLite names them.
    public enum ValueType: String, Sendable {
        /// Whole numbers and truth values.
        case integer = "INTEGER"
        /// Numbers.
        case real = "REAL"
        /// Texts.
        case text = "TEXT"
    }

    /// The type that the schema declares.
    enum Declaration: Sendable {
        case number
        case flag
        case text
        /// No type: the values decide.
        case open
        /// A list or an object whose names are values themselves: it stays one value.
        case whole
    }

    /// The kinds of the values that have occurred.
    struct Occurrences: OptionSet {
        let rawValue: UInt8

        static let integers = Occurrences(rawValue: 1)
        static let fractions = Occurrences(rawValue: 2)
        static let texts = Occurrences(rawValue: 4)
        /// Whole numbers that a floating-point number would change.
        static let greatIntegers = Occurrences(rawValue: 8)
    }

    /// The name, unique among the columns of its table without regard to case.
    public let name: String
    let declaration: Declaration
    private(set) var occurrences: Occurrences = []

    init(_ name: String, _ declaration: Declaration) {
        self.name = name
        self.declaration = declaration
    }

    /// Whether a record has a value in the column.
    public var occurs: Bool { !occurrences.isEmpty }

    /// The type that holds all values that have occurred without a change.
    public var type: ValueType {
        if occurrences.contains(.texts) || declaration == .text || declaration == .whole { return .text }
        if occurrences.contains([.greatIntegers, .fractions]) { return .text }
        if occurrences.contains(.fractions) { return .real }
        if occurrences.contains(.greatIntegers) { return .integer }
        switch declaration {
        case .number: return .real
        case .flag: return .integer
        case .open, .text, .whole: return occurs ? .integer : .text
        }
    }

    mutating func add(_ cell: DataCell) {
        switch cell {
        case .integer(let value):
            occurrences.insert(.integers)
            if value.magnitude > 1 << 53 { occurrences.insert(.greatIntegers) }
        case .real: occurrences.insert(.fractions)
        case .text: occurrences.insert(.texts)
        }
    }
}
