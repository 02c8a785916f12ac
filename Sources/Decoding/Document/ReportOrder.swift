public import Records

/// The order of the reports of one station: the time that a report states decides, not its arrival.
///
/// The later time of observation or issue counts. Of equal times, a correction or an amendment counts before
/// the original, a later correction before an earlier one, and otherwise the report that arrived last. A
/// report whose time cannot be read, or is later than any report can be, replaces none whose time is known. A
/// missing report (NIL) replaces none at all: the last one states in `missing` for when there is none.
public struct ReportOrder: Hashable, Sendable {
    /// The relation of a report to the known one of its station.
    public enum Relation: Hashable, Sendable {
        /// The new report counts from now on.
        case counts
        /// The new report is the known one once more.
        case copy
        /// There is no new report (NIL); the known one stays.
        case missing
        /// The new report has an earlier time.
        case older
        /// The new report has the same time, but the known one corrects or amends it.
        case uncorrected
        /// The time of the new report cannot be read, or is later than any report can be.
        case undated

        /// Whether a report was left out for what it states, which is worth a remark.
        public var isLeftOut: Bool { self == .older || self == .uncorrected || self == .undated }
    }

    /// The time after which the same text is a copy that was given another month, and not another report.
    private static let month = Duration.seconds(27 * 86_400)

    /// The latest time that a report can have; `nil` for any. A later one was stated by a wrong clock.
    private let latest: UTC?
    /// Whether the last arrival counts, whatever its time.
    private let isByArrival: Bool

    /// Creates an order.
    ///
    /// - Parameters:
    ///   - latest: The latest time that a report can have; `nil` for any.
    ///   - isByArrival: Whether the last arrival counts, whatever its time.
    public init(until latest: UTC? = nil, isByArrival: Bool = false) {
        self.latest = latest
        self.isByArrival = isByArrival
    }

    /// Decides which of two reports counts.
    ///
    /// - Parameters:
    ///   - new: The report that came later.
    ///   - known: The report that counted before.
    /// - Returns: The report that counts, with `missing` and `received` as both say, the latter once more,
    ///   and the relation.
    public func judge(
        _ new: Record, over known: Record
    ) -> (record: Record, relation: Relation, received: UTC?) {
        let (old, young) = (ReportStanding(known, until: latest), ReportStanding(new, until: latest))
        let relation = relation(of: young, to: old)
        let isNew = relation == .counts
        let base = isNew ? young : old
        let received = base.received.map { young.isCopy(of: old) ? min($0, old.received ?? $0) : $0 }
        let missing = isByArrival ? nil : missing(beside: base, known: old, new: young)
        return (base.record(missing: missing, received: received), relation, received)
    }

    /// Whether two reports state the same time, and neither corrects or amends the other: if their texts
    /// differ, one of them is wrong.
    public func areEditions(_ one: Record, _ other: Record) -> Bool {
        let (one, other) = (ReportStanding(one, until: latest), ReportStanding(other, until: latest))
        guard let times = one.times(with: other) else { return false }
        return times.0 == times.1 && one.rank == other.rank && !one.isCopy(of: other)
    }
}

extension ReportOrder {
    private func relation(of new: ReportStanding, to known: ReportStanding) -> Relation {
        if isByArrival { return .counts }
        if new.isCopy(of: known) { return isLater(new, than: known) ? .copy : .counts }
        guard new.isMissing == known.isMissing else { return new.isMissing ? absence(new, known) : .counts }
        guard let (time, other) = new.times(with: known) else {
            return new.time == nil && known.time != nil ? .undated : .counts
        }
        if time == other { return new.rank < known.rank ? .uncorrected : .counts }
        return time < other ? .older : .counts
    }

    /// Whether the same text has a time that is at least a month later.
    private func isLater(_ copy: ReportStanding, than known: ReportStanding) -> Bool {
        guard let time = copy.time, let other = known.time else { return false }
        return time - other >= ReportOrder.month
    }

    /// Returns the relation of a missing report to a known one.
    private func absence(_ new: ReportStanding, _ known: ReportStanding) -> Relation {
        guard let (time, other) = new.times(with: known) else { return .missing }
        return time < other ? .older : .missing
    }

    /// Returns the time of the newest report that is missing; `nil` if it is not later than the report that
    /// counts.
    private func missing(beside base: ReportStanding, known: ReportStanding, new: ReportStanding) -> UTC? {
        guard !base.isMissing else { return nil }
        let stated = [known.missing, new.missing, known.absence, new.absence].compactMap(\.self).max()
        // One without a time counts once, or each arrival would be news.
        let inferred = [known, new].filter { $0.isMissing && $0.isTimeless }.compactMap(\.received).min()
        guard let time = stated ?? inferred else { return nil }
        return base.moment.map { $0 < time } ?? true ? time : nil
    }
}
