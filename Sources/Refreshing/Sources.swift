package import Definitions
import Fetching
package import Reactive
package import Records
import Rhythm
package import Storing
import Systemd

/// All sources: those that are running, and those whose definition was removed but whose data are kept for a
/// while.
package final class Sources {
    /// A source without a definition; at start, all sources are paused until their definitions are read.
    package final class Paused {
        package var state: SourceState
        package let definition: Definition?

        package init(_ state: SourceState, _ definition: Definition?) {
            self.state = state
            self.definition = definition
        }

        /// Whether it never had data that could be kept, here or in another almanac.
        package var isWithoutData: Bool {
            state.fetched == nil && state.recordCount == 0 && state.number == 0 && state.mirror == nil
        }
    }

    /// The number of sources that begin in one turn of the loop.
    private static let portion = 16

    /// Publishes a source whose health, failure reason, missing publication or definition changed, or that was
    /// removed (`nil`).
    package let stateChanges = PassthroughSubject<(name: String, runtime: (() -> JSON)?), Never>()

    package private(set) var running: [SourceName: Source] = [:]
    package internal(set) var paused: [SourceName: Paused] = [:]
    /// The sources that other almanacs keep fresh.
    package internal(set) var mirrored: [SourceName: MirroredSource] = [:]
    /// The joins of each source that is a side of some; others that no longer are may be among them.
    var joins: [SourceName: Set<SourceName>] = [:]
    /// The number of records of all sources, kept as they change: thousands of sources are not counted for
    /// each call of GetStatus.
    package internal(set) var recordCount = 0
    /// The connections to other almanacs that were made since the start.
    var connected: Set<SourceName> = []
    /// The moments at which connections were lost; none for those that work.
    var lostLinks: [SourceName: UTC] = [:]
    /// The start of the wait for the first connection.
    let start: UTC
    /// The definitions that cannot be used; their sources continue with earlier definitions, or have no data.
    package private(set) var faults: [SourceName: SkippedDefinition] = [:]
    package let wall: () -> UTC
    private let scheduler: AnyScheduler
    private let upstreams: Upstreams
    private let counters: Counters
    private let parts: SourceParts
    private var flow: AnyCancellable?
    private var streams: AnyCancellable?
    private var ingests: AnyCancellable?
    /// The sources that will begin, in order.
    private var beginning: [Source] = []
    private let keeper: StateKeeper
    private(set) var requests: [String: RequestState]
    private var lastPublished: [SourceName: PublishedState] = [:]

    /// The part of a source's state that was last published.
    private struct PublishedState: Equatable {
        let health: Health
        let reason: FailureReason?
        /// The limit of the publication that is missing; `nil` if none is.
        let overdue: UTC?
        /// Whether a broker has sent the document, and no answer has confirmed it.
        let isUnconfirmed: Bool
        /// Whether the definition has changed since.
        var isOutdated = false
    }

    /// Creates the sources of earlier runs.
    ///
    /// - Parameters:
    ///   - states: The stored states of sources; each is paused until it is defined.
    ///   - requests: The stored states of requests.
    ///   - parts: The parts that the sources use.
    ///   - counters: The counters of outcomes.
    ///   - keeper: Saves changed states.
    package init(
        _ states: [SourceState], _ requests: [RequestState], using parts: SourceParts, counters: Counters,
        keeper: StateKeeper
    ) {
        scheduler = parts.clocks.scheduler
        wall = parts.clocks.wall
        start = parts.clocks.wall()
        upstreams = parts.upstreams
        self.counters = counters
        self.keeper = keeper
        self.parts = parts
        self.requests = Dictionary(minimumCapacity: requests.count)
        for request in requests { self.requests[request.identity] = request }
        paused.reserveCapacity(states.count)
        for state in states {
            guard let name = SourceName(state.name) else { continue }
            paused[name] = Paused(state, state.mirroredDefinition)
            recordCount += state.recordCount
        }
        flow = parts.settled.sink { [unowned self] in settled($0, $1) }
        streams = parts.streamed.sink { [unowned self] in streamChanged($0, isNews: $1) }
        ingests = parts.ingested.sink { [counters] in counters.count($0, as: $1) }
    }

    /// Runs the defined sources; if a definition or its folder cannot be read, the source continues
    /// unchanged.
    package func apply(_ catalogue: Catalogue) {
        let before = faults
        faults = skipped(in: catalogue)
        for (name, source) in running where catalogue.definitions[name] == nil && faults[name] == nil {
            if catalogue.isComplete { pause(source) }
        }
        let new = catalogue.names.compactMap { catalogue.definitions[$0] }
            .filter { running[$0.name]?.definition != $0 }
        // A join begins after its sides, on whose states its own depends.
        for definition in new where definition.sides.isEmpty { run(definition) }
        for definition in new where !definition.sides.isEmpty { run(definition) }
        assignMirrored()
        for name in Set(before.keys).union(faults.keys).sorted() {
            if definition(of: name) == nil, faults[name]?.context != before[name]?.context {
                markRedefined(name)
            }
            publishDefinition(of: name)
        }
    }

    /// Runs one more source, whose definition concerns no other one.
    package func add(_ definition: Definition) {
        run(definition)
        if definition.kind == .almanac { assignMirrored() }
    }

    /// Publishes the state of a source whose definition can no longer be used, or can be used again; or its
    /// end, if only such a definition named it.
    private func publishDefinition(of name: SourceName) {
        if let source = running[name] {
            publish(source)
        } else if let source = mirrored[name] {
            publish(source)
        } else if let state = idleState(of: name) {
            publish(name, idleHealth(of: name, state), state.failure?.reason) { [unowned self] in
                runtime(of: name) ?? .null
            }
        } else if lastPublished.removeValue(forKey: name) != nil {
            stateChanges.send((name.text, nil))
        }
    }

    /// Applies a new configuration to requests; sources that the host policy refused are fetched again.
    package func introduce(as configuration: Configuration) {
        upstreams.apply(configuration)
        for source in running.values where source.state.failure?.reason == .policy {
            source.askNow()
        }
    }

    /// Removes a source with its definition and its records.
    package func remove(_ name: SourceName) {
        // The end of one that only a skipped definition named was published together with that definition's.
        let isKnown = runtime(of: name) != nil || lastPublished[name] != nil
        running[name]?.stop()
        recordCount -= recordCount(of: name)
        running[name] = nil
        paused[name] = nil
        mirrored[name] = nil
        lastPublished[name] = nil
        requests[name.text] = nil
        keeper.forget(name)
        if isKnown { stateChanges.send((name.text, nil)) }
        updateJoins(of: name)
    }

    /// Updates the counts of a source after a commit.
    package func record(_ commit: Commit) {
        guard let name = SourceName(commit.source) else { return }
        recordCount -= recordCount(of: name)
        running[name]?.state.apply(commit)
        paused[name]?.state.apply(commit)
        mirrored[name]?.state.apply(commit)
        recordCount += recordCount(of: name)
    }

    private func run(_ definition: Definition) {
        let name = definition.name
        var state =
            running[name]?.state ?? paused[name]?.state ?? mirrored[name]?.state
            ?? SourceState(name: name.text)
        // A definition of this machine's own takes the place of another almanac's source.
        state.mirror = nil
        let request = request(for: definition)
        let isOther = running[name].map { $0.definition.origin != definition.origin } ?? false
        running[name]?.stop()
        paused[name] = nil
        mirrored[name] = nil
        let source = Source(definition, state, request, using: parts)
        running[name] = source
        requests[name.text] = nil
        // Both are empty soon after the start; this frees their memory.
        if requests.isEmpty { requests = [:] }
        if paused.isEmpty { paused = [:] }
        if isOther { keeper.schedule(source) }
        // Clients learn the new definition, although the health may be what it was.
        markRedefined(name)
        addJoin(source)
        publish(source)
        beginning.append(source)
        if beginning.count == 1 { startSoon() }
    }

    /// Starts the sources that were defined, a few in each turn of the loop, so that it is not blocked.
    private func startSoon() {
        scheduler.schedule { [weak self] in self?.startSome() }
    }

    private func startSome() {
        let some = beginning.prefix(Self.portion)
        beginning.removeFirst(some.count)
        for source in some { source.start() }
        if !beginning.isEmpty { startSoon() }
    }

    /// Returns the state of the request; empty if the origin changed.
    private func request(for definition: Definition) -> RequestState {
        let name = definition.name
        let origin = definition.origin.text
        let known = running[name]?.request ?? requests[name.text]
        var request = known ?? RequestState(identity: name.text)
        if let before = request.origin, before != origin { request = RequestState(identity: name.text) }
        request.origin = origin
        return request
    }

    private func pause(_ source: Source) {
        source.stop()
        running[source.name] = nil
        requests[source.name.text] = source.request
        paused[source.name] = Paused(source.state, source.definition)
        publish(source.name, .paused, source.state.failure?.reason) { [unowned self] in
            runtime(of: source.name) ?? .null
        }
    }

    private func settled(_ source: Source, _ outcome: Outcome) {
        // A query may end after its source was removed.
        guard running[source.name] === source else { return }
        counters.count(outcome, isOfStation: source.definition.isOfStation)
        let isPublished = publish(source)
        let waits = source.request.notBefore != nil
        keeper.schedule(source, isNews: isPublished || waits || !outcome.isUnchanged)
    }

    private func streamChanged(_ source: Source, isNews: Bool) {
        guard running[source.name] === source else { return }
        if isNews { markRedefined(source.name) }
        publish(source)
        keeper.schedule(source, isNews: true)
    }

    @discardableResult
    func publish(_ source: Source) -> Bool {
        let state = withDefinitionFault(source.state)
        return publish(
            source.name, source.health, state.failure?.reason, overdue: source.overdue,
            isUnconfirmed: source.request.delivery != nil
        ) { source.runtime(in: state) }
    }

    /// Makes the next call of `publish` publish a source in any case: its definition has changed.
    func markRedefined(_ name: SourceName) { lastPublished[name]?.isOutdated = true }

    /// Publishes the state of a source if its health, failure reason, missing publication, confirmation or
    /// definition changed.
    ///
    /// - Returns: Whether one of them did.
    @discardableResult
    func publish(
        _ name: SourceName, _ health: Health, _ reason: FailureReason?, overdue: Overdue? = nil,
        isUnconfirmed: Bool = false, _ runtime: @escaping () -> JSON
    ) -> Bool {
        let state = PublishedState(
            health: health, reason: reason, overdue: overdue?.limit, isUnconfirmed: isUnconfirmed)
        guard lastPublished[name] != state else { return false }
        lastPublished[name] = state
        stateChanges.send((name.text, runtime))
        updateJoins(of: name)
        return true
    }
}
