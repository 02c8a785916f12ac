public import Records

/// A replay of the recorded publications of several sources that are fetched together, each request for all
/// of them.
public struct BatchRehearsal: Sendable {
    private let publications: [[RecordedPublication]]
    private let budget: RequestBudget
    private static let starts = 8

    /// Creates a rehearsal of the publications of each source, in the order in which they became available.
    public init(_ publications: [[RecordedPublication]], budget: RequestBudget) {
        self.publications = publications
        self.budget = budget
    }

    /// Returns the scores of the sources from a time after the start on, each with all requests; empty
    /// without publications.
    public func model(after skipped: Duration = .zero) -> [RehearsalScore] { scores(skipped, requests) }

    /// Returns the scores with a timer.
    public func timer(after skipped: Duration = .zero) -> [RehearsalScore] {
        scores(skipped) { start, end in
            let count = Int((end - start) / budget.interval) + 1
            return (0...count).map { start + budget.interval * $0 }
        }
    }

    /// Returns the requests that the models make.
    ///
    /// - Parameters:
    ///   - start: The time of the first request.
    ///   - end: The time that the last request exceeds.
    /// - Returns: The times.
    public func requests(from start: UTC, to end: UTC) -> [UTC] {
        var account = RequestAccount(budget: budget, isShared: publications.count > 1)
        var sources = publications.map { Rehearsed($0, SourceRhythm(budget: budget)) }
        var plan = SharedPlan(count: sources.count)
        var result: [UTC] = []
        var now = start
        while result.last.map({ $0 <= end }) ?? true {
            result.append(now)
            account.record(at: now)
            for index in sources.indices { sources[index].ask(at: now, &account) }
            now = plan.nextRequest(on: account, after: now) { $1(sources[$0].rhythm) }
        }
        return result
    }

    private func scores(_ skipped: Duration, _ requests: (UTC, UTC) -> [UTC]) -> [RehearsalScore] {
        guard let first = publications.compactMap(\.first?.available).max(),
            let last = publications.compactMap(\.last?.available).min(), first + skipped < last
        else { return [] }
        let runs = (0..<BatchRehearsal.starts).map { start in
            requests(first + budget.interval * start / BatchRehearsal.starts, last)
        }
        return publications.compactMap { publications in
            RehearsalScore.average(
                runs.map {
                    RehearsalScore(requests: $0, publications: publications, from: first + skipped, to: last)
                })
        }
    }
}

/// A source of a rehearsal: what it has published, and what was learned from it.
private struct Rehearsed {
    private var rest: ArraySlice<RecordedPublication>
    private(set) var rhythm: SourceRhythm

    init(_ publications: [RecordedPublication], _ rhythm: SourceRhythm) {
        rest = publications[...]
        self.rhythm = rhythm
    }

    /// Requests the source.
    mutating func ask(at now: UTC, _ account: inout RequestAccount) {
        let found = rest.prefix { $0.available <= now }
        rest = rest.dropFirst(found.count)
        rhythm.account = account
        rhythm.record(
            found.isEmpty ? .unchanged : .published(stamps: found.map(\.published)), at: now, cause: .other)
        account = rhythm.account
    }
}
