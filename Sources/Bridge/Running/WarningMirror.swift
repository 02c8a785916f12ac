import AlmanacClient
import AlmanacValues
import Reactive
import Records
import Showing
import Systemd

/// Publishes whether warnings are in force at places, in zones and in sources, as time passes and as they
/// change.
final class WarningMirror {
    /// The time in which changes that follow each other become one message.
    private static let pause = Duration.milliseconds(100)
    /// The longest time between two messages, so that one can expire.
    private static let repetition = Duration.seconds(120)
    /// The time without the daemon after which its sources are not current: longer than a restart.
    private static let patience = Duration.seconds(3)

    private let settings: BridgeSettings
    private let daemon: DaemonConnection
    private let clock: AnyScheduler
    private let wall: () -> UTC
    private let store: RetainedStore
    private let outbox: Outbox
    private let device: WarningDevice?
    private var table: WarningTable
    /// The daemon's alerts, their sources, and the sources that may have the areas of zones; `nil` while
    /// nothing is published.
    private var replica: Replica?
    /// The message that soon follows a change.
    private var soon: AnyCancellable?
    /// The message after which time changes the state.
    private var timer: AnyCancellable?

    /// Makes a mirror that has not begun.
    init(
        _ settings: BridgeSettings, daemon: DaemonConnection, clock: AnyScheduler, wall: @escaping () -> UTC,
        store: RetainedStore, outbox: Outbox
    ) {
        self.settings = settings
        self.daemon = daemon
        self.clock = clock
        self.wall = wall
        self.store = store
        self.outbox = outbox
        device = settings.discovery.map { WarningDevice(tree: settings.tree, prefix: $0) }
        table = WarningTable(settings.warnings)
    }

    /// Whether anything may be published.
    private var isWanted: Bool { settings.discovery != nil || !settings.warnings.isEmpty }

    /// Whether a topic is one of this object, which also removes it.
    func owns(_ topic: Topic) -> Bool {
        guard isWanted else { return false }
        let isAnnouncement = device.map { topic.description.hasPrefix($0.start) } ?? false
        return isAnnouncement || topic.description.hasPrefix(settings.tree.warnings(of: "").description)
    }

    /// Subscribes to all alerts.
    func start() {
        guard isWanted else { return }
        var options = ReplicaOptions(SubscriptionOptions(Selector(kinds: ["alert"]), snapshot: true))
        options.sources = Selector(kinds: WarningQuestion.kinds)
        options.patience = WarningMirror.patience
        let replica = Replica(of: daemon, options, to: self)
        self.replica = replica
        replica.start()
    }

    /// All sources of alerts, and those that may be some, because their kind cannot be read.
    private var sources: [String: Source] {
        (replica?.sources ?? [:]).filter { $0.value.mayBeOfAlerts }
    }

    /// The sources of alerts that are selected, which are devices of their own.
    private var selected: [String] {
        (replica?.sortedSources ?? []).filter { source in
            source.kind == "alert" && settings.selects(source)
                && settings.devices?.match(source: source.name, key: "") ?? true
        }.map(\.name)
    }

    /// Whether the daemon counts as lost.
    private var isLost: Bool { replica?.isReached == false }

    /// Whether the table has all warnings: the present ones or, while the daemon is lost, the last ones.
    private var isComplete: Bool {
        guard let replica else { return false }
        return replica.isCurrent || isLost && replica.cursor != nil
    }

    /// Announces all devices again: Home Assistant has started.
    func announceAgain() { plan() }

    /// Stops the subscription.
    func stop() {
        replica?.cancel()
        replica = nil
        (soon, timer) = (nil, nil)
    }
}

/// The reports of the daemon.
extension WarningMirror: ReplicaSink {
    func expect(_ beginning: ReplicaBeginning, by event: Event?) {
        guard beginning != .changes else { return }
        table.removeAll()
    }

    func put(_ item: Item, by event: Event) {
        table.put(item)
        plan()
    }

    func remove(_ item: Item, by event: Event) {
        table.remove(item)
        plan()
    }

    func change(_ source: String, from before: Source?, by event: Event) { plan() }

    func list(_ sources: [Source]) { plan() }
    func complete(_ isSnapshot: Bool, by event: Event) { plan() }
    func reach(_ isReached: Bool) { plan() }

    func refuse(_ error: AlmanacError) { log(.warning, "warnings are not published: \(error)") }
}

/// The published values.
extension WarningMirror {
    /// Plans a message soon, so that many changes become one.
    private func plan() {
        guard isComplete, soon == nil else { return }
        soon = clock.after(WarningMirror.pause, slack: .milliseconds(50)) { [weak self] in
            self?.soon = nil
            self?.publish()
        }
    }

