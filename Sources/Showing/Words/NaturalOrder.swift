import Records

extension String {
    /// Whether the text comes before another if numbers within them are compared by value: `ward 2` before
    /// `ward 10`. Everything else is compared by bytes.
    package func naturallyPrecedes(_ other: String) -> Bool {
        var left = utf8[...]
        var right = other.utf8[...]
        while let a = left.first, let b = right.first {
            if a.isDigit, b.isDigit {
                let first = String.consumeNumber(&left)
                let second = String.consumeNumber(&right)
                if first.count != second.count { return first.count < second.count }
                if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
            } else {
                if a != b { return a < b }
                left = left.dropFirst()
                right = right.dropFirst()
            }
        }
        if left.isEmpty != right.isEmpty { return left.isEmpty }
        // `01` and `1` are the same number: the bytes decide.
        return precedes(other)
    }

    /// Consumes the leading digits and returns those after the leading zeros.
    private static func consumeNumber(_ text: inout Substring.UTF8View) -> Substring.UTF8View {
        let digits = text.prefix { $0.isDigit }
        text = text[digits.endIndex...]
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}

extension JSON {
    /// The value of a number, or of a text that is one, such as a cell of a table; `nil` for anything else.
    var quantity: Double? {
        switch self {
        case .number: double
        case .string(let text):
            text.utf8.first.map { $0.isDigit || "+-.".utf8.contains($0) } == true
                ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
        default: nil
        }
    }
}
