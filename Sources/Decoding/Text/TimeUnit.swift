import Records

/// The unit of a number that states a time.
package enum TimeUnit: String, Hashable, Sendable, CaseIterable {
    case seconds
    case milliseconds
    case microseconds
    case nanoseconds
    /// Days since 30 December 1899, as spreadsheets count them.
    case excel

    /// Returns the moment of a count; `nil` if the text is not a decimal number or the moment too far away.
    func moment(_ text: String) -> UTC? {
        guard text.utf8.allSatisfy({ $0.isDigit || $0 == .period || $0 == .hyphen }) else { return nil }
        if self != .excel, let whole = Int64(text) { return moment(whole) }
        guard let count = Double(text) else { return nil }
        let seconds = self == .excel ? count * 86_400 - 2_209_161_600 : count / perSecond
        guard seconds.magnitude < 2e11 else { return nil }
        return UTC.plausible(microseconds: Int64((seconds * 1e6).rounded()))
    }

    private func moment(_ whole: Int64) -> UTC? {
        switch self {
        case .seconds, .milliseconds:
            let (micros, isOver) = whole.multipliedReportingOverflow(by: self == .seconds ? 1_000_000 : 1000)
            return isOver ? nil : UTC.plausible(microseconds: micros)
        case .microseconds: return UTC.plausible(microseconds: whole)
        default: return UTC.plausible(microseconds: whole / 1000)
        }
    }

    private var perSecond: Double {
        switch self {
        case .milliseconds: 1e3
        case .microseconds: 1e6
        case .nanoseconds: 1e9
        default: 1
        }
    }
}

extension UTC {
    /// Creates a moment between the years 1 and 9999; `nil` for another.
    static func plausible(microseconds: Int64) -> UTC? {
        let seconds = microseconds / 1_000_000
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else { return nil }
        return UTC(microseconds: microseconds)
    }
}
