import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// The records of a source, or one of them if it has only one.
struct RecordsPage: SitePage {
    let source: Source
    let view: RecordsContent.View
    let preferences: Preferences
    /// The names of the sources whose warnings may apply to the records.
    var warning: [String] = []

    var sources: [String] { ([source.name] + warning).map { Selector.literal($0) } }

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        let selector = Selector(sources: [Selector.literal(source.name)], conditions: view.conditions)
        if !view.search.isEmpty {
            return find(in: selector, site, done)
        }
        site.table(of: source.name, where: view.conditions) { result in
            guard let items = try? result.get(), let item = outlook(items) else {
                let all = Request<ItemPage>.records(selector)
                return finish(result, all, limit: SiteData.mostRecords, site, done)
            }
            let place = source.name.split(separator: "@", maxSplits: 1).dropFirst().first.map(String.init)
            let question = WarningQuestion(at: item.position(nil), named: place)
            site.warnings(question) { done(.success(forecast(item, $0))) }
        }
    }

    /// Passes the page of the records that were found; their number is unknown if not all are indexed yet.
    private func find(
        in selector: Selector, _ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void
    ) {
        let limit = RecordsContent.mostFound
        let search = Request<SearchResult<Item>>.search(view.search, in: selector, limit: limit)
        site.calls.answer(to: search) { result in
            result.mapError { PageError($0) }.pass(done) { found in
                guard !found.isPartial else {
                    return done(.success(rendering(found.elements, all: nil, rows: RowCache())))
                }
                finish(.success(found.elements), search, limit: limit, site, done)
            }
        }
    }

    /// Passes the page of records that were loaded up to a limit.
    private func finish<Answer>(
        _ result: Result<[Item], PageError>, _ request: Request<Answer>, limit: Int, _ site: SiteData,
        _ done: @escaping (Result<Rendering, PageError>) -> Void
    ) {
        result.pass(done) { items in
            site.total(of: request, shown: items, limit: limit) {
                done(.success(rendering(items, all: $0, rows: view.search.isEmpty ? rows(site) : RowCache())))
            }
        }
    }

    /// Returns the forecast for a place, which is the only record of its source; `nil` of other records.
    private func outlook(_ items: [Item]) -> Item? {
        guard let item = items.first, items.count == 1, OutlookPage.canShow(item), view.first == 0 else {
            return nil
        }
        return item
    }

    /// Returns the rows of the last rendering; none of a large table or of a part of the records.
    private func rows(_ site: SiteData) -> RowCache {
        guard view.conditions.isEmpty, view.count <= KeptRecords.mostRows else { return RowCache() }
        return site.rows(of: source.name, in: .init(view: view, preferences: preferences))
    }

    /// Returns the page of records, of which `all` counts those that were not loaded, too.
    private func rendering(_ items: [Item], all: Int?, rows: RowCache) -> Rendering {
        var sorted = ordered(items, by: view.sort == nil ? source.words(in: "Record", named: "Sort") : [])
        if let sort = view.sort {
            sorted =
                ["@key", "@title"].contains(sort)
                ? items.sorted { $0.shown(sort).naturallyPrecedes($1.shown(sort)) } : ordered(items, by: sort)
        }
        if view.isDescending { sorted.reverse() }
        let asked = Array(sorted.dropFirst(view.first).prefix(view.count))
        let part = fitting(asked, of: source, preferences: preferences)
        if let item = outlook(items) { return forecast(item, WarningAnswer()) }
        return Rendering(
            title: source.title ?? source.name, feed: path(ofFeed: source.name),
            sheet: RecordsContent(
                source, items: part, total: items.count, all: all, view: view, preferences: preferences,
                sizes: sizes(of: items, isCut: part.count < items.count), rows: rows))
    }

    /// Returns the sizes of the groups of all records, if the page has some of them.
    private func sizes(of items: [Item], isCut: Bool) -> RecordTable.GroupSizes {
        let group = view.group ?? source.words(in: "Record", named: "Group").first
        guard isCut, let group, group != "-" else { return .shown }
        let member = ShownMember(group)
        return RecordTable.GroupSizes(items) { item in
            let name = member.text(of: item)
            return name.isEmpty ? nil : name
        }
    }
}

extension RecordsPage {
    /// The forecast for a place, with the warnings that apply there.
    private func forecast(_ item: Item, _ warnings: WarningAnswer) -> Rendering {
        Rendering(
            title: source.title ?? item.name, assets: ["charts.css"], feed: path(ofFeed: source.name),
            sheet: ForecastContent(item, source: source, warnings: warnings))
    }
}
