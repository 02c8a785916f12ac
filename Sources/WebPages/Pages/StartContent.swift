public import AlmanacValues
import Records
public import Showing

/// The start page: what needs attention, the weather, the newest changes and entries.
public struct StartContent {
    private let sources: [Source]
    private let failures: [DaemonFailure]
    private let warnings: WarningAnswer
    private let weather: [HTML]
    private let changes: [Event]
    private let entries: [Item]
    private let cut: Cut
    private let preferences: Preferences

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - sources: All sources.
    ///   - failures: The failures of the daemon itself.
    ///   - warnings: What is known about all warnings; those that are over are not shown.
    ///   - weather: The cards of airports and places.
    ///   - changes: The newest changes, newest first.
    ///   - entries: The newest entries of feeds, newest first.
    ///   - cut: The remark on the records that the page is made of, if these are not all.
    ///   - preferences: The user's choices.
    public init(
        sources: [Source], failures: [DaemonFailure] = [], warnings: WarningAnswer, weather: [HTML],
        changes: [Event], entries: [Item], cut: Cut = Cut(shown: 0, of: 0), preferences: Preferences
    ) {
        self.sources = sources
        self.failures = failures
        self.warnings = warnings
        self.weather = weather
        self.changes = changes
        self.entries = entries
        self.cut = cut
        self.preferences = preferences
    }

    /// Returns the content of the page.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", ["class": "visually-hidden"], text: "Now")
            attention(&$0, paper)
            cards(&$0)
            if !cut.isWhole { $0.add("p", ["class": "note", "id": "cut"], text: cut.text) }
            $0.add("div", ["class": "columns"]) {
                newest(&$0, paper)
                news(&$0, paper)
            }
        }
    }

    private func attention(_ html: inout HTML, _ paper: Paper) {
        let troubled = sources.filter { [.failing, .stale].contains($0.standing) }
        let current = Warning.current(warnings.warnings, at: paper.now)
        let counts = SourceCounts(sources)
        let isWell = counts.areWell && failures.isEmpty && warnings.isComplete
        guard !isWell || !current.isEmpty else { return }
        html.add("section", ["class": "card attention", "id": "attention"]) {
            $0.add("h2", text: "Needs attention")
            for failure in failures { $0.add("p", ["class": "note"], line: failure.line(on: paper)) }
            if !counts.areWell { $0.add("p", ["id": "states"], line: counts.line) }
            $0.add(gaps: warnings.gaps, on: paper)
            guard !troubled.isEmpty || !current.isEmpty else { return }
            $0.add("ul") { list in
                for warning in current.prefix(HTML.mostWarnings) { note(warning, &list, paper) }
                for source in troubled { note(source, &list, paper) }
            }
            $0.add(rest: current.count - HTML.mostWarnings)
        }
    }

    private func note(_ warning: Warning, _ html: inout HTML, _ paper: Paper) {
        let item = warning.item
        let link = preferences.link(path(ofRecord: item.key, in: item.source))
        html.add(warning: warning, link: link, on: paper)
    }

    private func note(_ source: Source, _ html: inout HTML, _ paper: Paper) {
        html.add("li", ["data-key": source.name]) {
            let link = preferences.link("/sources/" + percentEncoded(source.name))
            $0.add("a", ["href": link], text: source.name)
            for line in SourceNote(source, isEmpty: false).lines(on: paper) {
                $0.add("p", ["class": "note"], line: line)
            }
        }
    }

    private func cards(_ html: inout HTML) {
        guard !weather.isEmpty else { return }
        html.add("section") {
            $0.add("h2", ["class": "visually-hidden"], text: "Weather")
            $0.add("div", ["class": "cards"]) { for card in weather { $0.add(card) } }
        }
    }

    private func newest(_ html: inout HTML, _ paper: Paper) {
        html.add("section", ["class": "card"]) {
            $0.add("h2", text: "Newest changes")
            $0.add("div", ["id": "changes"]) {
                $0.add(ChangeList(changes, preferences: preferences).html(on: paper))
            }
            if changes.isEmpty { $0.add("p", ["class": "faint"], text: "Nothing has changed yet.") }
        }
    }

    private func news(_ html: inout HTML, _ paper: Paper) {
        guard !entries.isEmpty else { return }
        html.add("section", ["class": "card"]) {
            $0.add("h2", text: "News")
            $0.add("ul", ["class": "entries"]) { list in
                for entry in entries { add(entry: entry, &list, paper) }
            }
            $0.add("p") { $0.add("a", ["href": preferences.link("/news")], text: "All news") }
        }
    }

    private func add(entry: Item, _ html: inout HTML, _ paper: Paper) {
        html.add("li", ["data-key": "\(entry.source)/\(entry.key)"]) {
            if let published = entry.published { $0.add(moment: published, on: paper) }
            $0.add(text: " ")
            $0.add(
                "a", ["href": preferences.link(path(ofRecord: entry.key, in: entry.source))],
                text: entry.name.shortened(toBytes: 400))
        }
    }
}
