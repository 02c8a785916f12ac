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
    private let daemon: DaemonConnection
    private let store: RetainedStore
    private let outbox: Outbox
    private let sources: SourceTable
    private let device: Device?
    private var checkpoints: Checkpoints?
    private var reader: ChangeReader?
    /// The notices that wait until the sources are known.
    private var queue: [SubscriptionNotice] = []
    /// The question for the sources that the queue waits for.
    private var question: AnyCancellable?
    private var isWaiting = false
    /// The question that only updates the states.
    private var update: AnyCancellable?
    private var tick: AnyCancellable?
    private var retry: AnyCancellable?
    private var lostTimer: AnyCancellable?
    /// Whether the records are being published from the first to the last.
    private(set) var isSnapshot = false
    private(set) var isOnline = false
    /// The sources that the daemon did not list although it has records of them.
    private var unlisted: Set<String> = []
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
        _ settings: BridgeSettings, daemon: DaemonConnection, clock: AnyScheduler, store: RetainedStore,
        outbox: Outbox
    ) {
        self.settings = settings
        self.daemon = daemon
        self.store = store
        self.outbox = outbox
        self.clock = clock
        let tree = settings.tree
        device = settings.discovery.map { Device(tree: tree, prefix: $0) }
        let loop = daemon.loop
        sources = SourceTable(clock, wall: { loop.wall }) { [outbox] source, payload in
            outbox.publish(tree.state(of: source), payload)
        }
        checkpoints = Checkpoints(clock, isSettled: { outbox.isEmpty }) { [weak self] in self?.checkpoint($0)
        }
    }

    private let clock: AnyScheduler

    /// Subscribes to the changes after a cursor; without one, begins with all records.
    func begin(since cursor: String?) {
        reader?.cancel()
        queue = []
        let reader = ChangeReader(
            receive: { [weak self] in self?.take($0) },
            end: { [weak self] in self?.refused($0 ?? .ended) })
        self.reader = reader
        daemon.changes(SubscriptionOptions(settings.selector, since: cursor, snapshot: true)).subscribe(
            reader)
        planTick()
    }

    /// Announces all devices again: Home Assistant has started.
    func announceAgain() {
        guard let device else { return }
        store.forget { $0.description.hasPrefix(device.prefix + "/device/") }
        begin(since: nil)
    }

    /// Continues after acknowledgements.
    func proceed() {
        checkpoints?.settle()
        adjustReading()
    }

    /// Ends the subscription.
    func end() {
        reader?.cancel()
        reader = nil
        (question, update, tick, retry, lostTimer) = (nil, nil, nil, nil, nil)
        checkpoints = nil
    }

    private func adjustReading() {
        let isOpen = outbox.hasRoom && checkpoints?.hasRoom ?? false && !isWaiting
        if reader?.isOpen != isOpen { reader?.isOpen = isOpen }
    }

    private func checkpoint(_ cursor: String) {
        do {
            guard let checkpoint = try store.writeCheckpoint(cursor) else { return }
            outbox.announce(settings.tree.checkpoint, checkpoint.description)
        } catch {
            outbox.failed(error)
        }
    }
}

extension Mirror {
    private func take(_ notice: SubscriptionNotice) {
        noteConnection(notice)
        queue.append(notice)
        drain()
    }

    /// Plans to report the loss of the daemon, unless it answers in time; each attempt to connect that fails
    /// is a further loss, and one that only succeeds may find a daemon that does not answer.
    private func noteConnection(_ notice: SubscriptionNotice) {
        switch notice {
        case .lost where lostTimer == nil:
            lostTimer = clock.after(Mirror.patience, slack: .milliseconds(500)) { [weak self] in
                self?.report(isOnline: false)
            }
        case .event: lostTimer = nil
        default: break
        }
    }

    /// Processes the notices in their order, as long as the sources that they concern are known.
    private func drain() {
        var count = 0
        while !isWaiting, count < queue.count {
            let notice = queue[count]
            if let source = unknownSource(in: notice) {
                unlisted.insert(source)
                ask()
                break
            }
            count += 1
            process(notice)
        }
        queue.removeFirst(count)
        adjustReading()
    }

