import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// The start page.
struct StartPage: Page {
    /// The number of changes, of sources that they are taken from, and of entries on the page.
    private static let mostChanges = 30
    private static let mostChanged = 12
    private static let mostEntries = 20
    /// The number of records of weather and feeds that the page is made of.
    private static let mostRecords = 500
    private static let shown = Selector(kinds: ["metar", "report", "forecast", "feed"])

    /// The first records, and the position of the following ones.
    private typealias Part = (items: [Item], next: String?)

    let sources = ["*"]
    let preferences: Preferences

    func load(_ site: Site, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        site.sources(where: { _ in true }) { result in
            switch result {
            case .failure(let error): done(.failure(error))
            case .success(let sources): load(site, sources, done)
            }
        }
    }

    private func load(
        _ site: Site, _ sources: [Source], _ done: @escaping (Result<Rendering, PageError>) -> Void
    ) {
        records(of: sources, site) { result in
            switch result {
            case .failure(let error): done(.failure(error))
            case .success(let (part, warnings)):
                newest(of: sources, site) { changes in
                    site.failures { failures in
                        done(.success(rendering(sources, failures, part, warnings, changes)))
                    }
                }
            }
        }
    }

    /// Passes the records of weather and feeds, and the warnings.
    private func records(
        of sources: [Source], _ site: Site,
        _ receive: @escaping (Result<(Part, WarningAnswer), PageError>) -> Void
    ) {
        site.part(of: StartPage.shown, limit: StartPage.mostRecords) { result in
            switch result {
            case .failure(let error): receive(.failure(error))
            case .success(let part):
                site.warnings(WarningQuestion()) { receive(.success((part, $0))) }
            }
        }
    }

    /// Passes the newest changes, without a gap, of the sources that changed last.
    private func newest(of sources: [Source], _ site: Site, _ receive: @escaping ([Event]) -> Void) {
        let changed = sources.filter { $0.runtime.changed != nil }.sorted { left, right in
            StartPage.changed(left) > StartPage.changed(right)
        }
        let requests = changed.prefix(StartPage.mostChanged).map {
            Request<ChangePage>.changes(of: $0.name, limit: StartPage.mostChanges)
        }
        // Changes of the other sources lie between those that are older.
        let start = changed.dropFirst(StartPage.mostChanged).first.map(StartPage.changed) ?? .min
        site.calls.answers(to: Array(requests)) { result in
            // The page is useful without them.
            let pages = (try? result.get()) ?? []
            let known = pages.flatMap(\.changes).filter { $0.at.microseconds > start }
            let newest = known.sorted { StartPage.number($0) > StartPage.number($1) }
            receive(Array(newest.prefix(StartPage.mostChanges)))
        }
    }

    /// The time of a source's last change, in microseconds since 1970; 0 if it is unknown.
    private static func changed(_ source: Source) -> Int64 { source.runtime.changed?.microseconds ?? 0 }

    /// The number of a change in the log, which orders also the changes of one moment.
    private static func number(_ change: Event) -> Int64 { Cursor(change.cursor)?.number ?? 0 }

    /// Returns one report of each station, the newest, in the order of their identifiers.
    private static func newest(_ reports: [Item]) -> [Item] {
        let newest = Dictionary(reports.map { ($0.key, $0) }) { first, second in
            (first.data["time"]?.string ?? "") >= (second.data["time"]?.string ?? "") ? first : second
        }
        return newest.values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    private func rendering(
        _ sources: [Source], _ failures: [DaemonFailure], _ part: Part, _ warnings: WarningAnswer,
        _ changes: [Event]
    ) -> Rendering {
        let items = part.items
        let cut = Cut(
            shown: items.count, of: part.next == nil ? items.count : nil, "records of weather and feeds",
            advice: "the pages of their sources have the others")
        let reports = StartPage.newest(items.filter { ReportPage.canShow($0) })
        let places = items.filter { OutlookPage.canShow($0) }.compactMap { item in
            sources.first { $0.name == item.source }.map {
                PlaceCard(item, of: $0, preferences: preferences)
            }
        }
        let entries = items.filter { item in sources.contains { $0.name == item.source && $0.kind == "feed" }
        }
        .sorted { ($0.published?.microseconds ?? 0) > ($1.published?.microseconds ?? 0) }
        return Rendering(
            title: "Now", assets: ["charts.css"],
            html: { paper in
                StartContent(
                    sources: sources, failures: failures, warnings: warnings,
                    weather: reports.map { AirportCard($0).html(on: paper) }
                        + places.map { $0.html(on: paper) },
                    changes: changes, entries: Array(entries.prefix(StartPage.mostEntries)), cut: cut,
                    preferences: preferences
                ).html(on: paper)
            },
            text: { paper in
                paper.text(
                    PageSequence([
                        GapList(warnings.gaps), SourceList(sources, failures: failures),
                        ReportTable(reports), cut,
                    ]))
            })
    }
}
