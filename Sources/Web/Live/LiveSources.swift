import AlmanacClient
import AlmanacValues
import Reactive

/// The sources with their states, and how often each of them has changed.
///
/// One subscription for all pages reports changes; the states are asked for again when a page needs them
/// after one.
final class LiveSources {
    /// A number that changes whenever what it counts does.
    typealias Generation = Int

    private let calls: DaemonCalls
    private let now: () -> LoopTime
    private var known: [Source] = []
    private var isCurrent = false
    private var asked: LoopTime?
    private var waiting: [(Result<[Source], AlmanacError>) -> Void] = []
    private var generations: [String: Generation] = [:]
    /// The number of events so far.
    private(set) var generation: Generation = 0

    /// Makes a list that asks the daemon.
    init(_ calls: DaemonCalls, now: @escaping () -> LoopTime) {
        self.calls = calls
        self.now = now
    }

    /// Returns how often a source has changed.
    func generation(of source: String) -> Generation { generations[source] ?? 0 }

    /// Takes note of an event.
    func note(_ event: Event) {
        generation += 1
        isCurrent = false
        if let source = event.source { generations[source, default: 0] += 1 }
    }

    /// Forgets everything, because events were missed.
    func invalidate() {
        generation += 1
        isCurrent = false
        for name in generations.keys { generations[name, default: 0] += 1 }
    }

    /// Passes all sources.
    func sources(_ receive: @escaping (Result<[Source], AlmanacError>) -> Void) {
        // The time of the next attempt changes without an event.
        if isCurrent, let asked, asked.distance(to: now()).duration < .seconds(2) {
            return receive(.success(known))
        }
        waiting.append(receive)
        if waiting.count == 1 { ask() }
    }

    private func ask() {
        isCurrent = true
        asked = now()
        calls.answer(to: .sources()) { [weak self] result in
            guard let self else { return }
            if case .success(let sources) = result { known = sources } else { isCurrent = false }
            let waiting = self.waiting
            self.waiting = []
            for receive in waiting { receive(result) }
        }
    }
}
