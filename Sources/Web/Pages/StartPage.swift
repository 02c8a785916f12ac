import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// The start page.
struct StartPage: SitePage {
    /// The number of newest changes.
    private static let mostChanges = 30
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
                    site.log(of: Selector(), from: .all, limit: StartPage.mostChanges) { log in
                        site.failures { failures in
                            // The page is useful without the changes, and says so.
                            let log = try? log.get()
                            done(.success(rendering(sources, failures, part, warnings, log)))
                        }
                    }
                }
            }
        }
    }

    private func rendering(
        _ sources: [Source], _ failures: [DaemonFailure], _ part: Part, _ warnings: WarningAnswer,
        _ log: SiteLog?
    ) -> Rendering {
        let items = part.items
        let cut = Cut(
            shown: items.count, of: part.next == nil ? items.count : nil, "records of weather and feeds",
            advice: "the pages of their sources have the others")
        let content = StartContent(
            sources: sources, failures: failures, warnings: warnings, records: items,
            changes: log?.changes, lost: log?.gaps.list() ?? [],
            cut: cut, preferences: preferences)
        return Rendering(title: "Now", assets: ["charts.css"], sheet: content)
    }
}
