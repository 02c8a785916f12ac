import Fetching
import Reactive
import Records
import Storing
import Systemd

/// All sources: those that are kept fresh, and those whose definition is gone but whose data are kept for a while.
final class Sources {
    /// A source without a definition; at a start each is one, for a moment.
    final class Paused {
        var state: SourceState
        let definition: Definition?

        init(_ state: SourceState, _ definition: Definition?) {
            (self.state, self.definition) = (state, definition)
        }
    }

    /// The health or the reason of a source became other, or it is gone (`nil`).
    let told = PassthroughSubject<(name: String, runtime: (() -> JSON)?), Never>()

    private(set) var running: [SourceName: Source] = [:]
    private(set) var paused: [SourceName: Paused] = [:]
    /// Why definitions cannot be used; what they described before goes on.
    private(set) var faults: [SourceName: OptionError] = [:]
    let wall: () -> UTC
    private let tools: SourceTools
    private let keeper: StateKeeper
    private var requests: [String: RequestState]
    private var watching: [SourceName: AnyCancellable] = [:]
    private var lastTold: [SourceName: Told] = [:]

    /// What was told of a source.
    private struct Told: Equatable {
        let health: Health
        let reason: String?
    }

    /// - Parameters:
    ///   - states: What is known of sources from before; each is paused until it is defined.
    ///   - requests: What is known of requests from before.
    ///   - tools: What sources live by.
    ///   - keeper: Keeps what becomes known.
    init(_ states: [SourceState], _ requests: [RequestState], tools: SourceTools, keeper: StateKeeper) {
        (self.tools, self.keeper, wall) = (tools, keeper, tools.wall)
        self.requests = Dictionary(requests.map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
        for state in states {
            if let name = SourceName(state.name) { paused[name] = Paused(state, nil) }
        }
    }

    /// Makes what runs what is defined; a source whose definition cannot be read goes on as it was.
    func apply(_ catalogue: Catalogue) {
        faults = Dictionary(
            catalogue.faults.compactMap { fault in fault.name.map { ($0, fault.error) } },
            uniquingKeysWith: { $1 })
        for (name, source) in running where catalogue.definitions[name] == nil && faults[name] == nil {
            pause(source)
        }
        for name in catalogue.definitions.keys.sorted() {
            guard let definition = catalogue.definitions[name], running[name]?.definition != definition else {
                continue
            }
            run(definition)
        }
    }

    /// Introduces us by another configuration from now on; what our own rules forbade is tried again.
    func introduce(as configuration: Configuration) {
        tools.introduction.change(to: configuration)
        for source in running.values where source.state.failure?.reason == Reason.policy.rawValue {
            source.askNow()
        }
    }

    /// A source that was forgotten altogether: its definition and its records are gone.
    func remove(_ name: SourceName) {
        running[name]?.end()
        running[name] = nil
        watching[name] = nil
        paused[name] = nil
        lastTold[name] = nil
        requests[name.text] = nil
        keeper.forget(name)
        told.send((name.text, nil))
    }

    /// Counts that the store keeps, after a commit.
    func note(_ commit: Commit) {
        guard let name = SourceName(commit.source) else { return }
        running[name]?.state.take(commit)
        paused[name]?.state.take(commit)
    }

    private func run(_ definition: Definition) {
        let name = definition.name
        let state = running[name]?.state ?? paused[name]?.state ?? SourceState(name: name.text)
        let request = request(for: definition)
        let isOther = running[name].map { $0.definition.origin != definition.origin } ?? false
        running[name]?.end()
        paused[name] = nil
        let source = Source(definition, state, request, tools: tools)
        running[name] = source
        watching[name] = source.changed.sink { [unowned self] in tell($0) }
        requests[name.text] = nil
        // Behind a start both are empty, and their room is of no use.
        if requests.isEmpty { requests = [:] }
        if paused.isEmpty { paused = [:] }
        if isOther { keeper.note(source) }
        announce(source)
        // Many at once, as at a start, begin one after the other: the loop is not held up.
        tools.scheduler.schedule { [weak source] in source?.begin() }
    }

    /// What is known of the request; nothing when it goes to another address now.
    private func request(for definition: Definition) -> RequestState {
        let (name, origin) = (definition.name, definition.origin.text)
        let known = running[name]?.request ?? requests[name.text]
        var request = known ?? RequestState(identity: name.text)
        if let before = request.origin, before != origin { request = RequestState(identity: name.text) }
        request.origin = origin
        return request
    }

    private func pause(_ source: Source) {
        source.end()
        running[source.name] = nil
        watching[source.name] = nil
        requests[source.name.text] = source.request
        paused[source.name] = Paused(source.state, source.definition)
        lastTold[source.name] = nil
        let runtime = runtime(of: source.name)
        told.send((source.name.text, runtime.map { runtime in { runtime } }))
    }

    /// Keeps what became known of a source, and tells it when its health or reason is another.
    private func tell(_ source: Source) {
        keeper.note(source)
        announce(source)
    }

    private func announce(_ source: Source) {
        let told = Told(health: source.health, reason: source.state.failure?.reason)
        guard lastTold[source.name] != told else { return }
        lastTold[source.name] = told
        self.told.send((source.name.text, { source.runtime }))
    }
}
