import Alerts
import Fetching
import Reactive
import Records
import Storing

/// Reads messages that a heartbeat names from the archive, within limits.
final class ArchiveReader {
    /// The messages of some addresses.
    struct Load {
        /// The messages.
        var messages: [AlertBundle.Linked] = []
        /// The messages that the archive does not have.
        var gone: [AlertBundle.Failure] = []
        /// The number of messages that could not be fetched now.
        var missing = 0
    }

    /// The number of failures in a row after which the others wait for the next heartbeat.
    private static let patience = 3

    private unowned let source: Source
    /// The requests: at most 60 at once, and 60 an hour.
    private var bucket = TokenBucket(capacity: 60, interval: .seconds(60))

    /// Creates a reader for a source.
    init(for source: Source) { self.source = source }

    /// Fetches the messages at some addresses, one after the other.
    func load(_ urls: [String]) -> AnyPublisher<Load, FetchFailure> {
        var load = Load()
        var failuresInRow = 0
        return urls.publisher.flatMap(maxPublishers: .max(1)) {
            [unowned self] url -> AnyPublisher<Void, Never> in
            let now = source.clocks.scheduler.now
            let isLeft = failuresInRow < ArchiveReader.patience && load.messages.count < AlertArchive.most
            guard isLeft, bucket.consume(at: now) == nil else {
                load.missing += 1
                return Just(()).eraseToAnyPublisher()
            }
            return fetch(url).map { bytes in
                load.messages.append(.init(url: url, bytes: bytes))
                failuresInRow = 0
            }.catch { failure -> Just<Void> in
                if failure.httpStatus == 404 || failure.httpStatus == 410 || failure.reason == .size {
                    let reason = "the message that a heartbeat named cannot be fetched: \(failure.message)"
                    load.gone.append(.init(url: url, reason: reason, isLasting: true))
                } else {
                    load.missing += 1
                    failuresInRow += 1
                }
                return Just(())
            }.eraseToAnyPublisher()
        }.collect().setFailureType(to: FetchFailure.self).map { _ in load }.eraseToAnyPublisher()
    }

    private func fetch(_ url: String) -> AnyPublisher<[UInt8], FetchFailure> {
        var asked: FetchRequest
        do throws(FetchFailure) {
            let index = source.request.movedTo ?? source.address ?? url
            asked = try source.upstreams.requests(for: source.definition).request(linked: url, from: index)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        asked.maximumBytes = source.linkLimits.maximumBytes
        return source.upstreams.fetch(asked).flatMap { [unowned self] in source.ingester.bytes(of: $0) }
            .eraseToAnyPublisher()
    }
}
