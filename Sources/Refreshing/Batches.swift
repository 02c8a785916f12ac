import Definitions
import Fetching
import Reactive
import Records

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

    /// Fetches a source together with others that are due soon; `nil` if it is always fetched alone.
    func attempt(for source: any BatchMember) -> AnyPublisher<Outcome, FetchFailure>? {
        source.definition.batch.flatMap { batches[$0] }?.attempt(for: source)
    }
}
