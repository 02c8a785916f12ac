public import AlmanacValues
public import Records

/// The requests whose answers make a briefing.
///
/// Like `WarningQuestion`, it serves callers that wait for each answer, and those that are called with it
/// later. It asks for what the daemon keeps, and never makes it fetch anything.
public struct BriefQuestion {
    /// The most airports of a briefing.
    public static let mostStops = 10
    /// The kinds of sources that it reads, besides those of warnings.
    public static let kinds = BriefReports.kinds + ["winds", "sigmet", "pirep"]

    private let stops: [BriefStop]
    private let moment: UTC
    private let stations: StationTable

    /// Makes the question for airports, in the order of the flight, at a moment.
    public init(_ stops: [BriefStop], at moment: UTC, stations: StationTable) {
        self.stops = stops
        self.moment = moment
        self.stations = stations
    }

    /// Passes the briefing.
    ///
    /// - Parameters:
    ///   - sources: All sources.
    ///   - now: The present time.
    ///   - ask: Asks for records.
    ///   - receive: Called once with the briefing.
    public func answer(
        among sources: [Source], at now: UTC, ask: @escaping WarningQuestion.Ask,
        _ receive: @escaping (Brief) -> Void
    ) {
        reports(ask) { items in
            let reports = BriefReports(items: items, sources: sources, now: now, moment: moment)
            let stops = stops.map { $0.located(by: items) }
            let route = BriefRoute(stops)
            lists(route, ask) { lists in
                warnings(among: sources, at: now, ask, for: stops[...]) { warnings in
                    let places = zip(stops, warnings).map { stop, warnings in
                        BriefPlace(stop: stop, reports: reports, winds: lists[0], warnings: warnings)
                    }
                    let hazards = BriefHazards(
                        route: route, sources: sources, advisories: lists[1], reports: lists[2],
                        stations: stations, now: now, moment: moment)
                    receive(Brief(route, places: places, hazards: hazards, at: moment))
                }
            }
        }
    }

    /// The reason why nothing is known if the daemon did not answer.
    static let unanswered = "almanacd did not answer"

    /// Returns a gap in words, with its source.
    static func words(_ gap: Gap) -> String {
        "\(gap.source): \(gap.words { Zone.utc.plainTime($0) + "Z" })"
    }

    /// Passes the reports and forecasts of the airports; `nil` if they could not be asked for.
    private func reports(_ ask: @escaping WarningQuestion.Ask, _ receive: @escaping ([Item]?) -> Void) {
        let keys = stops.map { Selector.literal($0.identifier) }
        ask(WarningQuestion.Inquiry(selector: Selector(kinds: BriefReports.kinds, keys: keys)), receive)
    }

    /// Passes the winds aloft, the advisories, and the pilot reports around the way; `nil` for each that could
    /// not be asked for.
    private func lists(
        _ route: BriefRoute, _ ask: @escaping WarningQuestion.Ask, _ receive: @escaping ([[Item]?]) -> Void
    ) {
        let selectors = [
            Selector(kinds: ["winds"]), Selector(kinds: ["sigmet"]),
            Selector(kinds: ["pirep"], circle: route.surroundings),
        ]
        collect(selectors[...], ask, [], receive)
    }

    private func collect(
        _ selectors: ArraySlice<Selector>, _ ask: @escaping WarningQuestion.Ask, _ found: [[Item]?],
        _ receive: @escaping ([[Item]?]) -> Void
    ) {
        guard let first = selectors.first else { return receive(found) }
        ask(WarningQuestion.Inquiry(selector: first)) { items in
            collect(selectors.dropFirst(), ask, found + [items], receive)
        }
    }

    private func warnings(
        among sources: [Source], at now: UTC, _ ask: @escaping WarningQuestion.Ask,
        for stops: ArraySlice<BriefStop>, _ receive: @escaping ([WarningAnswer]) -> Void
    ) {
        guard let stop = stops.first else { return receive([]) }
        WarningQuestion(at: stop.position, named: stop.identifier).answer(among: sources, at: now, ask: ask) {
            answer in
            warnings(among: sources, at: now, ask, for: stops.dropFirst()) { receive([answer] + $0) }
        }
    }
}
