import Records
import Showing

/// One line a change, for people.
struct PlainReporter: Reporter {
    private let output: Output

    init(_ output: Output) { self.output = output }

    func take(_ event: Event) {
        let paper = output.paper
        Terminal.write(paper.text(ChangeLine(event)))
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
