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
    /// - Returns: `nil` if that is permitted, or the source is always fetched alone; otherwise the time until it
    ///   is.
    func takeRequest(for source: any BatchMember, at now: LoopTime) -> Duration? {
        source.definition.batch.flatMap { batches[$0] }?.takeRequest(at: now)
    }

    /// Returns the part of its budget that a source may plan requests for, given those that others plan.
    func share(of budget: RequestBudget, for source: any BatchMember, at now: LoopTime) -> RequestBudget {
        source.definition.batch.flatMap { batches[$0] }?.share(of: budget, at: now) ?? budget
    }

    /// Fetches a source together with others that are due soon; `nil` if it is always fetched alone.
    func attempt(for source: any BatchMember) -> AnyPublisher<Outcome, FetchFailure>? {
        source.definition.batch.flatMap { batches[$0] }?.attempt(for: source)
    }
}
