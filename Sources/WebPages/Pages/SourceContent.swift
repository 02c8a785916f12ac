public import AlmanacValues
import Records
public import Showing

/// The page of a source: its origin, its state and its past, what was wrong with its document, and its
/// changes.
public struct SourceContent {
    private let source: Source
    private let phases: [Phase]
    private let rejects: [ReportedReject]
    private let changes: [Event]
    private let preferences: Preferences

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - phases: Its periods of success and failure, in order.
    ///   - rejects: The parts of its last document that could not be read.
    ///   - changes: Its newest changes, newest first.
    ///   - preferences: The user's choices.
    public init(
        _ source: Source, phases: [Phase] = [], rejects: [ReportedReject], changes: [Event],
        preferences: Preferences
    ) {
        self.source = source
        self.phases = phases
        self.rejects = rejects
        self.changes = changes
        self.preferences = preferences
    }

    /// Returns the content of the page.
    public func html(on paper: Paper) -> HTML {
        HTML {
            heading(&$0)
            section("State", id: "state", &$0) {
                $0.add(SourcePage(source).fields(on: paper))
                refresh(&$0)
            }
            if !source.runtime.steps.isEmpty { section("Last attempt", id: "steps", &$0, steps) }
            if !phases.isEmpty {
                section("Attempts over time", id: "phases", &$0) {
                    $0.add(PhaseChart(phases).html(on: paper))
                }
            }
            if !rejects.isEmpty { section("Could not be read", id: "rejects", &$0, rejected) }
            if !changes.isEmpty {
                section("Newest changes", id: "history", &$0) {
                    $0.add(ChangeList(changes, preferences: preferences).html(on: paper))
                }
            }
        }
    }

    private func heading(_ html: inout HTML) {
        html.add("h1") {
            $0.add(text: source.name)
            if let title = source.title { $0.add("small", text: " " + title) }
        }
        html.add("p") {
            $0.add("a", ["href": preferences.link(path(ofSource: source.name))], text: "Records")
            $0.add(text: " · ")
            $0.add("a", ["href": path(ofFeed: source.name)], text: "Changes as a feed")
        }
    }

    private func section(
        _ title: String, id: String, _ html: inout HTML, _ content: (inout HTML) -> Void
    ) {
        html.add("section", ["class": "card", "id": id]) {
            $0.add("h2", text: title)
            content(&$0)
        }
    }

    private func refresh(_ html: inout HTML) {
        html.add("form", ["method": "post", "action": "/refresh/\(percentEncoded(source.name))"]) {
            $0.add("button", ["type": "submit"], text: "Refresh now")
        }
    }

    private func steps(_ html: inout HTML) {
        html.add("ol") { list in
            for step in source.runtime.steps {
                list.add("li", text: "\(step.text) (\(step.elapsed.microseconds / 1000) ms)")
            }
        }
    }

    private func rejected(_ html: inout HTML) {
        let list = RejectList(source: source.name, rejects: rejects.map(\.reject))
        html.add(list.table, .init(label: "Rows and fields that could not be read", id: "reject-table"))
    }
}
