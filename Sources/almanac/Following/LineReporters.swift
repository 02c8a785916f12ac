import AlmanacValues
import Records
import Showing

/// Prints one line per change for people.
final class PlainReporter: Reporter {
    private let output: Output
    /// The last printed state of each source.
    private var known: [String: String] = [:]
    /// Whether all missed changes have been printed.
    private var isComplete = true

    init(_ output: Output) { self.output = output }

    func report(_ event: Event) {
        guard isNews(event) else { return }
        let paper = output.paper
        Terminal.write(paper.text(ChangeLine(event)))
    }

    /// Whether an event is news: after a reconnection, a source in the same state, or a good one, is not.
    private func isNews(_ event: Event) -> Bool {
        if event.kind == .subscribed || event.kind == .ready { isComplete = event.kind == .ready }
        guard event.kind == .source, let source = event.source else { return true }
        let fare = event.runtime.map {
            "\($0.standing) \($0.failure?.reason ?? "")" + ($0.overdue == nil ? "" : " overdue")
        }
        let before = known.updateValue(fare ?? "", forKey: source)
        if before == nil, !isComplete {
            return event.runtime.map { $0.standing.isCurrent && $0.overdue == nil } != true
        }
        return (fare ?? "") != before
    }
}

/// Prints one JSON object per event, as received.
struct JSONReporter: Reporter {
    private let output: Output

    init(_ output: Output) { self.output = output }

    func report(_ event: Event) {
        if event.kind != .heartbeat { output.write(event.json) }
    }
}

/// Prints one line per record from a user's template.
struct TemplateReporter: Reporter {
    private let template: Template
    private let output: Output

    init(_ template: Template, output: Output) {
        self.template = template
        self.output = output
    }

    var opening: Opening { .records }

    func report(_ event: Event) {
        guard event.item != nil else { return }
        Terminal.write(template.text(event, on: output.paper) + "\n")
    }
}
