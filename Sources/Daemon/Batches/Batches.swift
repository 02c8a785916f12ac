import Fetching
import Reactive
import Records

/// The sources that can be asked for together, by their rules.
final class Batches {
    private var batches: [BatchRule: Batch] = [:]

    /// A source that can be asked for with others begins its life.
    func join(_ source: Source) {
        guard let rule = source.definition.batch else { return }
        let batch = batches[rule] ?? Batch(rule)
        batches[rule] = batch
        batch.join(source)
    }

    /// It ends its life.
    func leave(_ source: Source) {
        guard let rule = source.definition.batch, let batch = batches[rule] else { return }
        batch.leave(source)
        if batch.isEmpty { batches[rule] = nil }
    }

    /// Asks for a source, with others that want to be asked about now; `nil` when it is always asked for alone.
    func ask(for source: Source) -> AnyPublisher<BatchAnswer, FetchFailure>? {
        source.definition.batch.flatMap { batches[$0] }?.ask(for: source)
    }
}
