import Fetching
import Reactive
import Records
import Storing

/// One source that is kept fresh: what is known of it, and its life.
final class Source {
    let definition: Definition
    let tools: SourceTools

    /// What is known of it, as it survives a restart.
    var state: SourceState
    /// What is known of the request that serves it.
    var request: RequestState
    /// When the attempt under way began; `nil` when none is.
    var attempt: UTC?
    /// The steps of the attempt under way, or of the last one.
    private(set) var steps: [AttemptStep] = []
    /// Why it is to be woken, noted until the attempt that serves it begins.
    var wanted: Wake = []

    /// Whether the last attempt saw one of its sides half changed, so that it is due when that is whole again.
    var isSuperseded = false

    /// Wakes it.
    let wakes = PassthroughSubject<Wake, Never>()
    /// What came of each attempt, once it is stored.
    let outcomes = PassthroughSubject<Outcome, Never>()
    /// When its next attempt is due; `nil` when none is planned.
    let plan = CurrentValueSubject<LoopTime?, Never>(nil)
    /// Says that something about it became other than it was: its state must be kept, its health may differ.
    let changed = PassthroughSubject<Source, Never>()

    private var life: AnyCancellable?
    private var isOver = false

    /// Makes a source that does nothing before `begin`.
    init(_ definition: Definition, _ state: SourceState, _ request: RequestState, tools: SourceTools) {
        (self.definition, self.state, self.request) = (definition, state, request)
        self.tools = tools
    }

    var name: SourceName { definition.name }

    /// Whether what it is made of tells of its changes and need not be asked by the clock.
    var isWatched: Bool { if case .url = definition.origin { false } else { true } }

    /// How it is doing now.
    var health: Health { Health(state, at: tools.wall()) }

    /// How it is doing now, for the interface.
    var runtime: JSON {
        SourceReport.runtime(state, health, attempt: attempt, next: request.nextAttempt)
    }

    /// Begins its life, unless that was done or is over: it will be asked when it is due.
    func begin() {
        guard life == nil, !isOver else { return }
        life = live()
        tools.batches.join(self)
        if state.definition != definition.decodingHash, state.fetched != nil {
            wakes.send(definition.keepsDocument ? .redefined : .asked)
        }
        planFirst()
    }

    /// Begins to note the steps of an attempt.
    func beginSteps() { steps = [] }

    /// Notes a step; of bytes that arrive only the newest count.
    func note(_ step: AttemptStep) {
        if step.name == steps.last?.name { steps.removeLast() }
        steps.append(step)
    }

    /// Wakes it, also before its life began.
    func wake(_ reason: Wake) {
        begin()
        wakes.send(reason)
    }

    /// Has it asked now; an attempt that runs already is shared.
    func askNow() {
        if attempt == nil { wake(.asked) }
    }

    /// How long its upstream does not want to be asked; zero or less when it may be.
    func hold(at now: UTC) -> Duration {
        max(
            request.notBefore.map { $0 - now } ?? .zero,
            request.quiet.map { $0.end(from: now) - now } ?? .zero)
    }

    /// Ends its life at once; an attempt under way is given up.
    func end() {
        isOver = true
        life = nil
        attempt = nil
        tools.batches.leave(self)
    }
}
