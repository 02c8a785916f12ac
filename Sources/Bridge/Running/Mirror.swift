import AlmanacClient
import AlmanacValues
import Reactive
import Records
import Systemd

/// Publishes the daemon's records over one connection to the broker.
final class Mirror {
    /// The time without the daemon after which the bridge reports that it is offline: longer than a restart.
    private static let patience = Duration.seconds(3)

    private let settings: BridgeSettings
    private let store: RetainedStore
    private let outbox: Outbox
    private let sources: SourceTable
    private let device: Device?
    private var checkpoints: Checkpoints?
    /// The daemon's records and sources; `nil` until the first subscription.
    private var replica: Replica?
    private let daemon: DaemonConnection
    private let aging: AgingQuestion
    private let clock: AnyScheduler
    private var tick: AnyCancellable?
    private(set) var isOnline = false
    /// The names and globs of `Sources=` that matched no source when the daemon was last asked.
    private var reported: Set<String> = []
    /// Whether a topic belongs to another part of the bridge, which removes it.
    var isForeign: (Topic) -> Bool = { _ in false }
    /// Called with the reason why the daemon refuses the subscription.
    var refused: (AlmanacError) -> Void = { _ in }
    /// Called when the tree becomes complete, and when the daemon is lost.
    var changed: (_ isOnline: Bool) -> Void = { _ in }

    /// Makes a mirror that has not begun.
    init(
        _ settings: BridgeSettings, daemon: DaemonConnection, clock: AnyScheduler, wall: @escaping () -> UTC,
        store: RetainedStore, records: AgingRecords, outbox: Outbox
    ) {
        self.settings = settings
        self.daemon = daemon
        self.store = store
        self.outbox = outbox
        self.clock = clock
        aging = AgingQuestion(daemon, clock, records)
        let tree = settings.tree
        device = settings.discovery.map { Device(tree: tree, prefix: $0) }
        sources = SourceTable(clock, records: records, wall: wall) { [outbox] source, payload in
            outbox.publish(tree.state(of: source), payload)
        }
        checkpoints = Checkpoints(clock, isSettled: { outbox.isEmpty }) { [weak self] in self?.checkpoint($0)
        }
    }

    /// Subscribes to the changes after a cursor; without one, begins with all records.
    func start(since cursor: String?) {
        let replica = replica ?? makeReplica()
        self.replica = replica
        replica.start(since: cursor)
        planTick()
    }

    private func makeReplica() -> Replica {
        var options = ReplicaOptions(SubscriptionOptions(settings.selector, snapshot: true))
        options.patience = Mirror.patience
        return Replica(of: daemon, options, to: self)
    }

    /// Whether the records are being published from the first to the last.
    var isSnapshot: Bool { replica?.isSnapshot ?? false }

    /// Announces all devices again: Home Assistant has started.
    func announceAgain() {
        guard let device else { return }
        store.forget { $0.description.hasPrefix(device.prefix + "/device/") }
        start(since: nil)
    }

    /// Continues after acknowledgements.
    func proceed() {
        checkpoints?.writeIfDue()
        adjustReading()
    }

    /// Stops the subscription.
    func stop() {
        replica?.cancel()
        aging.cancel()
        tick = nil
        checkpoints = nil
    }

    private func adjustReading() { replica?.isOpen = outbox.hasRoom && checkpoints?.hasRoom ?? false }

    private func checkpoint(_ cursor: String) {
        do {
            guard let checkpoint = try store.writeCheckpoint(cursor) else { return }
            outbox.announce(settings.tree.checkpoint, checkpoint.description)
        } catch {
            outbox.failed(error)
        }
    }
}

extension Mirror: ReplicaSink {
    func accept(by event: Event) { for warning in event.warnings { log(.warning, "\(warning)") } }

    func expect(_ beginning: ReplicaBeginning, by event: Event?) {
        guard beginning == .everything else { return }
        store.startRound()
        sources.records.startRound()
    }

    func put(_ item: Item, by event: Event) {
        publish(item, cursor: event.cursor)
        proceed(past: event)
    }

    func remove(_ item: Item, by event: Event) {
        remove(item, cursor: event.cursor)
        proceed(past: event)
    }

    func change(_ source: String, from before: Source?, by event: Event) {
        if let source = replica?.sources[source] { sources.put(source) } else { sources.remove(source) }
        proceed(past: event)
    }

    func list(_ list: [Source]) {
        reportMissing(list)
        sources.missing = store.topics.refused.reduce(into: [:]) { counts, count in
            if let source = settings.tree.source(ofParent: count.key) { counts[source] = count.value }
        }
        sources.replace(with: list)
    }

