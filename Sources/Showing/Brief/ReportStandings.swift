import AlmanacValues
import Records

/// The standing of reports of airports: whether each is the newest that there should be.
struct ReportStandings {
    /// The time within which routine reports follow each other, unless the source has learned another one.
    ///
    /// Source: ICAO Annex 3, 4.3.1: at intervals of an hour, or half an hour.
    private static let usualPeriod = Duration.seconds(3600)
    /// The delay after which the next report counts as overdue.
    private static let grace = Duration.seconds(600)

    private let sources: [ByteKey: Source]
    private let now: UTC

    /// Makes the standing of the reports of these sources at a moment.
    init(_ sources: [Source], at now: UTC) {
        self.sources = Dictionary(sources.map { (ByteKey($0.name), $0) }) { first, _ in first }
        self.now = now
    }

    /// Returns the standing of the newest report of an airport.
    func standing(of item: Item, at airport: String) -> BriefProduct.Standing {
        if item.data[.nilReport]?.bool == true { return .unknown("the report is missing (NIL)") }
        guard let issued = item.moment(.time) else {
            return .incomplete([ReportStandings.gap(item, "its time is not known")])
        }
        if let gaps = gaps(of: item, "report") { return .incomplete(gaps) }
        return dueTime(after: issued, of: item, at: airport).map { .overdue(since: $0) } ?? .current
    }

    /// Returns the time at which the report that follows one was due, if it is late; otherwise `nil`, and for
    /// a report without a time.
    func dueTime(after item: Item, at airport: String) -> UTC? {
        item.moment(.time).flatMap { dueTime(after: $0, of: item, at: airport) }
    }

    private func dueTime(after issued: UTC, of item: Item, at airport: String) -> UTC? {
        let runtime = ownRuntime(of: item, at: airport)
        if let missing = runtime?.overdue(at: now) { return missing.expected }
        let due = issued + ReportStandings.period(learned: runtime?.rhythm)
        return now > due + ReportStandings.grace ? due : nil
    }

    /// Returns the reasons why a record may not be the newest one; `nil` if it is.
    func gaps(of item: Item, _ kind: String) -> [Gap]? {
        guard let source = sources[ByteKey(item.source)] else {
            return [ReportStandings.gap(item, "the source is not kept any more")]
        }
        if let missing = item.moment(.missing) {
            let when = Zone.utc.when(missing, from: now)
            return [ReportStandings.gap(item, "the newest \(kind) (\(when)) is missing (NIL)")]
        }
        return source.readingGaps.isEmpty ? nil : source.readingGaps
    }

    static func gap(_ item: Item, _ reason: String) -> Gap { Gap(source: item.source, .remark(reason)) }

    /// Returns the state of the source of a report if it has reports of this airport only.
    private func ownRuntime(of item: Item, at airport: String) -> Runtime? {
        sources[ByteKey(item.source)].flatMap { $0.name.hasSuffix("@\(airport)") ? $0.runtime : nil }
    }

    /// Returns the time between reports.
    private static func period(learned rhythm: LearnedRhythm?) -> Duration {
        guard let rhythm, rhythm.isLearned, let period = rhythm.period, period <= .seconds(6 * 3600) else {
            return usualPeriod
        }
        return max(period, .seconds(1200))
    }
}
