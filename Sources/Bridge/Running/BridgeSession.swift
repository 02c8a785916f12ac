import AlmanacClient
import MQTT
import Reactive
import Records
import Systemd

/// One connection to the broker: finds out what the broker has, and mirrors the records.
final class BridgeSession {
    private enum Stage {
        /// The checkpoint that the broker has is not known.
        case comparing
        /// The broker sends its messages, some of which may have no record or another content: it lost
        /// messages, the bridge lost its file, or another program published them.
        case finding
        /// The records are mirrored.
        case mirroring
        /// The records are mirrored, and the broker sends its messages again.
        case reading
    }

    private let settings: BridgeSettings
    private let connection: MQTTConnection
    private let clock: AnyScheduler
    private let store: RetainedStore
    private let memory: BrokerMemory
    private let outbox: Outbox
    private let requests: RefreshRequests
    private let mirror: Mirror
    private let warnings: WarningMirror
    /// The subscriptions that the broker has not confirmed, with their filters.
    private var subscriptions: [MQTTRequest: String] = [:]
    private var brokerCheckpoint: String?
    private var stage = Stage.comparing
    private var wasRefused = false
    private var readBack: ReadBack?
    /// Whether the broker seems to have all messages up to the checkpoint.
    private var isComplete = false
    /// The next time the broker's messages are read.
    private var timer: AnyCancellable?
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
    ///   - memory: The facts about the broker from earlier connections.
    ///   - records: The records that time makes old, from earlier connections.
    ///   - failed: Called with the reason why the session must end.
    ///   - changed: Called when the tree becomes complete, and when the daemon is lost.
    init(
        _ settings: BridgeSettings, _ connection: MQTTConnection, daemon: DaemonConnection,
        clock: AnyScheduler, wall: @escaping () -> UTC, store: RetainedStore, memory: BrokerMemory,
        records: AgingRecords, failed: @escaping (any Error) -> Void,
        changed: @escaping (Bool) -> Void
    ) {
        self.settings = settings
        self.connection = connection
        self.clock = clock
        self.store = store
        self.memory = memory
        self.failed = failed
        device = settings.discovery.map { Device(tree: settings.tree, prefix: $0) }
        outbox = Outbox(connection, store: store, memory: memory)
        requests = RefreshRequests(daemon)
        mirror = Mirror(
            settings, daemon: daemon, clock: clock, wall: wall, store: store, records: records,
            outbox: outbox)
        warnings = WarningMirror(
            settings, daemon: daemon, clock: clock, wall: wall, store: store, outbox: outbox)
        outbox.failed = failed
        mirror.isForeign = { [warnings] in warnings.owns($0) }
        mirror.refused = failed
        mirror.changed = changed
        let tree = settings.tree
        for topic in [tree.checkpoint, tree.bridge] { subscribe(topic.description) }
    }

    /// Handles an event of the connection.
    func handle(_ event: MQTTEvent) {
        switch event {
        case .acknowledged(let request, let refusal):
            outbox.acknowledge(request, refusal: refusal)
            mirror.proceed()
        case .subscribed(let request, let refusal): confirm(request, refusal: refusal)
        case .received(let message): receive(message)
        case .closed(let error): outbox.recordEnd(error)
        case .connected: break
        }
    }

    /// Stops the session.
    func stop() {
        timer = nil
        mirror.stop()
        warnings.stop()
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
            wasRefused = wasRefused || stage != .mirroring
        }
        guard stage != .mirroring, subscriptions.isEmpty else { return }
        if wasRefused { return stage == .comparing ? compare() : finishReading() }
        // When this message comes back, the retained messages have arrived.
        outbox.announce(settings.tree.bridge, mirror.isOnline ? Payloads.online : Payloads.offline)
    }

    private func receive(_ message: MQTTMessage) {
        let topic = Topic(message.topic)
        if topic == settings.tree.checkpoint || topic == settings.tree.bridge {
            if stage != .mirroring { learn(topic, message) }
        } else if !message.isRetained {
            // A retained message would repeat a request at each start.
            obey(message)
        } else {
            compare(message)
        }
    }

    private func learn(_ topic: Topic, _ message: MQTTMessage) {
        if topic == settings.tree.checkpoint {
            brokerCheckpoint = String(validating: message.payload, as: UTF8.self)
        } else if !message.isRetained {
            if stage == .comparing { compare() } else if subscriptions.isEmpty { finishReading() }
        }
    }

    private func compare() {
        isComplete = store.connect(brokerCheckpoint: brokerCheckpoint)
        if !isComplete, store.checkpoint != nil {
            log(.notice, "the broker lacks messages that it had acknowledged, publishing all records again")
        }
        do {
            // With other settings, these are removed as all topics are that are no longer in use.
            for topic in ownTopics { try store.find(topic) }
        } catch {
            return failed(error)
        }
        // Without the right to read, messages without a record remain.
        if wasRefused || isComplete && memory.timeToReading(at: clock.now) > .zero { return startMirroring() }
        stage = .finding
        startReading()
    }

    private var ownTopics: [Topic] { [settings.tree.checkpoint, settings.tree.bridge] }

    /// Compares the broker's messages with the published ones, once a day.
    private func readAgain() {
        // A snapshot marks topics, too.
        guard stage == .mirroring, !mirror.isSnapshot else { return planReading(after: .seconds(60)) }
        stage = .reading
        memory.forgetLimit()
        subscribe(settings.tree.bridge.description)
        startReading()
    }

    private func startReading() {
        let readBack = ReadBack(tree: settings.tree, device: device, store: store)
        self.readBack = readBack
        for filter in readBack.filters { subscribe(filter, isAcknowledged: false) }
    }

    private func compare(_ message: MQTTMessage) {
        do {
            try readBack?.compare(message)
        } catch {
            failed(error)
        }
    }

    /// Repairs the broker's messages that are not the published ones.
    private func finishReading() {
        guard let readBack = readBack.take() else { return }
        memory.recordReading(at: clock.now)
        // Without the right to read, it is not known what the broker has.
        let count = wasRefused ? 0 : readBack.finish()
        for filter in readBack.filters { unsubscribe(filter) }
        if count > 0, isComplete {
            log(.notice, "\(count) messages of the broker are not those that were published, repairing them")
        }
        isComplete = isComplete && count == 0
        if stage == .finding { return startMirroring() }
        unsubscribe(settings.tree.bridge.description)
        stage = .mirroring
        if !isComplete { mirror.start(since: nil) }
        isComplete = true
        planReading(after: memory.timeToReading(at: clock.now))
    }

    private func planReading(after delay: Duration) {
        timer = clock.after(delay, slack: .seconds(60)) { [weak self] in self?.readAgain() }
    }

    private func unsubscribe(_ filter: String) {
        // The filters are valid, since they were subscribed to.
        try? connection.unsubscribe(filter)
    }

    private func startMirroring() {
        for topic in ownTopics { unsubscribe(topic.description) }
        stage = .mirroring
        subscribeToRequests()
        mirror.start(since: isComplete ? store.checkpoint?.cursor : nil)
        isComplete = true
        warnings.start()
        if !wasRefused { planReading(after: memory.timeToReading(at: clock.now)) }
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
