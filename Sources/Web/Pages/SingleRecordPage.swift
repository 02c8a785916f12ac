import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// A record of a source, with its history and the warnings that apply at its position.
struct SingleRecordPage: SitePage {
    let source: Source
    let key: String
    /// The names of the sources whose warnings may apply at the record's position.
    var warning: [String] = []

    var sources: [String] { ([source.name] + warning).map { Selector.literal($0) } }

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        let selector = Selector(sources: [Selector.literal(source.name)], keys: [Selector.literal(key)])
        site.records(selector, limit: 1) { result in
            result.pass(done) { items in
                guard let item = items.first else {
                    return done(.failure(.missing(absence)))
                }
                load(site, item, done)
            }
        }
    }

    /// The statement that there is no such record, with the reasons why the upstream may nevertheless have it.
    private var absence: String {
        let reasons = source.readingGaps.map { $0.words() }.joined(separator: "; ")
        return reasons.isEmpty
            ? "There is no record \(key) in \(source.name)."
            : "There is no record \(key) in what is known of \(source.name): \(reasons)."
    }

    private func load(
        _ site: SiteData, _ item: Item, _ done: @escaping (Result<Rendering, PageError>) -> Void
    ) {
        site.calls.answer(to: .changes(of: source.name, key: key, limit: 50)) { result in
            // The record is worth showing without its history; the page says so.
            var lost: [Gap] = []
            let history = result.part("the history", lost: &lost)
            lost += history?.gaps ?? []
            let position = item.position(source)
            let place = place(of: item)
            guard source.kind != "alert", position != nil || place != nil else {
                return done(.success(rendering(item, history, lost, WarningAnswer())))
            }
            site.warnings(WarningQuestion(at: position, named: place)) {
                done(.success(rendering(item, history, lost, $0)))
            }
        }
    }

    /// The place that the source of a report or forecast is named after, such as `KPWM`.
    private func place(of item: Item) -> String? {
        guard ReportPage.canShow(item) || OutlookPage.canShow(item) else { return nil }
        return source.name.split(separator: "@", maxSplits: 1).dropFirst().first.map(String.init)
    }

    private func rendering(
        _ item: Item, _ history: ChangePage?, _ lost: [Gap], _ warnings: WarningAnswer
    ) -> Rendering {
        Rendering(
            title: item.name.shortened(toBytes: 400), assets: OutlookPage.canShow(item) ? ["charts.css"] : [],
            feed: path(ofFeed: source.name, key: key),
            sheet: RecordContent(
                item, of: source, changes: history?.changes ?? [], lost: lost,
                cut: history?.cut ?? Cut(shown: 0, of: 0), warnings: warnings))
    }
}
