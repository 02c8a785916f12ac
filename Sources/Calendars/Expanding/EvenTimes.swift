/// The occurrences of a rule with the same time on the clock from each to the next, such as every two weeks.
///
/// They need no iteration from the start of the series, which may be decades ago.
struct EvenTimes: Sequence {
    /// The first one, in seconds since 1970 on the clock of the series.
    let first: Int64
    /// The seconds between two of them.
    let step: Int64
    /// The number of them.
    let count: Int64

    /// Finds the occurrences within a range; `nil` if the rule must be iterated.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - start: The first time of the series, in seconds since 1970 on its clock.
    ///   - isDate: Whether the series consists of dates.
    ///   - until: The last time at which an occurrence may begin; `nil` if the rule has no end.
    ///   - range: The range of starts.
    init?(_ rule: RecurrenceRule, start: Int64, isDate: Bool, until: Int64?, in range: ClosedRange<Int64>) {
        guard let step = rule.evenStep, !isDate || step % CalendarTime.day == 0 else { return nil }
        let skipped = Swift.max(0, range.lowerBound - start + step - 1) / step
        let end = Swift.min(range.upperBound, until ?? range.upperBound)
        let all = end < start ? 0 : Swift.min((end - start) / step + 1, rule.count ?? .max)
        self.step = step
        first = start + skipped * step
        count = Swift.max(0, all - skipped)
    }

    func makeIterator() -> some IteratorProtocol<Int64> {
        (0..<count).lazy.map { [first, step] in first + $0 * step }.makeIterator()
    }
}
