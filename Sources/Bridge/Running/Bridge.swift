public import AlmanacClient
public import MQTT
public import Reactive
public import Records
public import Systemd

/// Mirrors the records of a daemon to a broker, and connects again whenever a connection ends.
public final class Bridge {
    /// The state of the bridge, for users.
    public enum State: Hashable, Sendable {
        /// The broker is not connected.
        case connecting
        /// The broker is connected, and the records are not complete.
        case waiting
        /// All records were published, and changes follow.
        case online
    }

    private static let soon =
        "the broker closed the connection soon; another client with the same identifier would be a reason (ClientID=)"

    private let settings: BridgeSettings
    private let broker: () throws -> MQTTSettings
    private let daemon: DaemonConnection
    private let clock: AnyScheduler
    private let wall: () -> UTC
    private let store: RetainedStore
    private let calls: MQTTConnection.Calls
    private var connection: MQTTConnection?
    private var session: BridgeSession?
    private var retry: AnyCancellable?
    /// The moment from which on the connection counts as lasting.
    private var trial: AnyCancellable?
    private var reconnection = Reconnection()
    private let memory = BrokerMemory()
    /// The records that time makes old, as far as any connection has brought them.
    private let records = AgingRecords()
    private var stopped: (() -> Void)?
    /// Called when the state changes.
    public var changed: (State) -> Void = { _ in }

    /// Makes a bridge that has not started.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - daemon: The connection to the daemon, whose event loop is used.
    ///   - clock: The clock of all delays.
    ///   - wall: Returns the time; `nil` for that of the event loop.
    ///   - store: The checkpoint and the topics.
    ///   - broker: Makes the settings of a connection; its will is replaced. Called for each connection, so
    ///     that secrets are not kept.
    /// - Throws: `SystemError` if no descriptor is available.
    public init(
        _ settings: BridgeSettings, daemon: DaemonConnection, clock: AnyScheduler,
        wall: (() -> UTC)? = nil, store: RetainedStore, broker: @escaping () throws -> MQTTSettings
    ) throws(SystemError) {
        self.settings = settings
        self.broker = broker
        self.daemon = daemon
        self.clock = clock
        let loop = daemon.loop
        self.wall = wall ?? { loop.wall }
        self.store = store
        calls = try BlockingCalls("broker", on: daemon.loop)
    }

    /// Connects to the broker, and again whenever the connection ends.
    public func start() {
        do {
            var settings = try broker()
            settings.will = MQTTMessage(
                self.settings.tree.bridge.description, text: Payloads.offline, isRetained: true)
            connection = try MQTTConnection(settings, on: daemon.loop, clock: clock, calls: calls) {
                [weak self] in self?.handle($0)
            }
        } catch {
            fail(error)
        }
    }

    /// Makes the broker report that the bridge is offline, and disconnects.
    ///
    /// - Parameter done: Called when the broker has closed the connection, or does not do so for a second.
    public func stop(_ done: @escaping () -> Void) {
        retry = nil
        trial = nil
        session?.stop()
        session = nil
        guard let connection else { return done() }
        stopped = done
        connection.disconnect()
        retry = clock.after(.seconds(1), slack: .milliseconds(100)) { [weak self] in self?.finish() }
    }

    private func finish() {
        retry = nil
        connection = nil
        stopped.take()?()
    }

    private func handle(_ event: MQTTEvent) {
        switch event {
        case .closed where stopped != nil: finish()
        case .closed(let error):
            session?.handle(event)
            fail(error)
        case .connected: startSession()
        default: session?.handle(event)
        }
    }

    private func startSession() {
        guard let connection, stopped == nil else { return }
        if reconnection.connect() { log(.notice, "connected with \(settings.broker)") }
        trial = clock.after(reconnection.trial, slack: .seconds(1)) { [weak self] in self?.confirmConnection()
        }
        changed(.waiting)
        session = BridgeSession(
            settings, connection, daemon: daemon, clock: clock, wall: wall, store: store, memory: memory,
            records: records,
            failed: { [weak self] error in
                // The caller still uses the session.
                self?.daemon.loop.next { self?.fail(error) }
            },
            changed: { [weak self] in self?.changed($0 ? .online : .waiting) })
    }

    /// Counts the connection as lasting.
    private func confirmConnection() {
        trial = nil
        if reconnection.reset() { log(.notice, "connected with \(settings.broker) for some time") }
    }

    /// Ends the connection and plans the next one; after failures later each time.
    private func fail(_ error: any Error) {
        guard stopped == nil else { return }
        let reason = trial != nil && error as? MQTTError == .disconnected ? Bridge.soon : "\(error)"
        let (pause, isNew) = reconnection.fail(error, wasConnected: session != nil)
        trial = nil
        session?.stop()
        session = nil
        connection = nil
        if isNew {
            log(.warning, "cannot publish to \(settings.broker): \(reason), trying again later each time")
        }
        changed(.connecting)
        retry = clock.after(pause, slack: .milliseconds(50)) { [weak self] in self?.start() }
    }
}
