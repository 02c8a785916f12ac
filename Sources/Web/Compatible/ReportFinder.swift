import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// Finds the reports that a query of aviationweather.gov asks for, and what is known about those that it does
/// not find.
struct ReportFinder {
    /// Reports and their age; none only if it is known that there are none.
    typealias Found = (items: [Item], state: AnswerState)
    typealias Receive = (Result<Found, NoAnswer>) -> Void

    /// The most stations whose earlier reports are asked for.
    private static let mostHistories = 50

    let site: SiteData
    let product: AWCAnswer.Product
    let query: AWCQuery
    /// The sources of the product's kind.
    let sources: [Source]

    /// Finds the reports.
    func find(_ receive: @escaping Receive) {
        load { result in
            switch result {
            case .failure(let error): receive(.failure(NoAnswer(error)))
            case .success(let items):
                let wanted = items.keeping(isWanted)
                if query.hours != nil { return findVersions(of: wanted, receive) }
                conclude(ReportFinder.newest(wanted), of: wanted, isCut: false, receive)
            }
        }
    }

    /// Passes the records of the stations, or those of an area, which are kept.
    private func load(_ receive: @escaping (Result<[Item], PageError>) -> Void) {
        guard let name else { return site.records(selector, receive) }
        site.records(name, load: { site.records(selector, $0) }, receive)
    }

    /// The name of the records of an area; `nil` if single stations are asked for.
    private var name: KeptRecords.Name? {
        if case .stations = query.place { return nil }
        return .reports(kind: product.rawValue, around: selector.circle)
    }

    /// The parts of the last answer that can be used again: none for earlier reports, which are versions.
    var parts: AWCParts {
        guard query.hours == nil, let name else { return AWCParts() }
        return site.parts(of: name)
    }

    private var selector: Selector {
        var selector = Selector(kinds: [product.rawValue])
        switch query.place {
        case .stations(let stations): selector.keys = stations.map(Selector.literal)
        case .state: break
        case .box(let box): selector.circle = box.circle
        }
        return selector
    }

    private func isWanted(_ item: Item) -> Bool {
        switch query.place {
        case .stations(let stations): return stations.contains(item.key)
        case .state(let state):
            let station = site.stations[item.key]
            return station?.region == state && station?.country == "US"
        case .box(let box):
            return (item.position ?? site.stations[item.key]?.position).map(box.contains) ?? false
        }
    }
}

/// Earlier reports.
extension ReportFinder {
    private func findVersions(of items: [Item], _ receive: @escaping Receive) {
        guard items.count <= ReportFinder.mostHistories else {
            let message = "hours= is answered for at most \(ReportFinder.mostHistories) stations"
            return receive(.failure(NoAnswer(400, message)))
        }
        let requests = items.map { item in
            Request<ItemPage>.history(
                of: item.source, key: item.key, since: start - ReportFinder.margin, limit: 1000)
        }
        site.calls.answers(to: requests) { result in
            switch result {
            case .failure(let error): receive(.failure(NoAnswer(PageError(error))))
            case .success(let pages):
                let histories = zip(items, pages).map { [$0] + $1.items }
                let isCut = !histories.allSatisfy(reachesStart)
                let versions = ReportFinder.versions(histories.flatMap(\.self))
                conclude(versions, of: items, isCut: isCut, receive)
            }
        }
    }

    /// Whether versions begin before the period that is asked for: otherwise the source, or the log, may
    /// have begun within it.
    private func reachesStart(_ versions: [Item]) -> Bool {
        versions.contains { version in version.at.map { $0 < start } ?? false }
    }

    /// The time before the period in which each station that reports has a version.
    private static let margin = Duration.seconds(12 * 3600)

    /// The beginning of the period that is asked for.
    private var start: UTC { site.now - period }

    /// The length of the period that is asked for.
    private var period: Duration { .seconds((query.hours ?? AWCQuery.usualHours) * 3600) }

    /// Returns each edition once, those of a station together, its newest first.
    private static func versions(_ items: [Item]) -> [Item] {
        var seen: Set<String> = []
        let editions = items.sorted { $0.key == $1.key ? $1.edition < $0.edition : $0.key.precedes($1.key) }
        return editions.filter { item in
            seen.insert("\(item.key) \(item.data[.raw]?.string ?? "")").inserted
        }
    }
}

/// The conclusion: reports with their state, or the reason why nothing is known.
extension ReportFinder {
    /// Passes the reports with their state, or why nothing is known.
    private func conclude(
        _ reports: [Item], of records: [Item], isCut: Bool, _ receive: @escaping Receive
    ) {
        let absent = absentStations(records)
        let doubtful = Set(absent.flatMap { coverage.candidates(for: $0) }.map(\.name))
        loadUnread(sources.filter { doubtful.contains($0.name) && $0.runtime.rejected > 0 }) { unread in
            var coverage = coverage
            coverage.unread = unread
            receive(conclusion(reports, of: records, absent, coverage, isCut: isCut))
        }
    }

    private var coverage: StationCoverage { StationCoverage(sources: sources) }

    /// The stations that are asked for by name and have no record.
    private func absentStations(_ records: [Item]) -> [String] {
        guard case .stations(let stations) = query.place else { return [] }
        let known = Set(records.map(\.key))
        return stations.filter { !known.contains($0) }
    }

