import Records

/// The meaning of ten or twelve digits, which may be a date with an hour, or a count.
package enum DigitMeaning: Hashable, Sendable {
    /// A date if they can be one, otherwise a count.
    case either
    /// A date.
    case dates
    /// A count.
    case counts
    /// Unknown: the column has both.
    case contradictory
}

/// The knowledge about the form of the times of a field, from a setting or from the other values of its
/// column.
package struct TimeForm: Hashable, Sendable {
    /// The order of dates in numbers; `nil` if it is not known.
    package var order: DateOrder?
    /// Whether the column leaves the order open, so that a value alone does not decide it.
    package var isOpen = false
    /// The meaning of ten or twelve digits.
    package var digits = DigitMeaning.either
    /// The unit of numbers; `nil` if their number of digits tells it.
    package var unit: TimeUnit?
    /// The form of all values; `nil` for the usual ones.
    package var pattern: TimePattern?

    /// The form of a single value: it must have one meaning.
    package init() {}

    /// Reads a word of `TimeFormat=`: an order, a unit or a pattern; `nil` if it is none.
    package init?(setting text: String) {
        order = DateOrder(rawValue: text)
        unit = TimeUnit(rawValue: text)
        guard order == nil, unit == nil else { return }
        pattern = TimePattern(text)
        if pattern == nil { return nil }
    }

    /// Returns the reason why a text is not a time, with the setting that reads it, if one does.
    package func fault(_ text: String) -> String {
        guard unit == nil, pattern == nil else { return "not a time in the form of TimeFormat=" }
        if let orders = NumericDate(in: text)?.orders, !orders.isEmpty {
            if let order {
                return orders.contains(order) ? "not a time" : "not a date in the order \(order.rawValue)"
            }
            let settings = orders.map { "TimeFormat=\($0.rawValue)" }.joined(separator: " or ")
            return "not a date of one meaning: \(settings) decides"
        }
        if let zone = ZoneNames.ambiguousName(in: text) {
            return "not a time of one meaning: \(zone) is the name of several zones"
        }
        let isNumber = DigitTime(text) != nil
        return isNumber ? "not a time: TimeFormat= gives the form or unit of numbers" : "not a time"
    }
}
