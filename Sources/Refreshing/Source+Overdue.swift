import Definitions
import Records
package import Rhythm
import Storing

/// Publications that are missing.
extension Source {
    /// The publication that is missing; `nil` if none is known to be.
    ///
    /// Nothing is known while attempts fail, without a network, or after the last answer has expired.
    package var overdue: Overdue? {
        guard health == .fresh, hasAnswer else { return nil }
        return rhythmSummary?.overdue
    }

    /// Whether the last attempt had an answer: that of an upstream without a report of the station is one.
    private var hasAnswer: Bool {
        state.failure.map { $0.reason == .empty && definition.isOfStation } ?? true
    }

    /// Remembers what an earlier run or the attempt before has logged, before an attempt is learned.
    func recallOverdue() {
        if let overdue = rhythmSummary?.overdue { reportedOverdue = overdue.limit }
    }

    /// Logs once that a publication is missing.
    func noticeOverdue() {
        guard let overdue, overdue.limit != reportedOverdue else { return }
        reportedOverdue = overdue.limit
        journal.logOverdue(overdue)
    }
}