    private func conclusion(
        _ reports: [Item], of records: [Item], _ absent: [String], _ coverage: StationCoverage, isCut: Bool
    ) -> Result<Found, NoAnswer> {
        let holders = sources(of: records)
        var state = AnswerState(holders, records)
        for source in ReportFinder.stale(records, sources: holders) { state.add(stale: source) }
        let (now, start, isStale, parts) = (site.now, start, state.isStale, parts)
        let current = reports.keeping {
            isDue($0, at: now, since: start, isStale: isStale, with: parts)
        }
        if isCut { state.missing.append("earlier reports, which the log does not have") }
        var unkept: [String] = []
        var unknown: [String] = []
        for station in absent {
            switch coverage.absence(of: station) {
            case .none: break
            case .unkept: unkept.append(station)
            case .unknown(let reason): unknown.append("\(station): \(reason)")
            }
        }
        if case .stations = query.place {} else { unknown += areaGaps(isEmpty: current.isEmpty) }
        state.missing += unknown + unkept.map { "\($0): no source" }
        state.addable = unkept.compactMap(addable)
        guard current.isEmpty else { return .success((current, state)) }
        if !unknown.isEmpty || isCut {
            let reason = unknown.first ?? "the log does not have the reports of that time"
            return .failure(.unknown(reason, sources, now: site.now))
        }
        if let station = unkept.first {
            var answer = unkeptAnswer(station)
            answer.addable = state.addable
            return .failure(answer)
        }
        return .success(([], state))
    }

    private func sources(of records: [Item]) -> [Source] {
        var names: Set<String> = []
        var last: String?
        for record in records where record.source != last {
            last = record.source
            names.insert(record.source)
        }
        return sources.filter { names.contains($0.name) }
    }

    /// Returns the sources of stations of which no current source has a record.
    private static func stale(_ records: [Item], sources: [Source]) -> [Source] {
        guard !sources.allSatisfy({ $0.standing.isCurrent }) else { return [] }
        let known = Dictionary(sources.map { ($0.name, $0) }) { first, _ in first }
        let holders = Dictionary(grouping: records, by: \.key).mapValues { items in
            items.compactMap { known[$0.source] }
        }
        return holders.values.filter { !$0.contains { $0.standing.isCurrent } }.compactMap { sources in
            sources.max { ($0.runtime.fetched ?? UTC(seconds: 0)) < ($1.runtime.fetched ?? UTC(seconds: 0)) }
        }
    }

    /// Whether a report is not too old for the query. Without a current source, nothing newer is known, and
    /// the age is said with the answer.
    private func isDue(
        _ item: Item, at now: UTC, since start: UTC, isStale: Bool, with parts: AWCParts
    ) -> Bool {
        guard !isStale || query.hours != nil else { return true }
        guard product == .metar else { return !item.isOver(at: now) }
        guard let time = parts.time(of: item) else { return true }
        return time >= start
    }

    /// Returns why stations may be missing in an area.
    private func areaGaps(isEmpty: Bool) -> [String] {
        var gaps = sources.filter { isEmpty || $0.reportedStations == nil }.compactMap { source in
            source.readingGaps.first.map { "\(source.name): \($0.words())" }
        }
        if coverage.general.isEmpty { gaps.append("stations without a source") }
        return gaps
    }

    private func unkeptAnswer(_ station: String) -> NoAnswer {
        NoAnswer(
            404, "no source has reports of \(station): add one with almanac enable \(product)@\(station)")
    }

    /// Returns the source of a station; `nil` if the table does not have it: that would be a request for
    /// nothing.
    private func addable(_ station: String) -> String? {
        let known = site.stations[station]
        let isIssued = product == .metar ? known?.reports : known?.isForecast
        return isIssued == true ? "\(product)@\(station)" : nil
    }

    /// Passes the texts that could not be read, by source; a source whose are not all known is left out.
    private func loadUnread(_ sources: [Source], _ receive: @escaping ([String: [String]]) -> Void) {
        let requests = sources.map { Request<[ReportedReject]>.rejects(of: $0.name, limit: nil) }
        site.calls.answers(to: requests) { result in
            guard case .success(let lists) = result else { return receive([:]) }
            let pairs = zip(sources, lists).filter { $0.runtime.rejected <= $1.count }
            receive(
                Dictionary(
                    pairs.map { ($0.name, $1.map { "\($0.reject.found) \($0.reject.key ?? "")" }) }
                ) { first, _ in first })
        }
    }
}

extension GeoBounds {
    /// A circle that contains the box; `nil` if the box is large, and a circle would be no help.
    var circle: Selector.Circle? {
        let width = isCrossing ? east - west + 360 : east - west
        guard width < 90, north - south < 90 else { return nil }
        let middle = west + width / 2
        let latitude = (south + north) / 2
        guard let centre = Position(latitude: latitude, turning: middle) else { return nil }
        let corners = [(south, west), (north, west), (latitude, west)].compactMap {
            Position(latitude: $0.0, longitude: $0.1)
        }
        let radius = corners.map { centre.distance(to: $0) }.max() ?? 0
        return Selector.Circle(centre: centre, radius: radius * 1.01 + 1000)
    }
}

extension NoAnswer {
    /// Makes the reason of a failed call.
    init(_ error: PageError) {
        let isTemporary = error.status == 503 || error.status == 429
        self.init(error.status, error.words.message, retry: isTemporary ? .seconds(5) : nil)
    }
}
