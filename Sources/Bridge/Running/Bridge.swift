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

    private static let shortestDelay = Duration.milliseconds(250)
    private static let longestDelay = Duration.seconds(30)

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
    private var delay = Bridge.shortestDelay
    private var lastReason: String?
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
                [weak self] in self?.take($0)
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
        session?.end()
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

    private func take(_ event: MQTTEvent) {
        switch event {
        case .closed where stopped != nil: finish()
        case .closed(let error): fail(error)
        case .connected: begin()
        default: session?.take(event)
        }
    }

    private func begin() {
        guard let connection, stopped == nil else { return }
        lastReason = nil
        log(.notice, "connected with \(settings.broker)")
        changed(.waiting)
        session = BridgeSession(
            settings, connection, daemon: daemon, clock: clock, wall: wall, store: store,
            failed: { [weak self] error in
                // The caller still uses the session.
                self?.daemon.loop.next { self?.fail(error) }
            },
            changed: { [weak self] isOnline in
                if isOnline { self?.delay = Bridge.shortestDelay }
                self?.changed(isOnline ? .online : .waiting)
            })
    }

    /// Ends the connection and plans the next one; after failures later each time, by chance a little, so
    /// that many bridges do not connect at once.
    private func fail(_ error: any Error) {
        guard stopped == nil else { return }
        session?.end()
        session = nil
        connection = nil
        let pause = delay * Double.random(in: 0.75...1.25)
        delay = min(delay * 2, Bridge.longestDelay)
        let reason = "\(error)"
        if reason != lastReason {
            log(.warning, "cannot publish to \(settings.broker): \(reason), trying again")
        }
        lastReason = reason
        changed(.connecting)
        retry = clock.after(pause, slack: .milliseconds(50)) { [weak self] in self?.start() }
    }
}
