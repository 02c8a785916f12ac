import Decoding
import Records

/// The reports, or other records, of a document that do not replace the stored ones, for the remarks on the
/// document.
///
/// Source: `ReportOrder`, `IngestOrder`.
nonisolated final class LeftOutReports {
    /// The relations that are worth a remark, in the order of the remarks.
    private static let reasons: [ReportOrder.Relation] = [.older, .uncorrected, .undated]

    /// The relations of the reports that do not count, by station.
    private var relations: [String: ReportOrder.Relation] = [:]
    private var examples: [ReportOrder.Relation: Example] = [:]
    /// The earliest time at which a stored report without a time was first received; `nil` if there is none
    /// that was stored before.
    private(set) var received: UTC?

    /// A report that was left out.
    fileprivate struct Example {
        let noun: String
        let key: String
        /// The time that it states; `nil` if it cannot be read.
        let time: String?
        /// The time of the stored one; `nil` if it cannot be read.
        let stored: String?
    }

    /// The last judgement on a report, which need not be made once more; `nil` if there was none.
    private(set) var judged: ReportJudgement?
    /// The order of records that are no reports.
    private let order: IngestOrder?
    /// The run of documents with older records; `nil` if records have no order.
    var run: OlderRun?
    /// The number of older records that replace the stored ones nevertheless.
    private var acceptedCount = 0

    /// The reports that another address has with the same time and another text.
    private var disagreeing: [String] = []
    /// The number of records that another one of the document with their key contains as alternatives.
    private var repetitionCount = 0

    /// Creates a collection without reports.
    ///
    /// - Parameters:
    ///   - order: The order of records that are no reports.
    ///   - judged: A judgement that an earlier step of the ingest has made.
    init(_ order: IngestOrder, judged: ReportJudgement? = nil) {
        self.order = order.updated == nil ? nil : order
        self.judged = judged
    }

    /// The number of records of which the stored one stays, such as those of stations.
    var recordCount: Int { relations.count }

    /// The facts to remember of the document.
    var names: [String: String] {
        run?.names(isOlder: !relations.isEmpty || acceptedCount > 0) ?? [:]
    }

    /// Whether the stored record with a key stays.
    func contains(_ key: String) -> Bool { relations[key] != nil }

    /// The numbers of reports by reason, and that of records with a repeated key.
    var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for relation in relations.values where relation.isLeftOut { counts["\(relation)", default: 0] += 1 }
        if repetitionCount > 0 { counts["with a repeated key"] = repetitionCount }
        return counts
    }

    /// The remarks, one for each reason.
    var notes: [String] {
        LeftOutReports.reasons.compactMap { reason in
            let count = relations.values.count { $0 == reason }
            return count == 0 ? nil : examples[reason]?.remark(reason, count: count)
        } + (acceptedCount > 0 ? ["after \(OlderRun.most) documents with older records, they count"] : [])
    }

    /// Adds a record whose content differs from the stored one.
    ///
    /// - Returns: Whether the stored one stays.
    func add(isOlder: Bool, _ record: Record, beside stored: Record) -> Bool {
        let stays = isOlder && !(run?.isOver ?? false)
        if isOlder, !stays { acceptedCount += 1 }
        add(stays ? .older : .counts, of: record, beside: stored)
        return stays
    }

    /// Judges a report over the stored one of its station, unless that was the last judgement.
    func judge(_ new: Record, over stored: Record, by order: ReportOrder) -> ReportJudgement.Result {
        if let judged, judged.isOf(new, over: stored) { return judged.result }
        let result = order.judge(new, over: stored)
        judged = ReportJudgement(new: new, stored: stored, result: result)
        return result
    }

    /// Adds the relation of a report to the stored one of its station; the last one of a station counts.
    func add(_ relation: ReportOrder.Relation, of report: Record, beside stored: Record) {
        if relation != .counts || !relations.isEmpty {
            relations[report.key] = relation == .counts ? nil : relation
        }
        guard relation.isLeftOut, examples[relation] == nil else { return }
        examples[relation] = Example(
            noun: order == nil ? "report" : "record", key: report.key, time: time(of: report),
            stored: time(of: stored))
    }

    /// Adds a record whose values another one with its key contains as alternatives.
    func addRepetition() { repetitionCount += 1 }

    /// Adds a report that another address has with the same time and another text.
    func add(disagreeing report: Record) {
        disagreeing.append(report.key + (time(of: report).map { " of \($0)" } ?? ""))
    }

    /// The remark on reports that another address has with another text; `nil` if there are none.
    var disagreement: String? {
        guard let first = disagreeing.first else { return nil }
        return disagreeing.count == 1
            ? "the report of \(first) has another text than at the other address"
            : "\(disagreeing.count) reports have another text than at the other address, such as that of \(first)"
    }

    /// Adds the time at which a stored report without a time was first received.
    func add(received moment: UTC?) { received = [received, moment].compactMap(\.self).min() }

    private func time(of report: Record) -> String? {
        if let order { return order.time(of: report, until: UTC(seconds: .max / 1_000_000))?.description }
        // A record that is not JSON states no time.
        guard let data = try? JSON(parsing: report.data) else { return nil }
        return data[.time]?.string ?? data[.from]?.string
    }
}

nonisolated extension LeftOutReports.Example {
    /// Returns the remark on reports of which this is the first.
    fileprivate func remark(_ reason: ReportOrder.Relation, count: Int) -> String {
        let place = stored.map { " of \($0)" } ?? ""
        switch reason {
        case .older:
            let own = time.map { " of \($0)" } ?? ""
            return phrase("older", count, own) + ": the stored one\(place) is newer"
        case .uncorrected: return phrase("uncorrected", count, place) + ": the stored one corrects it"
        default:
            let own = time.map { " of \($0), which is in the future," } ?? ""
            return phrase("undated", count, own) + ": the time of the stored one\(place) is known"
        }
    }

    /// Returns `an older report of KSBP of TIME was left out`, or for several `12 older reports were left
    /// out, such as that of KSBP of TIME`.
    private func phrase(_ adjective: String, _ count: Int, _ time: String) -> String {
        count == 1
            ? "an \(adjective) \(noun) of \(key)\(time) was left out"
            : "\(count) \(adjective) \(noun)s were left out, such as that of \(key)\(time)"
    }
}
