package import Records

/// The order of the day, the month and the year of a date in numbers.
package enum DateOrder: String, Hashable, Sendable, CaseIterable {
    case dayMonthYear = "dmy"
    case monthDayYear = "mdy"
    case yearMonthDay = "ymd"

    /// The places of the year, the month and the day among the three numbers.
    var places: (year: Int, month: Int, day: Int) {
        switch self {
        case .dayMonthYear: (2, 1, 0)
        case .monthDayYear: (2, 0, 1)
        case .yearMonthDay: (0, 1, 2)
        }
    }
}

/// A date in numbers whose order the text alone may leave open, such as `11/05/2026` or `28.11.26`.
package struct NumericDate {
    private let numbers: [Int]
    private let digits: [Int]
    /// Whether points separate the numbers: such a date is never in the order of the United States, and only
    /// one with a year of four digits begins with it.
    private let hasPoints: Bool

    /// Finds the date in a text; `nil` if there is none, or it begins with a year of four digits.
    package init?(in text: String) {
        for word in text.utf8.split(whereSeparator: { $0.isBlank || $0 == .comma }) {
            guard let date = NumericDate(word: Array(word.prefix { $0 | .caseBit != UInt8(ascii: "t") }))
            else {
                continue
            }
            self = date
            return
        }
        return nil
    }

    private init?(word: [UInt8]) {
        guard let sign = word.first(where: { !$0.isDigit }), [.slash, .hyphen, .period].contains(sign) else {
            return nil
        }
        let parts = word.split(separator: sign)
        guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2, [1, 2, 4].contains(parts[2].count),
            parts.allSatisfy({ $0.allSatisfy(\.isDigit) })
        else { return nil }
        numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1.digitValue) } }
        digits = parts.map(\.count)
        hasPoints = sign == .period
    }

    /// The orders that make the numbers a date.
    package var orders: [DateOrder] {
        DateOrder.allCases.filter { (!hasPoints || $0 == .dayMonthYear) && date(in: $0) != nil }
    }

    /// Whether all orders that make the numbers a date make it the same one, such as `05/05/2026`.
    private var isSettled: Bool {
        let orders = orders
        return orders.allSatisfy { date(in: $0) == date(in: orders[0]) }
    }

    /// The date, if it is the only possible one.
    package var date: UTC? { order(isOpen: false).flatMap(date) }

    /// Finds an order that states the only possible date.
    ///
    /// - Parameter isOpen: Whether the column leaves the order open, so that a date that only one order makes
    ///   possible is not proved by it.
    /// - Returns: The order; `nil` if several dates are possible, or none.
    func order(isOpen: Bool) -> DateOrder? {
        let orders = orders
        return isSettled && (!isOpen || orders.count > 1) ? orders.first : nil
    }

    /// Returns the date in an order; `nil` if it is none.
    package func date(in order: DateOrder) -> UTC? {
        let places = order.places
        guard digits[places.year] == 4 || (digits[places.year] == 2 && digits[2] <= 2) else { return nil }
        let year = DateWords.century(numbers[places.year])
        return UTC(UTC.Fields(year: year, month: numbers[places.month], day: numbers[places.day]))
    }
}
