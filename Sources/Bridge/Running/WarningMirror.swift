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
    /// All sources of alerts.
    private var sources: [String: Source] = [:]
    /// These, and the sources that may have the areas of zones.
    private var all: [Source] = []
    /// The sources of alerts that are selected, which are devices of their own.
    private var selected: [String] = []
    private var reader: ChangeReader?
    private var questions: [AnyCancellable] = []
    /// The message that soon follows a change.
    private var soon: AnyCancellable?
    /// The message after which time changes the state.
    private var timer: AnyCancellable?
    private var lostTimer: AnyCancellable?
    private var isLost = false
    /// Whether all warnings and all sources are known.
    private var hasWarnings = false
    private var hasSources = false

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
    func begin() {
        guard isWanted else { return }
        let reader = ChangeReader(
            receive: { [weak self] in self?.take($0) },
            end: {
                log(.warning, "warnings are not published: \($0.map { "\($0)" } ?? "the subscription ended")")
            })
        self.reader = reader
        let alerts = Selector(kinds: ["alert"])
        daemon.changes(SubscriptionOptions(alerts, snapshot: true)).subscribe(reader)
    }

    /// Announces all devices again: Home Assistant has started.
    func announceAgain() { plan() }

    /// Ends the subscription.
    func end() {
        reader?.cancel()
        reader = nil
        questions = []
        (soon, timer, lostTimer) = (nil, nil, nil)
    }
}

/// The reports of the daemon.
extension WarningMirror {
    private func take(_ notice: SubscriptionNotice) {
        switch notice {
        case .connected(let resumes):
            if !resumes { startOver() }
            ask()
        case .event(let event): take(event)
        case .lost where lostTimer == nil:
            lostTimer = clock.after(WarningMirror.patience, slack: .milliseconds(500)) { [weak self] in
                self?.isLost = true
                self?.plan()
            }
        case .lost, .cursorExpired: break
        }
    }

    private func startOver() {
        table.removeAll()
        hasWarnings = false
    }

    private func take(_ event: Event) {
        lostTimer = nil
        isLost = false
        switch event.kind {
        case .overflow: startOver()
        case .snapshot, .added, .changed: event.item.map { table.put($0) }
        case .removed: event.item.map { table.remove($0) }
        case .source:
            note(event)
        case .ready: hasWarnings = true
        case .subscribed, .heartbeat: return
        }
        plan()
    }

    private func note(_ event: Event) {
        guard let name = event.source else { return }
        guard event.runtime != nil else {
            sources[name] = nil
            selected.removeAll { $0 == name }
            return
        }
        sources[name] = sources[name]?.changed(by: event)
        if sources[name] == nil { ask() }
    }

    /// Asks for the sources of alerts, and for those of them that are selected.
    private func ask() {
        questions = [
            list(Selector(kinds: WarningQuestion.kinds)) { [weak self] everything in
                guard let self else { return }
                let list = everything.filter { $0.kind == "alert" }
                all = everything
                sources = Dictionary(list.map { ($0.name, $0) }) { $1 }
                hasSources = true
                plan()
            },
            list(settings.sources) { [weak self] list in
                guard let self else { return }
                let patterns = settings.devices
                selected = list.filter { source in
                    source.kind == "alert" && patterns?.match(source: source.name, key: "") ?? true
                }.map(\.name)
                plan()
            },
        ]
    }

    private func list(_ selector: Selector, _ receive: @escaping ([Source]) -> Void) -> AnyCancellable {
        daemon.publisher(for: .sources(selector)).sink(
            // Without an answer, the subscription connects again and asks again.
            receiveCompletion: { _ in }, receiveValue: receive)
    }
}

/// The published values.
extension WarningMirror {
    /// Plans a message soon, so that many changes become one.
    private func plan() {
        guard reader != nil, hasWarnings, hasSources, soon == nil else { return }
        soon = clock.after(WarningMirror.pause, slack: .milliseconds(50)) { [weak self] in
            self?.soon = nil
            self?.publish()
        }
    }

    private func publish() {
        let now = wall()
        var used: Set<Topic> = []
        for (index, place) in settings.warnings.enumerated() {
            let names = Set(sources.keys.filter { place.sources.match(source: $0, key: nil) })
            let found = table.warnings(at: index, from: names, now: now)
            let state = state(
                found.warnings, uncompared: found.uncompared, with: place.scope, of: names,
                without: place.sources.unmatched(among: Array(sources.keys)), at: now)
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
    /// not.
    private func state(
        _ warnings: [Warning], uncompared: [Warning] = [], with scope: WarningAnswer.Scope,
        of names: Set<String>, without missing: [String] = [], at now: UTC
    ) -> WarningState {
        let asked = names.sorted().compactMap { sources[$0] }
        var lost = asked.flatMap { $0.gaps(at: now) }
        lost += missing.map { Gap(source: $0, .remark("there is no such source of warnings")) }
        if names.isEmpty { lost.append(WarningAnswer.lost("no source has warnings")) }
        if isLost { lost.append(WarningAnswer.lost("almanacd does not answer")) }
        let fetched = asked.compactMap(\.runtime.fetched)
        return WarningState(
            WarningAnswer(warnings, uncompared: uncompared, of: scope, among: all, lost: lost),
            fetched: fetched.count == names.count ? fetched.min() : nil, at: now)
    }

    private func publish(
        _ state: WarningState, of name: String, title: String, from names: Set<String>, at now: UTC,
        _ used: inout Set<Topic>
    ) {
        if let device {
            let origins = names.sorted().map { sources[$0]?.title ?? $0 }.joined(separator: ", ")
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
            self?.ask()
            self?.plan()
        }
    }
}

extension Source {
    /// Returns why the records may not be those of the upstream. Attempts that fail count only when the last
    /// answer is older than the source's definition allows.
    fileprivate func gaps(at now: UTC) -> [Gap] {
        let isCurrent =
            !SourceState(runtime, at: now).isExpired && (runtime.health == .fresh || runtime.expires != nil)
        guard isCurrent else { return [gap ?? expired] }
        guard gap != nil else { return readingGaps }
        let unread = runtime.rejected > 0 ? [Gap(source: name, .unread(runtime.rejected))] : []
        return unread + runtime.notes.map { Gap(source: name, .remark($0)) }
    }

    /// The gap of a source that the daemon has not yet called stale.
    private var expired: Gap {
        Gap(source: name, runtime.fetched.map { .old(.stale, from: $0, runtime.failure) } ?? .noData(nil))
    }

    /// Returns the source in the state of an event; `nil` if the event has none.
    fileprivate func changed(by event: Event) -> Source? {
        Source(.members(["context": json["context"], "runtime": event.json["runtime"]]))
    }
}

extension WarningPlace {
    /// The kind of place that warnings are compared with.
    fileprivate var scope: WarningAnswer.Scope {
        switch place {
        case .position: .place
        case .zone: .zone
        }
    }
}