    private func publish() {
        // The daemon may have started over during the pause.
        guard isComplete else { return }
        let now = wall()
        let sources = sources
        var used: Set<Topic> = []
        for (index, place) in settings.warnings.enumerated() {
            let names = Set(sources.keys.filter { place.sources.match(source: $0, key: nil) })
            let found = table.warnings(at: index, from: names, now: now)
            let state = state(
                found.warnings, uncompared: found.uncompared, with: place.scope, of: names,
                without: place.sources.unmatched(among: Array(sources.keys)),
                elsewhere: place.isElsewhere(names.compactMap { sources[$0] }), at: now)
            publish(state, of: place.name, title: "Warnings \(place.name)", from: names, at: now, &used)
        }
        for name in device == nil ? [] : selected
        where !settings.warnings.contains(where: { $0.name == name }) {
            let state = state(table.warnings(of: name), with: .everywhere, of: [name], at: now)
            let title = sources[name]?.title ?? "Warnings \(name)"
            publish(state, of: name, title: title, from: [name], at: now, &used)
        }
        for topic in store.topics.contents.map(\.topic) where owns(topic) && !used.contains(topic) {
            outbox.publish(topic, [])
        }
        repeatLater(at: now)
    }

    /// Returns the state of a place, of the sources that exist and without those that were asked for and do
    /// not; `isElsewhere` says whether the sources have the warnings of other places only.
    private func state(
        _ warnings: [Warning], uncompared: [Warning] = [], with scope: WarningAnswer.Scope,
        of names: Set<String>, without missing: [String] = [], elsewhere isElsewhere: Bool = false,
        at now: UTC
    ) -> WarningState {
        let asked = names.sorted().compactMap { replica?.sources[$0] }
        var lost = asked.flatMap { $0.gaps(at: now) }
        lost += missing.map { Gap(source: $0, .remark("there is no such source of warnings")) }
        if names.isEmpty { lost.append(WarningAnswer.lost("no source has warnings")) }
        if isElsewhere { lost.append(WarningAnswer.elsewhere) }
        if isLost { lost.append(WarningAnswer.lost("almanacd does not answer")) }
        let fetched = asked.compactMap(\.runtime.fetched)
        return WarningState(
            WarningAnswer(
                warnings, uncompared: uncompared, of: scope, among: replica?.sortedSources ?? [], lost: lost),
            fetched: fetched.count == names.count ? fetched.min() : nil, at: now)
    }

    private func publish(
        _ state: WarningState, of name: String, title: String, from names: Set<String>, at now: UTC,
        _ used: inout Set<Topic>
    ) {
        if let device {
            let origins = names.sorted().map { replica?.sources[$0]?.title ?? $0 }.joined(separator: ", ")
            let topic = device.topic(of: name)
            used.insert(topic)
            outbox.publish(
                topic, device.announcement(of: name, title: title, attribution: String(origins.prefix(200))))
        }
        let topic = settings.tree.warnings(of: name)
        used.insert(topic)
        outbox.publish(topic, state.payload(at: now))
    }

    /// Plans the next message: when time changes the state, and before the last one expires.
    private func repeatLater(at now: UTC) {
        let moments = [table.next(after: now)] + sources.values.map(\.runtime.expires)
        let next = moments.compactMap(\.self).filter { $0 > now }.min().map { $0 - now }
        let delay = min(next ?? WarningMirror.repetition, WarningMirror.repetition)
        timer = clock.after(delay, slack: .milliseconds(50)) { [weak self] in
            self?.replica?.present { _ in }
            self?.plan()
        }
    }
}

extension Source {
    /// Returns why the records may not be those of the upstream. Attempts that fail count only when the last
    /// answer is older than the source's definition allows.
    fileprivate func gaps(at now: UTC) -> [Gap] {
        let isCurrent =
            !StateMessage(runtime, at: now).isExpired && (runtime.health == .fresh || runtime.expires != nil)
        guard isCurrent else { return [gap ?? expired] }
        guard gap != nil else { return readingGaps }
        let unread = runtime.rejected > 0 ? [Gap(source: name, .unread(runtime.rejected))] : []
        return unread + runtime.notes.map { Gap(source: name, .remark($0)) }
    }

    /// The gap of a source that the daemon has not yet called stale.
    private var expired: Gap {
        Gap(source: name, runtime.fetched.map { .old(.stale, from: $0, runtime.failure) } ?? .noData(nil))
    }
}

extension WarningPlace {
    /// Whether sources have only the warnings of other places.
    fileprivate func isElsewhere(_ sources: [Source]) -> Bool {
        switch place {
        case .position(let position): sources.areOfOtherPlaces(than: position)
        case .zone: sources.areOfPoints
        }
    }

    /// The kind of place that warnings are compared with.
    fileprivate var scope: WarningAnswer.Scope {
        switch place {
        case .position: .place
        case .zone: .zone
        }
    }
}
