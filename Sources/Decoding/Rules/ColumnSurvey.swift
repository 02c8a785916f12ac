import Records

/// The evidence of a column's values for the form of all of them.
///
/// A form is proved if every value that could be a date or number has it, and only that form. A few wrong
/// values do not matter: one that fits ten times as many values as each other form wins, and the wrong values
/// are rejected.
package struct ColumnSurvey {
    private var misfits = [Int](repeating: 0, count: DateOrder.allCases.count)
    private var dates = 0
    /// The values of ten or twelve digits that can be a date, and those that cannot.
    private var openDigits = 0
    private var counts = 0
    private var commaMisfits = 0
    private var pointMisfits = 0
    private var openCommas = 0
    private var openPoints = 0

    /// Creates a survey without evidence.
    package init() {}

    /// Whether dates were found whose order is not decided, so that more values are wanted.
    package var isUndecided: Bool { dates > 0 && order == nil && misfits.contains(0) }

    /// Whether times were found that another form might read.
    var hasEvidence: Bool { dates > 0 || openDigits > 0 || counts > 0 }

    /// Examines a time.
    package mutating func addTime(_ text: String) {
        // The usual form, `2026-11-28`, is no evidence.
        if text.utf8.dropFirst(4).first == .hyphen { return }
        if let digits = DigitTime(text) {
            if digits.isOpen { openDigits += 1 }
            if digits.isCount { counts += 1 }
            return
        }
        guard let date = NumericDate(in: UnusualDate.joined(text)) else { return }
        let orders = date.orders
        guard !orders.isEmpty else { return }
        dates += 1
        for (index, order) in DateOrder.allCases.enumerated() where !orders.contains(order) {
            misfits[index] += 1
        }
    }

    /// Examines a number.
    package mutating func addNumber(_ text: Span<UInt8>) {
        if let plain = PlainDecimal(text), plain.fraction != 3 || text.count > 8 {
            // The usual case: no group of three digits follows the point.
            if plain.fraction > 0 { commaMisfits += 1 }
            return
        }
        let point = LocalNumber(text, mark: .period)
        let comma = LocalNumber(text, mark: .comma)
        switch (point, comma) {
        case (nil, nil): break
        case (nil, _): pointMisfits += 1
        case (_, nil): commaMisfits += 1
        case (let point?, let comma?):
            guard point.literal != comma.literal else { return }
            if point.hasComma { openCommas += 1 } else { openPoints += 1 }
        }
    }

    /// The order that the dates prove; `nil` if they leave it open or contradict each other.
    package var order: DateOrder? {
        let ranked = DateOrder.allCases.indices.sorted { misfits[$0] < misfits[$1] }
        let (best, second) = (misfits[ranked[0]], misfits[ranked[1]])
        return dates > 0 && second > 10 * best ? DateOrder.allCases[ranked[0]] : nil
    }

    /// The form of the column's times.
    package var timeForm: TimeForm {
        var form = TimeForm()
        form.order = order
        form.isOpen = dates > 0 && order == nil
        form.digits = digits
        return form
    }

    /// The meaning of the digits. All digits can be counts, so a few wrong dates among many make none.
    private var digits: DigitMeaning {
        if openDigits + counts == 0 { return .either }
        if openDigits > 10 * counts { return .dates }
        return openDigits > counts ? .contradictory : .counts
    }

    /// Whether the numbers prove a decimal comma.
    package var provesComma: Bool { pointMisfits > 10 * commaMisfits }

    /// Returns the form of the column's numbers.
    ///
    /// - Parameter besideComma: Whether another column of the table proves a decimal comma: `1.234` then may
    ///   mean 1234.
    /// - Returns: The form.
    package func numberForm(besideComma: Bool) -> NumberForm {
        if provesComma { return .comma }
        let provesPoint = commaMisfits > 10 * pointMisfits
        if provesPoint { return .point }
        return openPoints > 0 && (besideComma || openCommas > 0) ? .open : .plain
    }
}
