package import Definitions
import Fetching
package import Reactive
package import Records
import Rhythm
package import Storing

/// A running source: its state, and the chain of operators that keeps it fresh.
package final class Source: BatchMember {
    package let definition: Definition
    /// The parts of the daemon that it uses.
    private let parts: SourceParts

    /// The state of the source, which survives a restart.
    package var state: SourceState
    /// The state of its requests, which survives a restart.
    package var request: RequestState
    /// The time at which the current attempt began; `nil` if there is none.
    package var attemptStart: UTC?
    /// The steps of the attempt under way, or of the last one.
    private(set) var steps: [AttemptStep] = []
    /// The version of HTTP of the last response, such as `HTTP/2`; `nil` before the first one of this run.
    private(set) var httpVersion: String?
    /// The pending reasons to wake it, collected until an attempt handles them.
    var wanted: Wake = []

    /// The limit on attempts that clients request; `nil` before the first request.
    @Seldom private var budget: RefreshBudget?

    /// Whether the last attempt found an input half committed, so that the join must run again when the
    /// commit is complete.
    var isSuperseded = false

    /// Whether the attempt to come, or under way, is due by the schedule, and not made for another reason.
    var isScheduled = false
    /// The moment at which the last attempt began; `nil` before the first one of this run.
    var lastAttempt: LoopTime?
    /// The rhythm as earlier runs and the attempts of this one taught it; `nil` if only its stored form is
    /// known.
    @Seldom var exactRhythm: SourceRhythm?
    /// The limit of the missing publication that was logged last; `nil` before.
    @Seldom var reportedOverdue: UTC?
    /// The known facts about the rhythm of its upstream; `nil` until it is asked for.
    @Seldom var knownRhythm: RhythmSummary?

    /// The moment when reports that do not replace the stored ones were last logged; `nil` before.
    @Seldom var reportedLeftOut: UTC?
    /// The moment when an answer older than an earlier one was last logged; `nil` before.
    @Seldom var reportedBehind: UTC?
    /// The time until which the addresses are not compared although news are overdue, since none had any;
    /// `nil` if they were not compared in vain.
    @Seldom var comparison: AddressState.Fault?
    /// Whether alerts may wait for a second answer that lacks them; so they may after the start.
    var awaitsAnswer = true

    /// The stream of its upstream; `nil` if it has none, or was not started.
    @Seldom var stream: SourceStream?
    /// The hints of brokers; `nil` if the definition names none, or the source was not started.
    @Seldom var hints: SourceHints?

    /// The sides of a join that are not current; empty for any other source.
    var lateSides: [SourceName] = []
    /// Whether its file was read since the start.
    var hasReadFile = false
    /// The remark on what is not read from its folder; `nil` if there is none.
    @Seldom var folderRemark: String?
    /// Whether the document of its validators was looked for since the start.
    var hasLookedForDocument = false

    /// Wakes the source.
    let wakes = PassthroughSubject<Wake, Never>()
    /// The outcome of each attempt, once it is stored.
    package let outcomes = PassthroughSubject<Outcome, Never>()
    /// The moment of its next attempt; `nil` if none is planned.
    private(set) lazy var plan = CurrentValueSubject<LoopTime?, Never>(nil)

    /// The operators that keep the source fresh, from `start` to `stop`.
    var life: AnyCancellable?
    /// Whether the source was ended.
    var isOver = false
    /// The next moment at which time alone changes the records; `nil` if it never does.
    private(set) lazy var change = CurrentValueSubject<UTC?, Never>(nil)
    /// The operators that change records as time passes; `nil` if the kind has none.
    var aging: AnyCancellable?

    /// Creates a source that does nothing before `start`.
    package init(
        _ definition: Definition, _ state: SourceState, _ request: RequestState, using parts: SourceParts
    ) {
        self.definition = definition
        self.state = state
        self.request = request
        self.parts = parts
    }

    package var name: SourceName { definition.name }

    /// The time by the wall clock.
    package var now: UTC { clocks.wall() }

    /// Whether changes of its origin are notified, so that it need not be polled.
    package var isWatched: Bool {
        switch definition.origin {
        case .url, .almanac, .computed: false
        case .path, .sources, .calls: true
        }
    }

    /// Whether it is fetched over HTTP.
    package var isFetched: Bool { if case .url = definition.origin { true } else { false } }

    /// The current health.
    package var health: Health {
        let own = Health(state, at: now)
        return own == .fresh && !lateSides.isEmpty ? .stale : own
    }

    /// Returns a state of the source, with its present attempt and plan, as the interface sends it.
    ///
    /// - Parameters:
    ///   - state: The state; another failure may have been added to the source's own.
    ///   - steps: The steps of the attempt to include.
    /// - Returns: An object of type SourceRuntime.
    package func runtime(in state: SourceState, steps: [AttemptStep] = []) -> JSON {
        var state = state
        state.notes += sideNotes + streamNotes + (hints?.notes ?? []) + request.deliveryNotes
        return SourceReport.runtime(
            state, health, attempt: attemptStart, steps: steps, next: request.nextAttempt,
            httpVersion: httpVersion, rhythm: rhythmSummary, overdue: overdue,
            addresses: SourceReport.addresses(definition, request.addresses), hints: hints?.json)
    }

    /// Clears the steps at the beginning of an attempt.
    func clearSteps() { steps = [] }

    /// Records a step, which replaces the last one if it has the same name, such as the number of bytes
    /// received.
    package func record(_ step: AttemptStep) {
        if step.name == steps.last?.name { steps.removeLast() }
        httpVersion = step.version ?? httpVersion
        steps.append(step)
    }

    /// Requests an attempt; an attempt that is already running is shared without a charge.
    ///
    /// - Returns: `nil` if the attempt is permitted; otherwise the time for which the upstream or the
    ///   budget forbids it.
    package func requestAttempt(isPrivileged: Bool) -> Duration? {
        let hold = hold(at: now)
        guard hold <= .zero else { return hold }
        guard attemptStart == nil, wanted.isEmpty else { return nil }
        var budget = budget ?? RefreshBudget(interval: budgetInterval)
        defer { self.budget = budget }
        return budget.consume(at: clocks.scheduler.now, isPrivileged: isPrivileged)
    }

    /// The interval after which clients may request one more attempt.
    private var budgetInterval: Duration { isFetched ? definition.interval ?? .seconds(60) : .seconds(5) }

    /// Returns the time for which the upstream asks not to be fetched; zero or less if it may be fetched now.
    func hold(at now: UTC) -> Duration {
        max(
            request.notBefore.map { $0 - now } ?? .zero,
            request.quiet.map { $0.end(from: now) - now } ?? .zero)
    }

    /// Whether the source may join a batch now.
    package func isAboutDue(every shortest: Duration) -> Bool {
        if attemptStart != nil || !wanted.isEmpty { return attemptStart == nil }
        guard hold(at: now) <= .zero, let interval = definition.interval, plan.value != nil else {
            return false
        }
        guard isAtFirstAddress else { return false }
        if state.failure != nil || isAlmostDue { return true }
        // A source that was fetched a moment ago is not fetched again whenever another one is added.
        return definition.learnsRhythm
            && isOlder(than: interval <= shortest ? interval / 20 : Source.leastPause(interval))
    }

    /// Whether the source is due soon: it need not be fetched again for itself.
    private var isAlmostDue: Bool {
        guard let interval = definition.interval, let moment = plan.value else { return false }
        return moment <= clocks.scheduler.now + interval / (definition.learnsRhythm ? 10 : 2)
    }

    /// Whether the last attempt was made that long ago.
    private func isOlder(than age: Duration) -> Bool {
        lastAttempt.map { $0 + age <= clocks.scheduler.now } ?? true
    }

    package func wakeToJoin() {
        isScheduled = false
        plan.send(nil)
        wakes.send(.due)
    }
}

