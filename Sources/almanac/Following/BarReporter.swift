import AlmanacValues
import Records
import Showing

/// Prints the current state as a line for a status bar after each change.
final class BarReporter: Reporter {
    private let output: Output
    private let header: String
    private let line: (Board, Paper) -> String
    private var board = Board()
    private var isComplete = false
    private var last = ""

    init(_ output: Output, begin header: String, line: @escaping (Board, Paper) -> String) {
        self.output = output
        self.header = header
        self.line = line
    }

    var opening: Opening { .state }

    func begin() { Terminal.write(header) }

    func startOver() {
        board = Board()
        isComplete = false
    }

    func take(_ event: Event) {
        if event.kind == .overflow { startOver() }
        board.take(event)
        if event.kind == .ready { isComplete = true }
        refresh()
    }

    func refresh() {
        let text = line(board, output.paper)
        guard isComplete, text != last else { return }
        last = text
        Terminal.write(text + "\n")
    }
}
