import Records

/// A duration in a document.
///
/// Source: RFC 5545, 3.3.6.
enum CalendarDuration {
    /// The longest duration, a hundred years.
    private static let longest: Int64 = 3_155_760_000

    /// Reads `P1DT2H30M`; `nil` if the text is no duration, or longer than a hundred years.
    static func length(_ text: some StringProtocol) -> EventLength? {
        var rest = Array(text.utf8).filter { $0 > .space }[...]
        let isNegative = rest.first == .hyphen
        if isNegative || rest.first == .plus { rest = rest.dropFirst() }
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        var length = EventLength()
        var isTime = false
        var hasUnit = false
        while let first = rest.first {
            if first == UInt8(ascii: "T"), !isTime {
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            guard readPart(&rest, isTime: isTime, into: &length), length.seconds <= longest else {
                return nil
            }
            hasUnit = true
        }
        guard hasUnit else { return nil }
        return isNegative ? length.negated : length
    }

    /// Reads a number with its unit; `M` before the `T` would be months, which a duration does not have.
    private static func readPart(
        _ rest: inout ArraySlice<UInt8>, isTime: Bool, into length: inout EventLength
    ) -> Bool {
        let digits = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        guard (1...9).contains(digits.count), let unit = rest.popFirst() else { return false }
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1.digitValue) }
        switch (unit, isTime) {
        case (UInt8(ascii: "W"), false): length.nominal += number * 7 * CalendarTime.day
        case (UInt8(ascii: "D"), _): length.nominal += number * CalendarTime.day
        case (UInt8(ascii: "H"), _): length.exact += number * 3600
        case (UInt8(ascii: "M"), true): length.exact += number * 60
        case (UInt8(ascii: "S"), _): length.exact += number
        default: return false
        }
        return true
    }
}
