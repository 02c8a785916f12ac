import Records
import Showing

/// One line a change, for people.
final class PlainReporter: Reporter {
    private let output: Output
    /// How sources fared when it was last told.
    private var known: [String: String] = [:]
    /// What was missed has been told.
    private var isComplete = true

    init(_ output: Output) { self.output = output }

    func take(_ event: Event) {
        guard isNews(event) else { return }
        let paper = output.paper
        Terminal.write(paper.text(ChangeLine(event)))
    }

    /// Who goes on after an interruption is told how sources fare: that one does so as before, or well, is no news.
    private func isNews(_ event: Event) -> Bool {
        if event.kind == .subscribed || event.kind == .ready { isComplete = event.kind == .ready }
        guard event.kind == .source, let source = event.source else { return true }
        let fare = event.runtime.map { "\($0.health) \($0.failure?.reason ?? "")" }
        let before = known.updateValue(fare ?? "", forKey: source)
        if before == nil, !isComplete { return event.runtime?.health != .fresh }
        return (fare ?? "") != before
    }
}

/// One JSON object an event, as the daemon told it.
struct JSONReporter: Reporter {
    private let output: Output

    init(_ output: Output) { self.output = output }

    func take(_ event: Event) {
        if event.kind != .heartbeat { output.write(event.json) }
    }
}

/// One line a record, after a template of the user's.
struct TemplateReporter: Reporter {
    private let template: Template
    private let output: Output

    init(_ template: Template, _ output: Output) { (self.template, self.output) = (template, output) }

    var opening: Opening { .records }

    func take(_ event: Event) {
        guard event.item != nil else { return }
        Terminal.write(template.text(event, on: output.paper) + "\n")
    }
}
