public import AlmanacValues
import Records
public import Showing

/// The start page: what needs attention, the weather, the newest changes and entries.
public struct StartContent: Sheet {
    /// The number of entries on the page.
    private static let mostEntries = 20

    private let sources: [Source]
    private let failures: [DaemonFailure]
    private let warnings: WarningAnswer
    private let records: [Item]
    private let changes: [Event]
    private let cut: Cut

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - sources: All sources.
    ///   - failures: The failures of the daemon itself.
    ///   - warnings: What is known about all warnings; those that are over are not shown.
    ///   - records: The records of weather and feeds.
    ///   - changes: The newest changes, newest first.
    ///   - cut: The remark on the records, if these are not all.
    public init(
        sources: [Source], failures: [DaemonFailure] = [], warnings: WarningAnswer, records: [Item],
        changes: [Event], cut: Cut = Cut(shown: 0, of: 0)
    ) {
        self.sources = sources
        self.failures = failures
        self.warnings = warnings
        self.records = records
        self.changes = changes
        self.cut = cut
    }

    /// Returns what is not known about warnings, the sources and the reports.
    public func lines(on paper: Paper) -> [Line] {
        PageSequence([
            GapList(warnings.gaps), SourceList(sources, failures: failures),
            ReportTable(reports, of: sources), cut,
        ]).lines(on: paper)
    }

    /// Returns what needs attention, a card for each airport and place, and the newest changes and entries.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", ["class": "visually-hidden"], text: "Now")
            attention(&$0, paper)
            cards(&$0, paper)
            if !cut.isWhole { $0.add("p", ["class": "note", "id": "cut"], text: cut.text) }
            $0.add("div", ["class": "columns"]) {
                newest(&$0, paper)
                news(&$0, paper)
            }
        }
    }

    /// One report of each station, the newest, in the order of their identifiers.
    private var reports: [Item] {
        let pairs = records.filter { ReportPage.canShow($0) }.map { ($0.key, $0) }
        let newest = Dictionary(pairs) { first, second in
            (first.data["time"]?.string ?? "") >= (second.data["time"]?.string ?? "") ? first : second
        }
        return newest.values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// The newest entries of feeds, newest first.
    private func entries(_ paper: Paper) -> [Item] {
        let feeds = Set(sources.filter { $0.kind == "feed" }.map(\.name))
        let all = records.filter { feeds.contains($0.source) }
        return Array(all.newestFirst(at: paper.now).prefix(StartContent.mostEntries))
    }

    private func attention(_ html: inout HTML, _ paper: Paper) {
        let troubled = sources.filter { [.failing, .stale].contains($0.standing) }
        let current = Warning.current(warnings.warnings, at: paper.now)
        let counts = SourceCounts(sources)
        let isWell = counts.areWell && failures.isEmpty && warnings.isComplete
        guard !isWell || !current.isEmpty else { return }
        html.add(section: "Needs attention", class: "card attention", id: "attention") {
            $0.add(notes: failures.map { $0.line(on: paper) })
            if !counts.areWell { $0.add("p", ["id": "states"], line: counts.line) }
            $0.add(gaps: warnings.gaps, on: paper)
            guard !troubled.isEmpty || !current.isEmpty else { return }
            $0.add("ul") { list in
                for warning in current.prefix(HTML.mostWarnings) { list.add(warning: warning, on: paper) }
                for source in troubled { writeNote(source, &list, paper) }
            }
            $0.add(rest: current.count - HTML.mostWarnings)
        }
    }

    private func writeNote(_ source: Source, _ html: inout HTML, _ paper: Paper) {
        html.add("li", ["data-key": source.name]) {
            $0.add("a", ["href": paper.link(path(ofStateOf: source.name))], text: source.name)
            $0.add(notes: SourceNote(source, isEmpty: false).lines(on: paper))
        }
    }

    private func cards(_ html: inout HTML, _ paper: Paper) {
        let places = records.filter { OutlookPage.canShow($0) }.compactMap { item in
            sources.first { $0.name == item.source }.map { PlaceCard(item, of: $0) }
        }
        let ages = sources.maximumAges
        let airports = reports.map { AirportCard($0, maximumAge: ages[$0.source] ?? .usualMaximumAge) }
        let cards = airports.map { $0.html(on: paper) } + places.map { $0.html(on: paper) }
        guard !cards.isEmpty else { return }
        html.add("section") {
            $0.add("h2", ["class": "visually-hidden"], text: "Weather")
            $0.add("div", ["class": "cards"]) { for card in cards { $0.add(card) } }
        }
    }

    private func newest(_ html: inout HTML, _ paper: Paper) {
        html.add(section: "Newest changes") {
            $0.add("div", ["id": "changes"]) { $0.add(changes: changes, on: paper) }
            if changes.isEmpty { $0.add("p", ["class": "faint"], text: "Nothing has changed yet.") }
        }
    }

    private func news(_ html: inout HTML, _ paper: Paper) {
        let entries = entries(paper)
        guard !entries.isEmpty else { return }
        html.add(section: "News") {
            $0.add("ul", ["class": "entries"]) { list in
                for entry in entries { add(entry: entry, &list, paper) }
            }
            $0.add("p") { $0.add("a", ["href": paper.link("/news")], text: "All news") }
        }
    }

    private func add(entry: Item, _ html: inout HTML, _ paper: Paper) {
        html.add("li", ["data-key": "\(entry.source)/\(entry.key)"]) {
            if let published = entry.published { $0.add(moment: published, on: paper) }
            $0.add(text: " ")
            $0.add(linkTo: entry, on: paper)
        }
    }
}
