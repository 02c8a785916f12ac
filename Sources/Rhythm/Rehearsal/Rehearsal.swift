public import Records

/// A replay of recorded publications against the model and against a timer with the same budget.
///
/// Both start at eight moments spread over one interval, and their scores are averaged: a single start can be
/// lucky.
public struct Rehearsal: Sendable {
    private let publications: [RecordedPublication]
    private let budget: RequestBudget
    /// Whether the model sees the times that documents state.
    private let hasStamps: Bool
    private static let starts = 8

    /// Creates a rehearsal of publications in the order in which they became available.
    public init(_ publications: [RecordedPublication], budget: RequestBudget, hasStamps: Bool = true) {
        self.publications = publications
        self.budget = budget
        self.hasStamps = hasStamps
    }

    /// Returns the score of the model from a time after the first publication on; `nil` without publications.
    public func model(after skipped: Duration = .zero) -> RehearsalScore? { score(skipped, requests) }

    /// Returns the score of a timer; `nil` without publications.
    public func timer(after skipped: Duration = .zero) -> RehearsalScore? { score(skipped, ticks) }

    /// Returns the requests that the model makes.
    ///
    /// - Parameter start: The time of the first request.
    /// - Returns: The times, the last of which is after the last publication.
    public func requests(from start: UTC) -> [UTC] {
        guard let last = publications.last?.available else { return [] }
        var rhythm = SourceRhythm(budget: budget)
        var result: [UTC] = []
        var index = 0
        var now = start
        while result.last.map({ $0 <= last }) ?? true {
            result.append(now)
            let first = index
            while index < publications.count, publications[index].available <= now { index += 1 }
            let found = publications[first..<index]
            let stamps = hasStamps ? found.map(\.published) : []
            rhythm.record(found.isEmpty ? .unchanged : .published(stamps: stamps), at: now)
            now = rhythm.nextAttempt(after: now, notBefore: now)
        }
        return result
    }

    private func ticks(from start: UTC) -> [UTC] {
        guard let last = publications.last?.available else { return [] }
        var result = [start]
        while result[result.count - 1] <= last { result.append(result[result.count - 1] + budget.interval) }
        return result
    }

    private func score(_ skipped: Duration, _ requests: (UTC) -> [UTC]) -> RehearsalScore? {
        guard let first = publications.first?.available, let last = publications.last?.available,
            first + skipped < last
        else { return nil }
        let scores = (0..<Rehearsal.starts).map { start in
            RehearsalScore(
                requests: requests(first + budget.interval * start / Rehearsal.starts),
                publications: publications, from: first + skipped, to: last)
        }
        return RehearsalScore.average(scores)
    }
}
