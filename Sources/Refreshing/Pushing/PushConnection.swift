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

    /// The time for which a connection must live so that the next failure counts as the first one.
    private static let probation = Duration.seconds(600)
    /// The longest delay before a connection on another network, so that not all machines connect at once.
    private static let longestReturn = Duration.seconds(5)

    private let host: String
    private let maximumBytes: Int
    private let clocks: Clocks
    private let connect: Connect
    private let receive: (PushedItem) -> Void
    private let changed: () -> Void

    /// Whether heartbeats arrive.
    private(set) var isAlive = false
    /// The reason why it was lost; `nil` while it is alive, and before the first failure.
    private(set) var failure: FetchFailure?
    private var stream: StreamConnection?
    private var splitter: AlertSplitter
    private var opened: LoopTime
    private var failures = 0
    /// The time limit of the next heartbeat, or the delay before the next connection.
    private var timer: AnyCancellable?

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
        self.clocks = clocks
        self.connect = connect
        self.receive = receive
        self.changed = changed
        splitter = AlertSplitter(maximumBytes: maximumBytes)
        opened = clocks.scheduler.now
    }

    /// Connects.
    func start() {
        splitter = AlertSplitter(maximumBytes: maximumBytes)
        opened = clocks.scheduler.now
        do throws(FetchFailure) {
            stream = try connect { [weak self] in self?.handle($0) }
            awaitHeartbeat()
        } catch {
            lose(error)
        }
    }

    /// Closes the connection.
    func stop() {
        timer = nil
        stream?.cancel()
        stream = nil
    }

    /// Reads on, or lets the server wait.
    func setReading(_ isReading: Bool) { if isReading { stream?.resume() } else { stream?.pause() } }

    /// Connects again, soon: another network does not know the connection.
    func reconnect() {
        var random = clocks.random
        let delay = PushConnection.longestReturn * Double.random(in: 0..<1, using: &random)
        failures = 0
        lose(
            FetchFailure(.connect, "\(host): the network has changed, or the machine was suspended"),
            returningAfter: delay)
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
        if clocks.scheduler.now - opened > PushConnection.probation { failures = 0 }
        guard !isAlive else { return }
        isAlive = true
        failure = nil
        changed()
    }

    private func awaitHeartbeat() {
        let seconds = AlertHeartbeat.patience.components.seconds
        run(after: AlertHeartbeat.patience) { [unowned self] in
            lose(FetchFailure(.timeout, "\(host): no heartbeat arrived within \(seconds) s"))
        }
    }

    private func lose(_ failure: FetchFailure, returningAfter delay: Duration? = nil) {
        stop()
        isAlive = false
        self.failure = failure
        if delay == nil { failures += 1 }
        run(after: delay ?? backoff(after: failure)) { [unowned self] in start() }
        changed()
    }

    /// Returns the delay before the next connection: a second, doubling up to a minute.
    private func backoff(after failure: FetchFailure) -> Duration {
        var random = clocks.random
        return BackoffPolicy(connecting: .seconds(60)).delay(after: failures, failure, using: &random)
    }

    private func run(after delay: Duration, _ action: @escaping () -> Void) {
        timer = Just(()).delay(
            for: .init(delay), tolerance: .init(.seconds(1)), scheduler: clocks.scheduler
        ).sink { action() }
    }
}