/// The parts of the daemon.
extension Source {
    var clocks: Clocks { parts.clocks }
    package var upstreams: Upstreams { parts.upstreams }
    package var files: LocalFiles { parts.files }
    var ingester: Ingester { parts.ingester }
    var batches: Batches { parts.batches }
    var hintFeeds: HintFeeds { parts.hintFeeds }
    var recent: RecentObjects<Source> { parts.recent }
    var links: any Linking { parts.links }
    var stations: Stations { parts.stations }

    /// The position of the instance that its address is requested for; `nil` if there is none, or if it is not
    /// known.
    var position: Position? {
        guard Specifiers.wantsPosition(definition.origin.text) else { return nil }
        return definition.name.instance.flatMap { stations.position(of: $0) }
    }

    var runs: Runs { parts.runs }

    /// Publishes what the stream has changed: records, or with `isNews` also what is known of the source.
    func publishStream(isNews: Bool) { parts.streamed.send((self, isNews)) }

    /// Publishes what was ingested without a request.
    func publish(_ report: IngestReport, as name: Counters.WithoutRequest) {
        parts.ingested.send((report, name))
        publishStream(isNews: false)
    }

    /// Publishes the outcome of an attempt.
    func publish(_ outcome: Outcome) {
        parts.settled.send((self, outcome))
        outcomes.send(outcome)
    }
}
