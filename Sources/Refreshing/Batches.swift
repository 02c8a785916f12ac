import Definitions
import Fetching
import Reactive
import Records
import Rhythm

/// The sources that can be fetched together, grouped by rule.
package final class Batches {
    private let upstreams: Upstreams
    private let ingester: Ingester
    private var batches: [BatchRule: Batch] = [:]

    /// - Parameters:
    ///   - upstreams: The requests to upstreams.
    ///   - ingester: Decodes, compares and stores documents.
    package init(upstreams: Upstreams, ingester: Ingester) {
        self.upstreams = upstreams
        self.ingester = ingester
    }

    /// Adds a source that starts, if it can be fetched with others.
    func join(_ source: any BatchMember) {
        guard let rule = source.definition.batch else { return }
        let batch = batches[rule] ?? Batch(rule, upstreams: upstreams, ingester: ingester)
        batches[rule] = batch
        batch.join(source)
    }

    /// Removes a source that ends.
    package func leave(_ source: any BatchMember) {
        guard let rule = source.definition.batch, let batch = batches[rule] else { return }
        batch.leave(source)
        if batch.isEmpty { batches[rule] = nil }
    }

    /// Takes a scheduled request from the budget of those that a source shares with others.
    ///
    /// - Parameters:
    ///   - source: The source that is due.
    ///   - isForced: Whether it is sent even if that is not permitted.
    ///   - now: The time now.
    /// - Returns: `nil` if that is permitted, or the source is always fetched alone; otherwise the time until it
    ///   is.
    func takeRequest(for source: any BatchMember, isForced: Bool, at now: LoopTime) -> Duration? {
        source.definition.batch.flatMap { batches[$0] }?.takeRequest(isForced: isForced, at: now)
    }

    /// Returns the part of its budget that a source may plan requests for, given those that others plan.
    ///
    /// - Parameters:
    ///   - budget: The budget of the source alone.
    ///   - isLearned: Whether the source plans by a rhythm.
    ///   - source: The source.
    ///   - now: The time now.
    /// - Returns: The part; all of it for a source that is always fetched alone.
    func share(
        of budget: RequestBudget, isLearned: Bool, for source: any BatchMember, at now: LoopTime
    ) -> RequestBudget {
        let batch = source.definition.batch.flatMap { batches[$0] }
        return batch?.share(of: budget, isLearned: isLearned, at: now) ?? budget
    }

    /// Fetches a source together with others that are due soon; `nil` if it is always fetched alone.
    func attempt(for source: any BatchMember) -> AnyPublisher<Outcome, FetchFailure>? {
        source.definition.batch.flatMap { batches[$0] }?.attempt(for: source)
    }
}
