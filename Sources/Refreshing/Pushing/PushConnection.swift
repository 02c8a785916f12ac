import Alerts
import Definitions
import Fetching
import Reactive
import Records

/// A connection to a stream that is made again whenever it is lost.
///
/// It counts as alive from its first heartbeat on, until two minutes pass without one, also while messages
/// arrive: only a heartbeat says which messages there are.
final class PushConnection {
    /// Connects to the stream.
    typealias Connect = (@escaping (StreamEvent) -> Void) throws(FetchFailure) -> StreamConnection

    private let host: String
    private let maximumBytes: Int
    private let connect: Connect
    private let receive: (PushedItem) -> Void
    private let changed: () -> Void

    /// Whether heartbeats arrive.
    private(set) var isAlive = false
    /// The reason why it was lost; `nil` while it is alive, and before the first failure.
    private(set) var failure: FetchFailure?
    private var stream: StreamConnection?
    private var splitter: AlertSplitter
    /// The next connection, or the time limit of the next heartbeat.
    private let attempts: Reconnection

    /// Creates a connection that does nothing before `start`.
    ///
    /// - Parameters:
    ///   - push: The address.
    ///   - maximumBytes: The maximum size of a message.
    ///   - clocks: The clocks.
    ///   - connect: Connects to the stream.
    ///   - receive: Receives the documents, in order.
    ///   - changed: Called after it has become alive, and after each failure.
    init(
        _ push: PushSetting, maximumBytes: Int, clocks: Clocks, connect: @escaping Connect,
        receive: @escaping (PushedItem) -> Void, changed: @escaping () -> Void
    ) {
        host = push.hostAndPort
        self.maximumBytes = maximumBytes
        self.connect = connect
        self.receive = receive
        self.changed = changed
        splitter = AlertSplitter(maximumBytes: maximumBytes)
        attempts = Reconnection(clocks: clocks)
    }

    /// Connects.
    func start() {
        splitter = AlertSplitter(maximumBytes: maximumBytes)
        attempts.recordStart()
        do throws(FetchFailure) {
            stream = try connect { [weak self] in self?.handle($0) }
            awaitHeartbeat()
        } catch {
            lose(error)
        }
    }

    /// Closes the connection.
    func stop() {
        attempts.cancel()
        stream?.cancel()
        stream = nil
    }

    /// Reads on, or lets the server wait.
    func setReading(_ isReading: Bool) { if isReading { stream?.resume() } else { stream?.pause() } }

    /// Connects again, soon: another network does not know the connection.
    func reconnect() {
        close(FetchFailure(.connect, "\(host): the network has changed, or the machine was suspended"))
        attempts.retrySoon { [unowned self] in start() }
        changed()
    }

    private func handle(_ event: StreamEvent) {
        switch event {
        case .opened: break
        case .bytes(let bytes): split(bytes)
        case .closed(let failure): lose(failure)
        }
    }

    private func split(_ bytes: [UInt8]) {
        var documents: [[UInt8]] = []
        var fault: AlertSplitter.Fault?
        do throws(AlertSplitter.Fault) {
            try splitter.add(bytes, to: &documents)
        } catch {
            fault = error
        }
        for document in documents {
            guard let heartbeat = AlertHeartbeat(document) else {
                receive(.message(document))
                continue
            }
            recordHeartbeat()
            receive(.heartbeat(heartbeat))
        }
        if let fault { lose(FetchFailure(.size, "\(host): \(fault)")) }
    }

    private func recordHeartbeat() {
        awaitHeartbeat()
        attempts.recordSuccess()
        guard !isAlive else { return }
        isAlive = true
        failure = nil
        changed()
    }

    private func awaitHeartbeat() {
        let seconds = AlertHeartbeat.patience.components.seconds
        attempts.run(after: AlertHeartbeat.patience) { [unowned self] in
            lose(FetchFailure(.timeout, "\(host): no heartbeat arrived within \(seconds) s"))
        }
    }

    private func lose(_ failure: FetchFailure) {
        close(failure)
        attempts.retry(after: failure) { [unowned self] in start() }
        changed()
    }

    private func close(_ failure: FetchFailure) {
        stop()
        isAlive = false
        self.failure = failure
    }
}
