public import AlmanacValues
import Records
public import Showing

/// The start page: what needs attention, the weather, the newest changes and entries.
public struct StartContent: Sheet {
    /// The number of entries on the page.
    private static let mostEntries = 20
    /// The number of tiles that fit a screen on a wall.
    private static let mostOnWall = 15

    private let sources: [Source]
    private let failures: [DaemonFailure]
    private let warnings: WarningAnswer
    private let records: [Item]
    private let changes: [Event]?
    private let lost: [Gap]
    private let cut: Cut
    private let preferences: Preferences

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - sources: All sources.
    ///   - failures: The failures of the daemon itself.
    ///   - warnings: All known warnings and their gaps; those that are over are not shown.
    ///   - records: The records of weather and feeds.
    ///   - changes: The newest changes, newest first; `nil` if they are not known.
    ///   - lost: The reasons why some of the newest changes are missing.
    ///   - cut: The remark on the records, if these are not all.
    ///   - preferences: The user's choices, among them the order of the airports.
    public init(
        sources: [Source], failures: [DaemonFailure] = [], warnings: WarningAnswer, records: [Item],
        changes: [Event]?, lost: [Gap] = [], cut: Cut = Cut(shown: 0, of: 0),
        preferences: Preferences = Preferences()
    ) {
        self.sources = sources
        self.failures = failures
        self.warnings = warnings
        self.records = records
        self.changes = changes
        self.lost = lost
        self.cut = cut
        self.preferences = preferences
    }

    /// Returns what is not known about warnings, the sources and the reports.
    public func lines(on paper: Paper) -> [Line] {
        let reports = airports(paper).compactMap(\.item)
        return PageSequence([
            GapList(warnings.gaps), SourceList(sources, failures: failures),
            ReportTable(reports, of: sources),
            cut,
        ]).lines(on: paper)
    }

    /// Returns how much needs attention, a tile for each airport and place, what needs attention, and the
    /// newest changes and entries. On a wall, it is one screen without what follows the tiles.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", ["class": "visually-hidden"], text: "Now")
            summary(&$0, paper)
            tiles(&$0, paper)
            if let words = preferences.refusedWords {
                $0.add("p", ["class": "note", "id": "pins-refused"], text: words)
            }
            if !cut.isWhole { $0.add("p", ["class": "note", "id": "cut"], text: cut.text) }
            guard !preferences.isKiosk else { return }
            $0.add("div", ["class": "columns"]) {
                attention(&$0, paper)
                newest(&$0, paper)
                news(&$0, paper)
            }
        }
    }

    private func airports(_ paper: Paper) -> [AirportReport] {
        AirportReport.ordered(
            reports, of: sources, pins: preferences.pins, by: preferences.order, at: paper.now)
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

    /// Whether nothing is known to be wrong or missing.
    private func isWell(_ counts: SourceCounts) -> Bool {
        counts.areWell && failures.isEmpty && warnings.isComplete
    }

    /// Adds in a few lines what needs attention, above the tiles.
    private func summary(_ html: inout HTML, _ paper: Paper) {
        let counts = SourceCounts(sources)
        let warnings = WarningLine(warnings).lines(on: paper)
        guard !isWell(counts) || !warnings.isEmpty else { return }
        html.add("div", ["class": "summary attention", "id": "summary"]) {
            for line in warnings { $0.add("p", line: line) }
            if let first = failures.first {
                let more = failures.count > 1 ? Line(", \(failures.count - 1) more") : Line()
                $0.add("p", line: first.line(on: paper) + more)
            }
            if !counts.areWell { $0.add("p", line: counts.line) }
            if !preferences.isKiosk { $0.add("a", ["href": "#attention"], text: "Details") }
        }
    }

    private func attention(_ html: inout HTML, _ paper: Paper) {
        let troubled = sources.filter { [.failing, .stale].contains($0.standing) }
        let current = Warning.current(warnings.warnings, at: paper.now)
        let counts = SourceCounts(sources)
        guard !isWell(counts) || !current.isEmpty else { return }
        html.add(section: "Needs attention", class: "card attention", id: "attention") {
            $0.add(notes: failures.map { $0.line(on: paper) })
            if !counts.areWell { $0.add("p", ["id": "states"], line: counts.line) }
            $0.add(gaps: warnings.gaps, on: paper)
            guard !troubled.isEmpty || !current.isEmpty else { return }
            $0.add("ul") { list in
                for warning in current.prefix(HTML.mostWarnings) { list.add(warning: warning, on: paper) }
                for source in troubled { writeNote(source, &list, paper) }
            }
            $0.add(rest: current.count - HTML.mostWarnings, on: paper)
        }
    }

    private func writeNote(_ source: Source, _ html: inout HTML, _ paper: Paper) {
        html.add("li", ["data-key": source.name]) {
            $0.add("a", ["href": paper.link(path(ofStateOf: source.name))], text: source.name)
            $0.add(notes: SourceNote(source, isEmpty: false).lines(on: paper))
        }
    }

    private func tiles(_ html: inout HTML, _ paper: Paper) {
        let places = records.filter { OutlookPage.canShow($0) }.compactMap { item in
            sources.first { $0.name == item.source }.map { PlaceTile(item, of: $0) }
        }
        let airports = airports(paper).map { AirportTile($0, preferences: preferences) }
        let tiles = airports.map { $0.html(on: paper) } + places.map { $0.html(on: paper) }
        guard !tiles.isEmpty else { return }
        let shown = preferences.isKiosk ? tiles.prefix(StartContent.mostOnWall) : tiles[...]
        html.add("section", ["id": "weather"]) {
            $0.add("h2", ["class": "visually-hidden"], text: "Weather")
            $0.add("div", ["class": shown.count > 6 ? "tiles" : "tiles few"]) { grid in
                for tile in shown { grid.add(tile) }
            }
            if shown.count < tiles.count {
                $0.add("p", ["class": "note"], text: "and \(grouped(tiles.count - shown.count)) more")
            }
            if !preferences.isKiosk, !airports.isEmpty { $0.add(ArrangeForm(preferences).html) }
        }
    }

    private func newest(_ html: inout HTML, _ paper: Paper) {
        html.add(section: "Newest changes") {
            let known = changes ?? []
            $0.add(gaps: lost, on: paper)
            $0.add("div", ["id": "changes"]) { $0.add(changes: known, on: paper) }
            guard !known.isEmpty else {
                let isUnknown = changes == nil
                let text = isUnknown ? "The changes could not be loaded." : "No change is known yet."
                return $0.add("p", ["class": isUnknown ? "note unknown" : "faint"], text: text)
            }
            $0.add("p") { $0.add("a", ["href": paper.link("/history")], text: "All changes") }
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
