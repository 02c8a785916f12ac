import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// The entries of all feeds.
struct NewsPage: Page {
    private static let mostEntries = 200

    let preferences: Preferences

    let sources = ["*"]

    func load(_ site: Site, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        site.records(Selector(kinds: ["feed"]), limit: 2000) { result in
            done(result.map { rendering($0) })
        }
    }

    private func rendering(_ items: [Item]) -> Rendering {
        let newest = items.sorted {
            ($0.published?.microseconds ?? .min) > ($1.published?.microseconds ?? .min)
        }
        let entries = Array(newest.prefix(NewsPage.mostEntries))
        return Rendering(
            title: "News",
            html: { NewsContent(entries, preferences: preferences).html(on: $0) },
            text: { $0.text(EntryList(entries)) })
    }
}

/// The records that contain words.
struct SearchPage: Page {
    let text: String
    let preferences: Preferences

    let sources = ["*"]

    func load(_ site: Site, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        guard !text.isEmpty else { return done(.success(rendering([]))) }
        site.calls.answer(to: .search(text, limit: 100)) { result in
            done(result.map { rendering($0) }.mapError { PageError($0) })
        }
    }

    private func rendering(_ items: [Item]) -> Rendering {
        Rendering(
            title: text.isEmpty ? "Search" : "Search: \(text.prefix(60))",
            html: { SearchContent(text, items: items, preferences: preferences).html(on: $0) },
            text: { $0.text(Matches(items)) })
    }
}
