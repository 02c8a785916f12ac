import Records

/// A value in a table of a database.
public enum DataCell: Hashable, Sendable {
    /// A whole number, or a truth value as 1 or 0.
    case integer(Int64)
    /// Any other number.
    case real(Double)
    /// A text, or a list or object as JSON.
    case text(String)
}

extension DataCell {
    /// Makes the cell of a value; returns `nil` for null.
    init?(_ value: JSON) {
        switch value {
        case .null: return nil
        case .bool(let value): self = .integer(value ? 1 : 0)
        case .number(let literal): self = DataCell(literal: literal)
        case .string(let text): self = .text(text)
        case .array, .object: self = .text(value.cell)
        }
    }

    /// Makes the cell of a number; one that no type holds stays a text.
    private init(literal: String) {
        if let whole = Int64(literal) {
            self = .integer(whole)
        } else if let number = Double(literal), number.isFinite, !DataCell.isLong(literal) {
            self = .real(number)
        } else {
            self = .text(literal)
        }
    }

    /// Whether a literal is a whole number too great for 64 bits.
    private static func isLong(_ literal: String) -> Bool {
        literal.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") }
    }
}