    private func unknownSource(in notice: SubscriptionNotice) -> String? {
        guard case .event(let event) = notice, let source = event.source, event.kind != .removed,
            event.kind != .source || event.runtime != nil
        else { return nil }
        return sources.knows(source) || unlisted.contains(source) ? nil : source
    }

    private func process(_ notice: SubscriptionNotice) {
        switch notice {
        case .connected(let resumes):
            if !resumes { beginSnapshot() }
            unlisted = []
            ask()
        case .cursorExpired(let cursor):
            log(.notice, "the changes after \(cursor) are no longer available, comparing all records")
        case .lost(let error): log(.warning, "\(error), trying again")
        case .event(let event): process(event)
        }
    }

    private func process(_ event: Event) {
        switch event.kind {
        case .subscribed: for warning in event.warnings { log(.warning, "\(warning)") }
        case .overflow: beginSnapshot()
        case .snapshot, .added, .changed: event.item.map { publish($0, cursor: event.cursor) }
        case .removed: event.item.map { remove($0, cursor: event.cursor) }
        case .source: noteSource(event)
        case .ready: finish()
        case .heartbeat: break
        }
        // A snapshot counts as a whole.
        if event.isResumable, !isSnapshot { checkpoints?.reach(event.cursor) }
    }

    private func beginSnapshot() {
        isSnapshot = true
        store.beginRound()
    }

    /// Everything up to the present was published: removes what the daemon no longer has.
    private func finish() {
        if isSnapshot {
            for name in sources.names { store.mark(settings.tree.state(of: name)) }
            for topic in [settings.tree.bridge, settings.tree.checkpoint] { store.mark(topic) }
            for topic in store.topics.unused where !isForeign(topic) { outbox.publish(topic, []) }
            isSnapshot = false
        }
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
        if let device, isDevice(item) {
            let announcement = device.announcement(
                item, kind: sources.kind(of: item.source), attribution: sources.attribution(of: item.source))
            outbox.publish(device.topic(key: item.key, of: item.source), announcement)
        }
        outbox.publish(
            settings.tree.record(item.key, of: item.source), Payloads.record(item), cursor: cursor)
    }

    private func isDevice(_ item: Item) -> Bool {
        settings.devices?.match(source: item.source, key: item.key)
            ?? Device.isDevice(kind: sources.kind(of: item.source))
    }

    private func remove(_ item: Item, cursor: String) {
        if let device { outbox.publish(device.topic(key: item.key, of: item.source), []) }
        outbox.publish(settings.tree.record(item.key, of: item.source), [], cursor: cursor)
    }

    private func noteSource(_ event: Event) {
        guard let source = event.source else { return }
        if let runtime = event.runtime { sources.note(source, runtime) } else { sources.remove(source) }
    }
}

extension Mirror {
    /// Asks for the sources; until the answer, notices wait.
    private func ask() {
        isWaiting = true
        retry = nil
        question = listSources { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let list):
                isWaiting = false
                replaceSources(with: list)
                drain()
            case .failure:
                // The subscription reports the same and connects again.
                retry = clock.after(.seconds(1), slack: .milliseconds(500)) { [weak self] in self?.ask() }
            }
        }
    }

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
        guard isOnline, !isWaiting else { return }
        update = listSources { [weak self] in
            // Without an answer, the states remain until the next one.
            if case .success(let list) = $0 { self?.replaceSources(with: list) }
        }
    }

    private func replaceSources(with list: [Source]) {
        sources.missing = store.topics.refused.reduce(into: [:]) { counts, count in
            if let source = settings.tree.source(ofParent: count.key) { counts[source] = count.value }
        }
        sources.replace(with: list)
    }

    private func listSources(_ receive: @escaping (Result<[Source], AlmanacError>) -> Void) -> AnyCancellable
    {
        var answer: Result<[Source], AlmanacError> = .failure(.disconnected)
        return daemon.publisher(for: .sources(settings.sources)).sink(
            receiveCompletion: {
                if case .failure(let error) = $0 { answer = .failure(error) }
                receive(answer)
            }, receiveValue: { answer = .success($0) })
    }
}
