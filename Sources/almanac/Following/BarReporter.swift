import AlmanacClient
import AlmanacValues
import Reactive
import Records
import Showing

/// Prints the current state as a line for a status bar after each change, with the age of what is not
/// current.
final class BarReporter: Reporter {
    /// The sources of a bar.
    struct Subject {
        /// Selects the sources.
        let selector: Selector
        /// The names that were asked for.
        let names: [String]
        /// The daemon that knows their states.
        let daemon: Daemon
    }

    private let output: Output
    private let subject: Subject
    private let header: String
    private let line: (Board, Paper) -> String
    private var board = Board()
    /// Whether all records were received.
    private var isComplete = false
    private var isLost = false
    private var hasBegun = false
    private var asking: AnyCancellable?
    private var isAsking = false
    private var last = ""

    init(
        _ output: Output, of subject: Subject, begin header: String, line: @escaping (Board, Paper) -> String
    ) {
        self.output = output
        self.subject = subject
        self.header = header
        self.line = line
        // Without the daemon, the states follow once it can be reached.
        let sources = try? subject.daemon.ask(.sources(subject.sources))
        board.isConnected = sources != nil
        if let sources { board.know(sources, asked: subject.names) }
    }

    var opening: Opening { .state }

    func start() {
        hasBegun = true
        Terminal.write(header)
        if isLost { refresh() }
    }

    func startOver() {
        board.removeRecords()
        isComplete = false
    }

    func report(_ event: Event) {
        isLost = false
        if event.kind == .overflow { startOver() }
        board.apply(event)
        if event.kind == .ready {
            isComplete = true
            ask()
        }
        if isComplete { draw() }
    }

    /// Without a connection, nothing is known to be current. A daemon that restarts is back in a moment, so
    /// that the line is not replaced at once.
    func lost() {
        isLost = true
        asking = nil
        isAsking = false
        if hasBegun, last.isEmpty { refresh() }
    }

    func show(unknown: [Gap]) -> Bool {
        board.replace(unknown: unknown.map { $0.line(on: output.paper).plain })
        refresh()
        return true
    }

    func refresh() {
        if isLost { board.isConnected = false } else { ask() }
        if isComplete || isLost { draw() }
    }

    /// Asks for the states of the sources: events report their health, but not each answer.
    private func ask() {
        guard !isAsking else { return }
        isAsking = true
        asking = subject.daemon.connection.publisher(for: .sources(subject.sources)).sink(
            receiveCompletion: { [unowned self] in
                isAsking = false
                if case .failure = $0 { board.isConnected = false }
                if isComplete { draw() }
            },
            receiveValue: { [unowned self] in
                board.isConnected = true
                board.know($0, asked: subject.names)
            })
    }

    private func draw() {
        let text = line(board, output.paper)
        guard text != last else { return }
        last = text
        Terminal.write(text + "\n")
    }
}

extension BarReporter.Subject {
    /// Selects the sources alone.
    fileprivate var sources: Selector { Selector(sources: selector.sources, kinds: selector.kinds) }
}
