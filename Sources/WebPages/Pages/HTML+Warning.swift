import AlmanacValues
import Showing

extension HTML {
    /// The maximum number of warnings on a page about something else.
    static let mostWarnings = 20

    /// Adds a section with the warnings that apply to what the page is about, and why there may be others;
    /// none if it is known that there are none.
    ///
    /// - Parameters:
    ///   - warnings: The known warnings and their gaps; those that are over are not shown.
    ///   - id: The identifier of the section.
    ///   - paper: The user's zone and the time.
    mutating func add(warnings: WarningAnswer, id: String, on paper: Paper) {
        let current = Warning.current(warnings.warnings, at: paper.now)
        guard !current.isEmpty || !warnings.isComplete else { return }
        add(section: "Warnings", class: "card attention", id: id) {
            $0.add(gaps: warnings.gaps, on: paper)
            guard !current.isEmpty else { return }
            $0.add("ul") { list in
                for warning in current.prefix(HTML.mostWarnings) { list.add(warning: warning, on: paper) }
            }
            $0.add(rest: current.count - HTML.mostWarnings, on: paper)
        }
    }

    /// Adds how many warnings are not listed.
    mutating func add(rest count: Int, on paper: Paper) {
        guard count > 0 else { return }
        add("p", ["class": "note"]) {
            $0.add(text: "\(count) more, see ")
            $0.add("a", ["href": paper.link("/warnings")], text: "all warnings")
        }
    }

    /// Adds a warning as an item of a list: its severity, event and time.
    mutating func add(warning: Warning, on paper: Paper) {
        add("li", ["data-key": "\(warning.item.source)/\(warning.item.key)"]) {
            $0.add(wordsOf: warning, on: paper)
        }
    }

    /// Adds the severity, event and time of a warning.
    mutating func add(wordsOf warning: Warning, on paper: Paper) {
        if !warning.words.isEmpty {
            add("strong", ["class": warning.severity.ink.flatMap { HTML.name(of: $0) }], text: warning.words)
            add(text: ": ")
        }
        add(linkTo: warning.item, text: warning.event, on: paper)
        if let onset = warning.onset, onset > paper.now {
            add(text: " from ")
            add(moment: onset, on: paper)
        }
        guard let ends = warning.ends else { return }
        add(text: " until ")
        add(moment: ends, on: paper)
    }
}
