import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// The start page.
struct StartPage: SitePage {
    /// The number of changes on the page, and of sources that they are taken from.
    private static let mostChanges = 30
    private static let mostChanged = 12
    /// The number of records of weather and feeds that the page is made of.
    private static let mostRecords = 500
    private static let shown = Selector(kinds: ["metar", "report", "forecast", "feed"])

    /// The first records, and the position of the following ones.
    private typealias Part = (items: [Item], next: String?)

    /// The choices of the user, among them the order of airports.
    let preferences: Preferences

    let sources = ["*"]

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        site.sources(where: { _ in true }) { result in
            result.pass(done) { load(site, $0, done) }
        }
    }

    private func load(
        _ site: SiteData, _ sources: [Source], _ done: @escaping (Result<Rendering, PageError>) -> Void
    ) {
        site.part(of: StartPage.shown, limit: StartPage.mostRecords) { result in
            result.pass(done) { part in
                site.warnings(WarningQuestion()) { warnings in
                    newest(of: sources, site) { changes in
                        site.failures { failures in
                            done(.success(rendering(sources, failures, part, warnings, changes)))
                        }
                    }
                }
            }
        }
    }

    /// Passes the newest changes, without a gap, of the sources that changed last.
    private func newest(of sources: [Source], _ site: SiteData, _ receive: @escaping ([Event]) -> Void) {
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

    private func rendering(
        _ sources: [Source], _ failures: [DaemonFailure], _ part: Part, _ warnings: WarningAnswer,
        _ changes: [Event]
    ) -> Rendering {
        let items = part.items
        let cut = Cut(
            shown: items.count, of: part.next == nil ? items.count : nil, "records of weather and feeds",
            advice: "the pages of their sources have the others")
        let content = StartContent(
            sources: sources, failures: failures, warnings: warnings, records: items, changes: changes,
            cut: cut, preferences: preferences)
        return Rendering(title: "Now", assets: ["charts.css"], sheet: content)
    }
}
