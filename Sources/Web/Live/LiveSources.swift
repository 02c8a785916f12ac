import AlmanacClient
import AlmanacValues
import Reactive

/// The sources with their states.
///
/// One subscription for all pages reports changes; the states are asked for again when a page needs them
/// after one.
final class LiveSources {
    private let calls: DaemonCalls
    private let now: () -> LoopTime
    private var known: [Source] = []
    private var kinds: [String: String] = [:]
    private var isCurrent = false
    /// Whether no state of a source has been reported since all were asked for, as when one is removed.
    private var isComplete = false
    private var asked: LoopTime?
    private var waiting: [(since: Int, receive: (Result<[Source], AlmanacError>) -> Void)] = []
    /// The number of events so far.
    private var generation = 0

    /// Makes a list that asks the daemon.
    init(_ calls: DaemonCalls, now: @escaping () -> LoopTime) {
        self.calls = calls
        self.now = now
    }

    /// Whether a source was among those that the daemon had when it was last asked.
    func knows(_ source: String) -> Bool { kinds[source] != nil }

    /// The kind that a source had at that time; `nil` if there was none.
    func kind(of source: String) -> String? { kinds[source] }

    /// Takes note of an event, or that events were missed.
    ///
    /// - Parameter isRecord: Whether only a record of a known source has changed.
    func note(isRecord: Bool = false) {
        generation += 1
        isCurrent = false
        if !isRecord { isComplete = false }
    }

    /// Passes the sources in the states that are known, which may be a minute old, but only if one of them
    /// meets a condition; otherwise in their present states.
    func known(
        _ isWanted: @escaping (Source) -> Bool,
        _ receive: @escaping (Result<[Source], AlmanacError>) -> Void
    ) {
        guard isComplete, let asked, asked.distance(to: now()).duration < .seconds(60),
            known.contains(where: isWanted)
        else { return sources(receive) }
        receive(.success(known))
    }

    /// Passes all sources, in a state that contains every event so far.
    func sources(_ receive: @escaping (Result<[Source], AlmanacError>) -> Void) {
        // The time of the next attempt changes without an event.
        if isCurrent, let asked, asked.distance(to: now()).duration < .seconds(2) {
            return receive(.success(known))
        }
        waiting.append((generation, receive))
        if waiting.count == 1 { ask() }
    }

    private func ask() {
        let generation = generation
        asked = now()
        calls.answer(to: .sources()) { [weak self] in self?.take($0, asked: generation) }
    }

    private func take(_ result: Result<[Source], AlmanacError>, asked generation: Int) {
        isCurrent = false
        if case .success(let sources) = result {
            keep(sources)
            isCurrent = generation == self.generation
            isComplete = isCurrent
        }
        let served = waiting.filter { $0.since <= generation }
        waiting.removeAll { $0.since <= generation }
        // An event has arrived since the question: its answer is too old for those that asked later.
        if !waiting.isEmpty { ask() }
        for (_, receive) in served { receive(result) }
    }

    private func keep(_ sources: [Source]) {
        known = sources
        kinds = Dictionary(sources.map { ($0.name, $0.kind ?? "") }) { first, _ in first }
    }
}
