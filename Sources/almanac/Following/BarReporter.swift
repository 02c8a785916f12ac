import AlmanacClient
import AlmanacValues
import Reactive
import Records
import Showing

/// Prints the current state as a line for a status bar after each change, with the age of what is not
/// current.
///
/// If the daemon does not answer at once, as when both start with the machine, the line is that of the last
/// run, marked as stale.
final class BarReporter: Reporter {
    /// The sources of a bar.
    struct Subject {
        /// Selects the sources.
        let selector: Selector
        /// The names that were asked for.
        let names: [String]
        /// The daemon that knows their states.
        let daemon: Daemon
        /// The words that determine the records: the socket, the operands and the options.
        let words: [String]
    }

    /// The time in which the daemon usually answers, so that its records are the first line.
    private static let patience = Duration.milliseconds(50)

    private let output: Output
    private let subject: Subject
    private let header: String
    private let line: (Board, Paper) -> String
    private var board = Board()
    /// The contents of the last run, shown until the present ones are complete; `nil` if there are none.
    private var restored: Board?
    /// Whether all records were received.
    private var isComplete = false
    private var isLost = false
    private var hasBegun = false
    private var asking: AnyCancellable?
    private var isAsking = false
    private var last = ""
    private var saved: SavedBar
    private var sources: [Source] = []
    private var waiting: AnyCancellable?

    init(
        _ output: Output, of subject: Subject, begin header: String, line: @escaping (Board, Paper) -> String
    ) {
        self.output = output
        self.subject = subject
        self.header = header
        self.line = line
        saved = SavedBar(of: subject.words)
        waiting = subject.daemon.loop.after(BarReporter.patience, slack: .zero) { [weak self] in
            self?.restore()
        }
        // Without the daemon, the states follow once it can be reached.
        let sources = try? subject.daemon.ask(.sources(subject.sources))
        board.isConnected = sources != nil
        if let sources { know(sources) }
    }

    private func know(_ sources: [Source]) {
        self.sources = sources
        board.know(sources, asked: subject.names)
    }

    /// Shows the last contents of the bar, unless all present ones are known.
    private func restore() {
        guard !isComplete, let board = saved.board(asked: subject.names) else { return }
        restored = board
        draw()
    }

    var opening: Opening { .state }

    func start() {
        begin()
        if isLost { lose() }
    }

    private func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        Terminal.write(header)
    }

    /// Shows what is known without a connection.
    private func lose() {
        restore()
        if last.isEmpty { refresh() }
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
            restored = nil
            ask()
        }
        // If the daemon could not be reached at first, the answer about its sources will draw the line.
        if isComplete, event.kind != .ready || board.isConnected { draw() }
    }

    /// Without a connection, nothing is known to be current. A daemon that restarts is back in a moment, so
    /// that the line is not replaced at once.
    func lost() {
        isLost = true
        asking = nil
        isAsking = false
        if hasBegun { lose() }
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
                know($0)
            })
    }

    private func draw() {
        let text = line(restored ?? board, output.paper)
        guard text != last else { return }
        last = text
        begin()
        Terminal.write(text + "\n")
        if isComplete, board.isConnected { saved.keep(board, of: sources, at: output.paper.now) }
    }
}

extension BarReporter.Subject {
    /// Selects the sources alone.
    fileprivate var sources: Selector { Selector(sources: selector.sources, kinds: selector.kinds) }
}
