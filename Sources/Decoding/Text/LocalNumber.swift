import Records

/// The forms in which a field states numbers.
package enum NumberForm: UInt8, Hashable, Sendable {
    /// With a decimal point. A comma has no meaning; blanks and apostrophes may group digits.
    case plain
    /// As `plain`, and commas may group digits.
    case point
    /// With a decimal comma; points, blanks and apostrophes may group digits.
    case comma
    /// A point or comma has no meaning, except where both forms agree on it.
    case open

    /// Reads a word of `Decimal=`.
    package init?(setting text: String) {
        switch text {
        case "point": self = .point
        case "comma": self = .comma
        case "auto": self = .plain
        default: return nil
        }
    }

    /// Returns the literal of the number that a text states in this form; `nil` if it is none.
    package func literal(_ text: Span<UInt8>) -> String? {
        switch self {
        case .plain, .point:
            if let literal = ValueType.number(text.text(0..<text.count)) { return literal }
            let number = LocalNumber(text, mark: .period)
            return self == .plain && number?.hasComma == true ? nil : number?.literal
        case .comma: return LocalNumber(text, mark: .comma)?.literal
        case .open:
            let literals = [UInt8.period, .comma].compactMap { LocalNumber(text, mark: $0)?.literal }
            return Set(literals).count == 1 ? literals[0] : nil
        }
    }

    /// Returns the reason why a text is not a number in this form, with the setting that reads it, if one
    /// does.
    package func fault(_ text: Span<UInt8>) -> String {
        let marks = [(UInt8.period, "point"), (.comma, "comma")].filter {
            LocalNumber(text, mark: $0.0) != nil
        }
        guard !marks.isEmpty else { return "not a number" }
        if self == .point || self == .comma {
            return "not a number in the form of its column, Decimal=\(name)"
        }
        let settings = marks.map { "Decimal=\($0.1)" }.joined(separator: " or ")
        return "not a number of one meaning: \(settings) decides"
    }

    private var name: String { self == .comma ? "comma" : "point" }
}

/// A number with a decimal mark and groups of three digits, such as `1.234,56`, `1 234.5` or `1'234`.
///
/// Groups of two digits before the last one, as in India, count if there are two commas.
package struct LocalNumber {
    /// The number as in JSON.
    package let literal: String
    /// Whether a comma groups digits.
    package let hasComma: Bool

    /// Parses a number; `nil` if the text is none with this decimal mark.
    package init?(_ text: Span<UInt8>, mark: UInt8) {
        guard (1...60).contains(text.count) else { return nil }
        let scalars = Array(text.text(0..<text.count).unicodeScalars)
        let isNegative = scalars.first == "-" || scalars.first == "\u{2212}"
        let body = isNegative || scalars.first == "+" ? scalars.dropFirst() : scalars[...]
        let parts = body.split(
            separator: Unicode.Scalar(mark), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count == 1 || parts[1].allSatisfy(LocalNumber.isDigit),
            let digits = LocalNumber.ungrouped(whole, mark: mark)
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : []
        guard parts.count == 1 || !fraction.isEmpty, !digits.isEmpty || !fraction.isEmpty else { return nil }
        let trimmed = digits.drop { $0 == "0" }
        literal =
            (isNegative ? "-" : "") + (trimmed.isEmpty ? "0" : LocalNumber.text(trimmed))
            + (fraction.isEmpty ? "" : "." + LocalNumber.text(fraction))
        hasComma = mark == .period && whole.contains(",")
    }

    /// Returns the digits without the marks between groups; `nil` if these are wrong.
    private static func ungrouped(_ whole: ArraySlice<Unicode.Scalar>, mark: UInt8) -> [Unicode.Scalar]? {
        guard let sign = whole.first(where: { !isDigit($0) }) else { return Array(whole) }
        let signs: [Unicode.Scalar] = [
            mark == .comma ? "." : ",", " ", "'", "\u{A0}", "\u{2009}", "\u{2019}", "\u{202F}",
        ]
        guard signs.contains(sign) else { return nil }
        let groups = whole.split(separator: sign, omittingEmptySubsequences: false)
        let inner = groups.dropFirst().dropLast()
        let isIndian = sign == "," && inner.contains { $0.count == 2 }
        guard groups.allSatisfy({ $0.allSatisfy(isDigit) }), groups[0].first != "0",
            (1...(isIndian ? 2 : 3)).contains(groups[0].count), groups.last?.count == 3,
            inner.allSatisfy({ $0.count == (isIndian ? 2 : 3) })
        else { return nil }
        return groups.flatMap { $0 }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }
}
