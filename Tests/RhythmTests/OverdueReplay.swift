import Records
import Rhythm
import Testing

/// A replay of recorded publications that counts when one of them is said to be missing.
struct OverdueReplay {
    /// Something that was said to be missing.
    struct Alarm {
        let overdue: Overdue
        /// The moment at which it was said.
        let moment: UTC
        /// Whether it came nevertheless, before the next one was due.
        let isFalse: Bool
    }

    private(set) var alarms: [Alarm] = []
    /// The moments of removed publications that were judged, and those of them that were said to be missing.
    private(set) var judged: [UTC] = []
    private(set) var found: [UTC] = []
    let start: UTC
    let end: UTC

    /// Replays publications, of which some are removed.
    ///
    /// - Parameters:
    ///   - recorded: The publications.
    ///   - step: Each routine publication of this number is removed; 0 for none.
    ///   - requests: The requests of a day.
    /// - Throws: An error without publications.
    init(_ recorded: [RecordedPublication], removingEach step: Int = 0, requests: Int) throws {
        let budget = try #require(RequestBudget(requestsPerDay: requests))
        let (publications, removed) = OverdueReplay.remove(step, from: recorded)
        start = try #require(publications.first?.available)
        end = try #require(publications.last?.available)
        var rhythm = SourceRhythm(budget: budget)
        var (rest, now) = (publications[...], start)
        var last: Overdue?
        while now <= end {
            let news = rest.prefix { $0.available <= now }
            rest = rest.dropFirst(news.count)
            rhythm.record(news.isEmpty ? .unchanged : .published(stamps: news.map(\.published)), at: now)
            if let overdue = rhythm.overdue, last == nil {
                let summary = rhythm.summary(at: now)
                add(overdue, at: now, of: try #require(summary.period), next: rest.first?.available, removed)
            }
            last = rhythm.overdue
            now = rhythm.nextAttempt(after: now, notBefore: now)
        }
        if let learned = alarms.first?.moment { judged = removed.filter { $0 > learned } }
    }

    /// The days of the replay.
    var days: Double { Double((end - start).components.seconds) / 86_400 }

    /// The numbers of false alarms of each month of 30 days that is complete.
    var months: [Int] {
        (0..<max(1, Int(days / 30))).map { month in
            let begin = start + .seconds(Int64(month) * 30 * 86_400)
            let end = begin + .seconds(Int64(30 * 86_400))
            return alarms.count { $0.isFalse && $0.moment >= begin && $0.moment < end }
        }
    }

    private mutating func add(
        _ overdue: Overdue, at now: UTC, of period: Duration, next: UTC?, _ removed: [UTC]
    ) {
        let gap = removed.first { $0 > overdue.expected - period / 4 && $0 < now }
        if let gap { found.append(gap) }
        let isLate = next.map { $0 < overdue.expected + period * 3 / 4 } ?? false
        alarms.append(Alarm(overdue: overdue, moment: now, isFalse: isLate && gap == nil))
    }

    private static func remove(
        _ step: Int, from recorded: [RecordedPublication]
    ) -> (kept: [RecordedPublication], removed: [UTC]) {
        guard step > 0 else { return (recorded, []) }
        var kept: [RecordedPublication] = []
        var (removed, number): ([UTC], Int) = ([], 0)
        for publication in recorded {
            number += publication.isSpecial ? 0 : 1
            if !publication.isSpecial, number % step == 0 {
                removed.append(publication.available)
            } else {
                kept.append(publication)
            }
        }
        return (kept, removed)
    }
}
