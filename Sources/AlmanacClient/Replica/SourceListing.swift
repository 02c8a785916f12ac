import AlmanacValues
import Reactive
import Records

/// The sources of a daemon: those that it listed, as the events since have changed them.
///
/// An event has the definition and state of its source. The times of attempts and the numbers of records
/// change without one, so that the daemon is asked when somebody needs them.
final class SourceListing {
    typealias Answer = Result<[Source], AlmanacError>

    /// The time after which a question counts as failed.
    private static let patience = Duration.seconds(20)

    private let connection: DaemonConnection
    private let selector: Selector
    private var known: [String: Source] = [:] { didSet { order = nil } }
    /// The sources in the order of their names, if they were needed since the last change.
    private var order: [Source]?
    /// Whether these are all sources: the daemon has listed them, and no event may have been missed since.
    private(set) var isComplete = false
    /// The number of events so far after which states are out of date.
    private var generation = 0
    /// The moment of the last question; `nil` if an event has arrived since.
    private var current: LoopTime?
    private var waiting: [(since: Int, receive: (Answer) -> Void)] = []
    /// The events about sources since the question was asked, which its answer may not contain.
    private var recent: [String: Event] = [:]
    private var question: AnyCancellable?
    private var timer: AnyCancellable?
    /// Called with each list.
    var listed: ([Source]) -> Void = { _ in }

    init(_ connection: DaemonConnection, of selector: Selector) {
        self.connection = connection
        self.selector = selector
    }

    /// The sources by name.
    var sources: [String: Source] { known }

    /// The sources in the order of their names.
    var sorted: [Source] {
        let sorted = order ?? known.values.sorted { $0.name.precedes($1.name) }
        order = sorted
        return sorted
    }

    /// Forgets that the list is complete and present: events may have been missed.
    func invalidate() {
        isComplete = false
        current = nil
        generation += 1
    }

    /// Takes over an event: the definition and state of a source; or, of a record, that the state of its
    /// source may be out of date.
    func apply(_ event: Event) {
        if event.kind == .source, let name = event.source {
            if question != nil { recent[name] = event }
            if replace(name, by: event) { return }
            isComplete = false
        }
        generation += 1
        current = nil
    }

    /// Replaces a source by what an event states.
    ///
    /// - Returns: `false` if an earlier daemon sends no definition, and none is known.
    private func replace(_ name: String, by event: Event) -> Bool {
        known[name] = Source(event, before: known[name])
        return known[name] != nil || event.runtime == nil
    }

    /// Passes all sources in states that contain every event so far, and that are not older than this.
    func present(within age: Duration, _ receive: @escaping (Answer) -> Void) {
        if let current, current.distance(to: connection.clock.now).duration < age {
            return receive(.success(sorted))
        }
        waiting.append((generation, receive))
        if waiting.count == 1 { ask() }
    }

    /// Fails all questions.
    func cancel() {
        let ended = waiting
        waiting = []
        (question, timer) = (nil, nil)
        for (_, receive) in ended { receive(.failure(.disconnected)) }
    }

    private func ask() {
        let generation = generation
        let moment = connection.clock.now
        recent = [:]
        var answer: Answer = .failure(.disconnected)
        timer = connection.clock.after(Self.patience, slack: .seconds(1)) { [weak self] in
            self?.receive(.failure(.timedOut(Self.patience)), asked: generation, at: moment)
        }
        var isOver = false
        let question = connection.publisher(for: .sources(selector)).sink(
            receiveCompletion: { [weak self] in
                isOver = true
                if case .failure(let error) = $0 { answer = .failure(error) }
                self?.receive(answer, asked: generation, at: moment)
            }, receiveValue: { answer = .success($0) })
        // A question that fails at once may have been followed by another one.
        if !isOver { self.question = question }
    }

    private func receive(_ answer: Answer, asked generation: Int, at moment: LoopTime) {
        (question, timer) = (nil, nil)
        var answer = answer
        if case .success(let list) = answer {
            keep(list)
            answer = .success(sorted)
            current = generation == self.generation ? moment : nil
        }
        let served = waiting.filter { $0.since <= generation }
        waiting.removeAll { $0.since <= generation }
        // An event has arrived since the question: its answer is too old for those that asked later.
        if !waiting.isEmpty { ask() }
        for (_, receive) in served { receive(answer) }
    }

    private func keep(_ list: [Source]) {
        known = Dictionary(list.map { ($0.name, $0) }) { first, _ in first }
        isComplete = true
        let events = recent
        recent = [:]
        for (name, event) in events { _ = replace(name, by: event) }
        listed(sorted)
    }
}
