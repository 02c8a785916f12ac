import Alerts
import Definitions
import Fetching
import Reactive
import Records
import Storing
import Systemd

/// The documents of a stream that wait: messages are ingested in order, a few at a time, and a heartbeat is
/// checked once those before it are stored.
final class PushIntake {
    /// The maximum number of messages that are ingested together, and their size in bytes.
    private static let mostTogether = 20
    private static let largestTogether = 200_000
    /// The size in bytes of what waits from which the stream is not read, and below which it is read again.
    static let mostWaiting = 8 << 20

    private unowned let source: Source
    private let changed: () -> Void
    private var items: [PushedItem] = []
    private var work: AnyCancellable?
    private var isBusy = false
    /// The references of the last heartbeat whose messages were all read.
    private var verified: [AlertReference]?
    private let archive: ArchiveReader

    /// The size in bytes of what waits.
    private(set) var size = 0
    /// The number of messages that were announced and could not be fetched or stored yet.
    private(set) var missing = 0
    /// The number of messages that were announced, and that the archive does not have or that cannot be read.
    private(set) var lost = 0

    /// Whether the messages that the last heartbeat named were all read.
    var isVerified: Bool { verified != nil }

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - changed: Called after something was ingested or checked.
    init(for source: Source, changed: @escaping () -> Void) {
        self.source = source
        self.changed = changed
        archive = ArchiveReader(for: source)
    }

    /// Adds a document. Of several heartbeats in a row, the last counts.
    func add(_ item: PushedItem) {
        if case .heartbeat = item, case .heartbeat = items.last { items.removeLast() }
        items.append(item)
        size += item.size
        startNext()
    }

    /// Forgets which messages were verified: those that a lost connection would have announced are unknown.
    func forgetVerified() { verified = nil }

    /// Starts the next step, unless one is under way, or the document of the source was never read: what a
    /// stream states is not all that is in force.
    func startNext() {
        guard !isBusy, let first = items.first, source.state.fetched != nil, !source.isOver else { return }
        isBusy = true
        switch first {
        case .message: ingest(removeMessages())
        case .heartbeat(let heartbeat):
            items.removeFirst()
            check(heartbeat)
        }
    }

    private func removeMessages() -> [AlertBundle.Linked] {
        var messages: [AlertBundle.Linked] = []
        var bytes = 0
        while case .message(let message) = items.first, messages.count < PushIntake.mostTogether,
            messages.isEmpty || bytes + message.count <= PushIntake.largestTogether
        {
            messages.append(.init(url: "", bytes: message))
            bytes += message.count
            items.removeFirst()
        }
        if items.isEmpty { items = [] }
        size -= bytes
        return messages
    }

    private func ingest(_ messages: [AlertBundle.Linked]) {
        perform(source.ingester.ingest(pushed: messages, for: source.definition)) { [unowned self] result in
            switch result {
            case .success(let report):
                lost += report.rejects.count
                source.accept(pushed: report)
            case .failure(let failure):
                // The messages are not remembered as read, so that the next heartbeat names them.
                missing += messages.count
                verified = nil
                source.logStream(.warning, "cannot store messages of the stream: \(failure)")
            }
        }
    }

    /// Fetches the messages that a heartbeat names and that were never read.
    private func check(_ heartbeat: AlertHeartbeat) {
        if verified == heartbeat.references { return finish() }
        verified = nil
        let found = source.ingester.unread(namedBy: heartbeat, of: source.definition)
        let loaded = found.flatMap { [unowned self] urls in archive.load(urls) }
            .flatMap {
                [unowned self] load -> AnyPublisher<(ArchiveReader.Load, IngestReport?), FetchFailure> in
                guard !load.messages.isEmpty || !load.gone.isEmpty else {
                    return Just((load, nil)).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
                }
                return source.ingester.ingest(
                    pushed: load.messages, failures: load.gone, for: source.definition
                ).map { (load, $0) }.eraseToAnyPublisher()
            }
        perform(loaded) { [unowned self] result in
            switch result {
            case .success(let (load, report)):
                missing = load.missing
                lost += load.gone.count + (report?.rejects.count ?? 0)
                if let report { source.accept(pushed: report) }
                if missing == 0 { verified = heartbeat.references }
            case .failure(let failure):
                missing = max(1, missing)
                source.logStream(.warning, "cannot check a heartbeat of the stream: \(failure)")
            }
        }
    }

    private func perform<Work: Publisher<Value, FetchFailure>, Value>(
        _ publisher: Work, done: @escaping (Result<Value, FetchFailure>) -> Void
    ) {
        work = publisher.sink { [weak self] completion in
            if case .failure(let failure) = completion { done(.failure(failure)) }
            self?.finish()
        } receiveValue: {
            done(.success($0))
        }
    }

    private func finish() {
        isBusy = false
        changed()
        source.clocks.scheduler.schedule { [weak self] in self?.startNext() }
    }
}
