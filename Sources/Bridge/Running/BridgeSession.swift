import AlmanacClient
import MQTT
import Reactive
import Records
import Systemd

/// One connection to the broker: finds out what the broker has, and mirrors the records.
final class BridgeSession {
    private let settings: BridgeSettings
    private let connection: MQTTConnection
    private let store: RetainedStore
    private let outbox: Outbox
    private let requests: RefreshRequests
    private let mirror: Mirror
    /// The subscriptions that the broker has not confirmed, with their filters.
    private var subscriptions: [MQTTRequest: String] = [:]
    private var brokerCursor: String?
    private var hasBegun = false
    private var wasRefused = false

    /// Begins a session over a connection that the broker has accepted.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - connection: The connection.
    ///   - daemon: The daemon.
    ///   - clock: The clock of all delays.
    ///   - store: The cursor and the topics.
    ///   - failed: Called with the reason why the session must end.
    ///   - changed: Called when the tree becomes complete, and when the daemon is lost.
    init(
        _ settings: BridgeSettings, _ connection: MQTTConnection, daemon: DaemonConnection,
        clock: AnyScheduler, store: RetainedStore, failed: @escaping (any Error) -> Void,
        changed: @escaping (Bool) -> Void
    ) {
        self.settings = settings
        self.connection = connection
        self.store = store
        outbox = Outbox(connection, store: store)
        requests = RefreshRequests(daemon)
        mirror = Mirror(settings, daemon: daemon, clock: clock, store: store, outbox: outbox)
        outbox.failed = failed
        mirror.refused = failed
        mirror.changed = changed
        let tree = settings.tree
        for topic in [tree.cursor, tree.bridge] { subscribe(topic.description) }
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
    func end() { mirror.end() }

    private func subscribe(_ filter: String) {
        do {
            subscriptions[try connection.subscribe(filter)] = filter
        } catch {
            log(.error, "cannot subscribe to \(filter): \(error)")
        }
    }

    private func confirm(_ request: MQTTRequest, refusal: MQTTError?) {
        guard let filter = subscriptions.removeValue(forKey: request) else { return }
        if let refusal {
            log(.warning, "cannot subscribe to \(filter): \(refusal)")
            wasRefused = wasRefused || !hasBegun
        }
        guard !hasBegun, subscriptions.isEmpty else { return }
        if wasRefused { return begin() }
        // When this message comes back, the retained messages have arrived.
        outbox.announce(settings.tree.bridge, Payloads.offline)
    }

    private func receive(_ message: MQTTMessage) {
        let topic = Topic(message.topic)
        if topic == settings.tree.cursor || topic == settings.tree.bridge {
            if !hasBegun { learn(topic, message) }
        } else if !message.isRetained {
            // A retained message would repeat a request at each start.
            obey(message)
        }
    }

    private func learn(_ topic: Topic, _ message: MQTTMessage) {
        if topic == settings.tree.cursor {
            brokerCursor = String(validating: message.payload, as: UTF8.self)
        } else if !message.isRetained {
            begin()
        }
    }

    private func begin() {
        hasBegun = true
        let isComplete = store.begin(brokerCursor: brokerCursor)
        if !isComplete, store.cursor != nil {
            log(.notice, "the broker lacks messages that it had acknowledged, publishing all records again")
        }
        for topic in [settings.tree.cursor, settings.tree.bridge] {
            // The filters are valid, since they were subscribed to.
            try? connection.unsubscribe(topic.description)
        }
        subscribeToRequests()
        mirror.begin(since: isComplete ? store.cursor : nil)
    }

    private func subscribeToRequests() {
        if settings.allowsRefresh { subscribe(settings.tree.refreshFilter) }
        if let discovery = settings.discovery { subscribe(discovery + "/status") }
        for filter in Set(settings.hints.map(\.filter)) { subscribe(filter) }
    }

    private func obey(_ message: MQTTMessage) {
        if let discovery = settings.discovery, message.topic == discovery + "/status" {
            if message.payload.elementsEqual("online".utf8) { mirror.announceAgain() }
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