    /// Everything up to the present was published: removes what the daemon no longer has.
    func complete(_ isSnapshot: Bool, by event: Event) {
        if isSnapshot {
            sources.records.finishRound()
            for name in sources.names { store.mark(settings.tree.state(of: name)) }
            for topic in [settings.tree.bridge, settings.tree.checkpoint] { store.mark(topic) }
            for topic in store.topics.unused where !isForeign(topic) { outbox.publish(topic, []) }
        }
        if sources.records.isComplete { reportComplete() } else { askForOld() }
        proceed(past: event)
    }

    func expire(_ cursor: String) {
        log(.notice, "the changes after \(cursor) are no longer available, comparing all records")
    }

    func lose(_ error: AlmanacError) { log(.warning, "\(error), trying again") }

    func reach(_ isReached: Bool) { if !isReached { report(isOnline: false) } }

    func refuse(_ error: AlmanacError) { refused(error) }

    /// A snapshot counts as a whole.
    private func proceed(past event: Event) {
        if event.isResumable, !isSnapshot { checkpoints?.reach(event.cursor) }
        adjustReading()
    }
}

extension Mirror {
    /// Asks for the records that time makes old before the first report, without which devices of silent stations
    /// would seem available.
    private func askForOld() {
        var selector = settings.selector
        let kinds = Set((replica?.sources ?? [:]).values.compactMap(\.kind))
        selector.kinds = kinds.filter { Device.lifetime(ofKind: $0) != nil }.sorted()
        guard !selector.kinds.isEmpty else {
            sources.records.finishLoading()
            return reportComplete()
        }
        aging.ask(selector, kind: { [weak self] in self?.kind(of: $0) }) { [weak self] in
            self?.reportComplete()
        }
    }

    /// Reports that everything up to the present was published, unless the daemon was lost meanwhile.
    private func reportComplete() {
        guard replica?.isCurrent == true else { return }
        sources.publishOld()
        report(isOnline: true)
    }

    private func report(isOnline: Bool) {
        guard isOnline != self.isOnline else { return }
        self.isOnline = isOnline
        outbox.announce(settings.tree.bridge, isOnline ? Payloads.online : Payloads.offline)
        changed(isOnline)
    }

    private func publish(_ item: Item, cursor: String) {
        // A change that takes a record out of the selection is sent, too.
        guard settings.conditions.allSatisfy({ $0.holds(for: item.data) }) else {
            return remove(item, cursor: cursor)
        }
        sources.records.put(item, kind: kind(of: item))
        if let device, isDevice(item) {
            let announcement = device.announcement(
                item, kind: kind(of: item), attribution: attribution(of: item))
            outbox.publish(device.topic(key: item.key, of: item.source), announcement)
        }
        outbox.publish(
            settings.tree.record(item.key, of: item.source), Payloads.record(item), cursor: cursor)
    }

    private func isDevice(_ item: Item) -> Bool {
        settings.devices?.match(source: item.source, key: item.key)
            ?? Device.isDevice(kind: kind(of: item))
    }

    private func remove(_ item: Item, cursor: String) {
        sources.records.remove(item)
        if let device { outbox.publish(device.topic(key: item.key, of: item.source), []) }
        outbox.publish(settings.tree.record(item.key, of: item.source), [], cursor: cursor)
    }

    private func kind(of item: Item) -> String? { replica?.sources[item.source]?.kind }

    /// Returns the origin of a record, for users.
    private func attribution(of item: Item) -> String {
        let source = replica?.sources[item.source]
        return source?.title ?? source?.host ?? item.source
    }
}

extension Mirror {
    /// Reports the names and globs of `Sources=` that match no source, each once until it matches one.
    private func reportMissing(_ list: [Source]) {
        let missing = ChangePatterns(settings.selector.sources).unmatched(among: list.map(\.name))
        for name in missing where !reported.contains(name) {
            log(.warning, "no source matches Sources=\(name) yet, waiting for one")
        }
        reported = Set(missing)
    }

    private func planTick() {
        // The slack lets the loop do this whenever it wakes up for a ping.
        tick = clock.after(SourceTable.interval, slack: SourceTable.interval) { [weak self] in
            self?.updateStates()
            self?.planTick()
        }
    }

    private func updateStates() {
        guard isOnline else { return }
        if !sources.records.isComplete { askForOld() }
        // Without an answer, the states remain until the next one.
        replica?.present { _ in }
    }
}
