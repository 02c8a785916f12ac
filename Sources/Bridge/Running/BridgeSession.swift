import AlmanacClient
import MQTT
import Reactive
import Records
import Systemd

/// One connection to the broker: finds out what the broker has, and mirrors the records.
final class BridgeSession {
    private enum Phase {
        /// The checkpoint that the broker has is not known.
        case comparing
        /// The broker sends its messages, some of which may have no record: it lost their removal, or the
        /// bridge its file.
        case finding
        /// The records are mirrored.
        case mirroring
    }

    private let settings: BridgeSettings
    private let connection: MQTTConnection
    private let store: RetainedStore
    private let outbox: Outbox
    private let requests: RefreshRequests
    private let mirror: Mirror
    private let warnings: WarningMirror
    /// The subscriptions that the broker has not confirmed, with their filters.
    private var subscriptions: [MQTTRequest: String] = [:]
    private var brokerCheckpoint: String?
    private var phase = Phase.comparing
    private var wasRefused = false
    private let device: Device?
    private let failed: (any Error) -> Void

    /// Begins a session over a connection that the broker has accepted.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - connection: The connection.
    ///   - daemon: The daemon.
    ///   - clock: The clock of all delays.
    ///   - wall: Returns the time.
    ///   - store: The checkpoint and the topics.
    ///   - failed: Called with the reason why the session must end.
    ///   - changed: Called when the tree becomes complete, and when the daemon is lost.
    init(
        _ settings: BridgeSettings, _ connection: MQTTConnection, daemon: DaemonConnection,
        clock: AnyScheduler, wall: @escaping () -> UTC, store: RetainedStore,
        failed: @escaping (any Error) -> Void,
        changed: @escaping (Bool) -> Void
    ) {
        self.settings = settings
        self.connection = connection
        self.store = store
        self.failed = failed
        device = settings.discovery.map { Device(tree: settings.tree, prefix: $0) }
        outbox = Outbox(connection, store: store)
        requests = RefreshRequests(daemon)
        mirror = Mirror(settings, daemon: daemon, clock: clock, store: store, outbox: outbox)
        warnings = WarningMirror(
            settings, daemon: daemon, clock: clock, wall: wall, store: store, outbox: outbox)
        outbox.failed = failed
        mirror.isForeign = { [warnings] in warnings.owns($0) }
        mirror.refused = failed
        mirror.changed = changed
        let tree = settings.tree
        for topic in [tree.checkpoint, tree.bridge] { subscribe(topic.description) }
    }

    /// Processes an event of the connection.
    func take(_ event: MQTTEvent) {
        switch event {
        case .acknowledged(let request, let refusal):
            outbox.acknowledge(request, refusal: refusal)
            mirror.proceed()
        case .subscribed(let request, let refusal): confirm(request, refusal: refusal)
        case .received(let message): receive(message)
        case .connected, .closed: break
        }
    }

    /// Ends the session.
    func end() {
        mirror.end()
        warnings.end()
    }

    private func subscribe(_ filter: String, isAcknowledged: Bool = true) {
        do {
            subscriptions[try connection.subscribe(filter, isAcknowledged: isAcknowledged)] = filter
        } catch {
            log(.error, "cannot subscribe to \(filter): \(error)")
        }
    }

    private func confirm(_ request: MQTTRequest, refusal: MQTTError?) {
        guard let filter = subscriptions.removeValue(forKey: request) else { return }
        if let refusal {
            log(.warning, "cannot subscribe to \(filter): \(refusal)")
            wasRefused = wasRefused || phase == .comparing
        }
        guard phase != .mirroring, subscriptions.isEmpty else { return }
        if wasRefused { return compare() }
        // When this message comes back, the retained messages have arrived.
        outbox.announce(settings.tree.bridge, Payloads.offline)
    }

    private func receive(_ message: MQTTMessage) {
        let topic = Topic(message.topic)
        if topic == settings.tree.checkpoint || topic == settings.tree.bridge {
            if phase != .mirroring { learn(topic, message) }
        } else if !message.isRetained {
            // A retained message would repeat a request at each start.
            obey(message)
        } else if phase == .finding {
            find(message)
        }
    }

    private func learn(_ topic: Topic, _ message: MQTTMessage) {
        if topic == settings.tree.checkpoint {
            brokerCheckpoint = String(validating: message.payload, as: UTF8.self)
        } else if !message.isRetained {
            if phase == .comparing { compare() } else { begin(since: nil) }
        }
    }

    private func compare() {
        let isComplete = store.begin(brokerCheckpoint: brokerCheckpoint)
        if isComplete { return begin(since: store.checkpoint?.cursor) }
        if store.checkpoint != nil {
            log(.notice, "the broker lacks messages that it had acknowledged, publishing all records again")
        }
        // Without the right to read, messages without a record remain.
        if wasRefused { return begin(since: nil) }
        phase = .finding
        for filter in found { subscribe(filter, isAcknowledged: false) }
    }

    /// The filters of the messages that the broker may have.
    private var found: [String] { [settings.tree.filter] + (device.map { [$0.filter] } ?? []) }

    private func find(_ message: MQTTMessage) {
        guard
            settings.tree.contains(message.topic, message.payload)
                || device?.isAnnouncement(message.topic, message.payload) ?? false
        else { return }
        do {
            try store.find(Topic(message.topic))
        } catch {
            failed(error)
        }
    }

    private func begin(since cursor: String?) {
        let filters = [settings.tree.checkpoint.description, settings.tree.bridge.description]
        for filter in filters + (phase == .finding ? found : []) {
            // The filters are valid, since they were subscribed to.
            try? connection.unsubscribe(filter)
        }
        phase = .mirroring
        subscribeToRequests()
        mirror.begin(since: cursor)
        warnings.begin()
    }

    private func subscribeToRequests() {
        if settings.allowsRefresh { subscribe(settings.tree.refreshFilter) }
        if let discovery = settings.discovery { subscribe(discovery + "/status") }
        for filter in Set(settings.hints.map(\.filter)) { subscribe(filter) }
    }

    private func obey(_ message: MQTTMessage) {
        if let discovery = settings.discovery, message.topic == discovery + "/status" {
            if message.payload.elementsEqual("online".utf8) {
                mirror.announceAgain()
                warnings.announceAgain()
            }
            return
        }
        if settings.allowsRefresh, let source = settings.tree.refreshedSource(message.topic) {
            requests.refresh(source)
        }
        for hint in settings.hints where MQTTConnection.topic(message.topic, matches: hint.filter) {
            requests.refresh(hint.source)
        }
    }
}
