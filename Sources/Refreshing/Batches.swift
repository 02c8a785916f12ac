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

    private func batch(of source: any BatchMember) -> Batch? {
        source.definition.batch.flatMap { batches[$0] }
    }

    /// Reserves a place in a request that is about to be sent.
    ///
    /// - Returns: Whether there is one.
    func reservePlace(for source: any BatchMember, at now: LoopTime) -> Bool {
        batch(of: source)?.account.reservePlace(at: now) ?? false
    }

    /// Charges a request to the account of those that are fetched together with a source.
    ///
    /// - Parameters:
    ///   - source: The source that is due.
    ///   - moment: The time by the wall clock.
    ///   - now: The time of the loop.
    func chargeRequest(for source: any BatchMember, at moment: UTC, _ now: LoopTime) {
        batch(of: source)?.account.chargeRequest(at: moment, now)
    }

    /// Returns the account of the requests that a source shares with others; `nil` if it is always fetched
    /// alone.
    func account(of source: any BatchMember) -> RequestAccount? { batch(of: source)?.account.requests }

    /// Returns the moment of the next request for a source and those that are fetched with it; `nil` if it
    /// plans its requests by itself.
    func nextRequest(for source: any BatchMember, after moment: UTC) -> UTC? {
        batch(of: source)?.nextRequest(after: moment)
    }

    /// Returns the shortest interval of the sources that are fetched with a source; its own if it is always
    /// fetched alone.
    func shortestInterval(of source: any BatchMember) -> Duration? {
        batch(of: source)?.shortest ?? source.definition.interval
    }

    /// Keeps the account of the requests that a source shares with others, as an attempt left it.
    func keep(_ account: RequestAccount, of source: any BatchMember) {
        batch(of: source)?.keep(account, of: source)
    }

    /// Fetches a source together with others that are due soon; `nil` if it is always fetched alone.
    func attempt(for source: any BatchMember) -> AnyPublisher<Outcome, FetchFailure>? {
        batch(of: source)?.attempt(for: source)
    }
}
