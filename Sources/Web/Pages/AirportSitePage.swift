import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// The weather of an airport.
struct AirportSitePage: SitePage {
    /// The duration of the history that is drawn.
    private static let past = Duration.seconds(24 * 3600)
    /// The maximum number of versions of the report in that time.
    private static let mostVersions = 400
    /// The greatest distance of winds aloft that say something about the airport, in metres.
    private static let windsRadius = 500_000.0

    /// The kinds of the sources with weather of airports.
    private static let kinds = ["metar", "taf", "winds", "report"]

    let sources: [String]
    private let airport: String
    private let position: Position?
    private let preferences: Preferences
    /// Whether a source has SIGMETs or pilot reports.
    private let hasHazards: Bool

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - airport: The identifier of the airport.
    ///   - position: Its position; `nil` if it is unknown.
    ///   - sources: All sources; which of them have weather of the airport is known when the page is loaded.
    ///   - preferences: The choices of the visitor.
    init(airport: String, position: Position?, among sources: [Source], preferences: Preferences) {
        self.airport = airport
        self.position = position
        self.preferences = preferences
        // Globs stand for the sources that are named after their kinds, of which there may be thousands.
        let kinds = AirportSitePage.kinds
        let others = sources.filter { source in
            kinds.contains { $0 == source.kind } && !kinds.contains { source.name.hasPrefix($0) }
        }
        let warning = sources.filter { $0.kind == "alert" }
        let hazards = sources.filter { AirportHazards.kinds.contains($0.kind ?? "") }
        hasHazards = !hazards.isEmpty
        self.sources = kinds.map { $0 + "*" } + (others + warning + hazards).map { Selector.literal($0.name) }
    }

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        let selector = Selector(kinds: AirportSitePage.kinds, keys: [airport])
        site.records(.airport(airport), load: { site.records(selector, $0) }) { result in
            result.pass(done) { items in
                let own = AirportSitePage.preferred(items, for: airport)
                guard !own.isEmpty else { return done(.failure(missing)) }
                loadHistory(site, own, done)
            }
        }
    }

    /// Returns one record of each kind: that of the airport's own source, or else the first.
    private static func preferred(_ items: [Item], for airport: String) -> [Item] {
        var chosen: [Item] = []
        for item in items.sorted(by: { isOwn($0, airport) && !isOwn($1, airport) }) {
            let isReport = ReportPage.canShow(item)
            if !chosen.contains(where: { ReportPage.canShow($0) == isReport }) || isOwn(item, airport) {
                chosen.append(item)
            }
        }
        return chosen
    }

    private static func isOwn(_ item: Item, _ airport: String) -> Bool {
        item.source.hasSuffix("@\(airport)")
    }

    private var missing: PageError {
        .missing("No source has weather of \(airport). Add it: almanac add \(airport)")
    }

    private func loadHistory(
        _ site: SiteData, _ items: [Item], _ done: @escaping (Result<Rendering, PageError>) -> Void
    ) {
        let report = items.first { ReportPage.canShow($0) }?.source ?? ""
        let history = Request<ItemPage>.history(
            of: report, key: airport, since: site.now - AirportSitePage.past,
            limit: AirportSitePage.mostVersions)
        site.records(.versions(source: report, key: airport)) { receive in
            site.calls.answer(to: history) { receive($0.map(\.items).mapError { PageError($0) }) }
        } _: { result in
            // The page is useful without history, and says so.
            var lost: [Gap] = []
            let versions = result.part("the history", lost: &lost) ?? []
            let newest = Array(versions.prefix(AirportSitePage.mostVersions))
            loadSources(site, items, newest, lost, done)
        }
    }

    private func loadSources(
        _ site: SiteData, _ items: [Item], _ versions: [Item], _ lost: [Gap],
        _ done: @escaping (Result<Rendering, PageError>) -> Void
    ) {
        var names: [String] = []
        for item in items where !names.contains(item.source) { names.append(item.source) }
        // All are asked for at the same time.
        var winds: Neighbor?
        var lost = lost
        var warnings = WarningAnswer()
        var hazards: AirportHazards?
        var states: Result<[Source], PageError>?
        var missing = 4
        let finish = {
            missing -= 1
            guard missing == 0, let states else { return }
            let runways = site.runways[airport]
            let sections = site.sections(of: airport, in: preferences)
            done(
                states.map {
                    let page = AirportPage(
                        $0, items: items, winds: winds, warnings: warnings, hazards: hazards,
                        history: versions, runways: runways, lost: lost)
                    return rendering(AirportSheet(page, sections: sections), items)
                })
        }
        loadWinds(site, items) { result in
            winds = result.part("the winds aloft", lost: &lost) ?? nil
            finish()
        }
        site.warnings(WarningQuestion(at: position, named: airport)) {
            warnings = $0
            finish()
        }
        site.hazards(at: airport, position: position, amongAny: hasHazards) {
            hazards = $0
            finish()
        }
        site.sources(where: { names.contains($0.name) }) {
            states = $0
            finish()
        }
    }

    /// Passes the nearest winds aloft, without which the page is useful, too.
    private func loadWinds(
        _ site: SiteData, _ items: [Item], _ receive: @escaping (Result<Neighbor?, AlmanacError>) -> Void
    ) {
        guard let position, !items.contains(where: { WindsPage.canShow($0) }) else {
            return receive(.success(nil))
        }
        let winds = Request<[Neighbor]>.nearby(
            position, radius: AirportSitePage.windsRadius, in: Selector(kinds: ["winds"]), limit: 1)
        site.nearest(.winds(airport: airport), by: winds, receive)
    }

    private func rendering(_ sheet: AirportSheet, _ items: [Item]) -> Rendering {
        Rendering(
            title: items.first.map { "\(airport) \($0.title?.placeName ?? "")" } ?? airport,
            assets: ["charts.css"], sheet: sheet)
    }
}

/// Finds the airport that the name of a page stands for.
struct AirportFinder {
    private let stations: StationTable

    /// Makes a finder.
    init(_ stations: StationTable) { self.stations = stations }

    /// Returns the station with this identifier or national code, the one nearest to this position, or the
    /// only one with this name; `nil` if there is none.
    func station(_ text: String) -> Station? {
        if let position = Position(said: text) { return stations.nearest(to: position) }
        let code = text.uppercased()
        if let station = stations[code] { return station }
        if code.utf8.count == 3, let station = stations.station(code: code) { return station }
        let named = stations.named(text, limit: 50).filter { $0.reports && $0.isNamed(text) }
        return named.count == 1 ? named[0] : nil
    }
}
