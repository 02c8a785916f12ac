import Decoding
import Records

/// The judgement on a report beside the stored one of its station.
nonisolated struct ReportJudgement: Sendable {
    /// The report that counts, with its relation to the stored one and the time of its reception; see
    /// `ReportOrder.judge`.
    typealias Result = (record: Record, relation: ReportOrder.Relation, received: UTC?)

    /// The judged report.
    let new: Record
    /// The stored report.
    let stored: Record
    /// The decision.
    let result: Result

    /// Whether this is the judgement on a report beside a stored one.
    func isOf(_ report: Record, over stored: Record) -> Bool { new == report && self.stored == stored }
}
