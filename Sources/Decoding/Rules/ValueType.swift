package import Records

/// The type of a field other than text.
package enum ValueType: Hashable, Sendable {
    case number
    case boolean
    case time

    /// The fault of a value that is not of this type.
    package var fault: String {
        switch self {
        case .number: "not a number"
        case .boolean: "not true or false"
        case .time: "not a time"
        }
    }

    /// Returns the fault of a text that is not of this type in the forms of its field.
    package func fault(_ text: String, forms: ValueForms) -> String {
        switch self {
        case .number: forms.number.fault(Array(text.utf8).span)
        case .boolean: fault
        case .time: forms.time.fault(text)
        }
    }

    /// Parses a text without blanks at its ends; `nil` if it is not of this type in the forms of its field.
    package func value(_ text: String, forms: ValueForms) -> JSON? {
        switch self {
        case .number: forms.number.literal(Array(text.utf8).span).map(JSON.number)
        case .boolean: ValueType.boolean(Array(text.utf8).span).map(JSON.bool)
        case .time: ValueType.moment(text, form: forms.time).map { .string($0.description) }
        }
    }

    /// Parses a time in the forms of data, otherwise in those of feeds.
    private static func moment(_ text: String, form: TimeForm) -> UTC? {
        if let moment = UTC(looseText: text, form: form) { return moment }
        guard form.pattern == nil, form.unit == nil else { return nil }
        // The column decides the order of its dates, or leaves it open.
        if let date = NumericDate(in: text) {
            guard !form.isOpen, form.order.flatMap(date.date) != nil || form.order == nil else { return nil }
        }
        return WrittenDate(ofData: text, order: form.order)?.moment
    }

    /// Whether the bytes are a number that JSON can hold unchanged, neither too long nor too large.
    package static func isLiteral(_ bytes: Span<UInt8>) -> Bool {
        if PlainDecimal(bytes)?.isLiteral ?? false { return true }
        var scanner = JSONScanner()
        guard (1...40).contains(bytes.count), let first = scanner.peek(bytes), scanner.offset == 0,
            first == .hyphen || first.isDigit,
            // A text that is not a JSON number is parsed below.
            let place = try? scanner.number(bytes), place.upperBound == bytes.count
        else { return false }
        for index in 0..<bytes.count where bytes[index] | .caseBit == UInt8(ascii: "e") {
            return Double(bytes.text(0..<bytes.count))?.isFinite ?? false
        }
        return true
    }

    /// The length of a decimal fraction without exponent that is never too large, in bytes.
    package static let shortNumber = 300

    /// Whether the literal of a JSON number is within the range of a double.
    ///
    /// Source: RFC 8259, section 6: an implementation may set limits, and IEEE 754 binary64 is usual.
    package static func isFinite(_ literal: Span<UInt8>) -> Bool {
        let hasExponent = literal.indices.contains { literal[$0] | .caseBit == UInt8(ascii: "e") }
        if literal.count <= shortNumber, !hasExponent { return true }
        return Double(literal.text(0..<literal.count))?.isFinite ?? false
    }

    /// Returns the literal of a number; accepts a plus sign, leading zeros and no digits on one side of the
    /// point.
    static func number(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        if isLiteral(bytes.span) { return text }
        let isDecimal = bytes.allSatisfy { $0.isDigit || ".+-eE".utf8.contains($0) }
        guard isDecimal, bytes.count <= 400, bytes.contains(where: \.isDigit),
            let value = Double(text.first == "+" ? String(text.dropFirst()) : text), value.isFinite
        else { return nil }
        return JSONWriter.shortest(value)
    }

    /// Parses `true`, `false`, `yes`, `no`, `on`, `off`, `t`, `f`, `y`, `n`, `1` and `0` in any case.
    package static func boolean(_ bytes: Span<UInt8>) -> Bool? {
        guard (1...5).contains(bytes.count) else { return nil }
        var word: UInt64 = 0
        for index in 0..<bytes.count { word = word << 8 | UInt64(bytes[index] | .caseBit) }
        // The digits have the bit of lower case, too.
        switch word {
        case .word("true"), .word("yes"), .word("on"), .word("t"), .word("y"), .word("1"): return true
        case .word("false"), .word("no"), .word("off"), .word("f"), .word("n"), .word("0"): return false
        default: return nil
        }
    }
}
