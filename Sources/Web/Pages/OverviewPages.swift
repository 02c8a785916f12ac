import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// All warnings.
struct WarningsPage: SitePage {
    let sources = ["*"]

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        site.warnings(WarningQuestion()) {
            done(.success(Rendering(title: "Warnings", sheet: WarningsContent($0))))
        }
    }
}

/// The appointments of all calendars.
struct CalendarPage: SitePage {
    /// The most records that are read.
    private static let mostRecords = 20_000

    let sources = ["*"]

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        site.sources(where: { $0.kind == "calendar" }) { result in
            result.pass(done) { sources in
                site.part(of: Selector(kinds: ["calendar"]), limit: CalendarPage.mostRecords) { result in
                    result.pass(done) { items, next in
                        let lost = next == nil ? [] : [CalendarPage.cut(items.count)]
                        let content = CalendarContent(items, of: sources, lost: lost)
                        done(.success(Rendering(title: "Calendar", sheet: content)))
                    }
                }
            }
        }
    }

    private static func cut(_ count: Int) -> Gap {
        Gap(source: "calendars", .remark("only \(count) records were read"))
    }
}

/// The newest changes of all sources.
struct HistoryPage: SitePage {
    private static let most = 100

    let sources = ["*"]

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        site.log(of: Selector(), from: .all, limit: HistoryPage.most) { result in
            done(
                result.map {
                    Rendering(
                        title: "History", sheet: HistoryContent($0.changes, gaps: $0.gaps.list()))
                })
        }
    }
}
