import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// The entries of all feeds.
struct NewsPage: SitePage {
    private static let mostEntries = 200
    /// The maximum number of entries that are compared.
    private static let mostCompared = 2000

    let sources = ["*"]

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        let selector = Selector(kinds: ["feed"])
        site.sources(where: { $0.kind == "feed" }) { result in
            result.pass(done) { feeds in
                site.part(of: selector, limit: NewsPage.mostCompared) { result in
                    result.pass(done) { items, _ in
                        let all = Request<ItemPage>.records(selector)
                        site.total(of: all, shown: items, limit: NewsPage.mostCompared) {
                            done(.success(rendering(items, of: $0, feeds)))
                        }
                    }
                }
            }
        }
    }

    /// Returns the page of the newest of some entries, and a remark if it has not all or not all were
    /// compared.
    private func rendering(_ items: [Item], of total: Int?, _ feeds: [Source]) -> Rendering {
        let count = min(items.count, NewsPage.mostEntries)
        let isCompared = total == items.count
        let cut = Cut(
            shown: count, of: total, "entries",
            advice: isCompared ? "" : "only \(items.count) were compared by their time")
        let gaps = feeds.flatMap(\.readingGaps)
        return Rendering(title: "News", sheet: NewsContent(items, most: count, cut: cut, gaps: gaps))
    }
}

/// The records that contain words.
struct SearchPage: SitePage {
    private static let mostFound = 100

    let text: String

    let sources = ["*"]

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        guard !text.isEmpty else { return done(.success(rendering([], of: 0, gaps: []))) }
        let search = Request<SearchResult<Item>>.search(text, limit: SearchPage.mostFound)
        site.calls.answer(to: search) { result in
            result.mapError { PageError($0) }.pass(done) { found in
                site.total(of: search, shown: found.elements, limit: SearchPage.mostFound) { total in
                    site.gaps(of: found) { done(.success(rendering(found.elements, of: total, gaps: $0))) }
                }
            }
        }
    }

    private func rendering(_ items: [Item], of total: Int?, gaps: [Gap]) -> Rendering {
        let cut = Cut(shown: items.count, of: total, advice: "more words find fewer")
        return Rendering(
            title: text.isEmpty ? "Search" : "Search: \(text.shortened(toBytes: 120))",
            sheet: SearchContent(text, items: items, cut: cut, gaps: gaps))
    }
}
