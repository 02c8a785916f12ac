import AlmanacValues
import Records

/// The reports and forecasts of airports among the records of all sources.
struct BriefReports {
    /// The kinds of sources that have them.
    static let kinds = ["metar", "taf", "report"]
    /// The delay after which the next forecast counts as overdue.
    private static let forecastGrace = Duration.seconds(1800)

    /// The records; `nil` if they could not be asked for.
    let items: [Item]?
    /// All sources.
    let sources: [Source]
    /// The present time.
    let now: UTC
    /// The moment of the briefing.
    let moment: UTC
    private let standings: ReportStandings

    init(items: [Item]?, sources: [Source], now: UTC, moment: UTC) {
        self.items = items
        self.sources = sources
        self.now = now
        self.moment = moment
        standings = ReportStandings(sources, at: now)
    }

    /// Returns the newest report of an airport; `nil` if there is none.
    func report(at stop: BriefStop) -> Item? {
        newest(own(stop).filter { ReportPage.canShow($0) } + own(stop).compactMap { Briefing($0).report })
    }

    /// Returns the newest forecast of an airport; `nil` if there is none.
    func forecast(at stop: BriefStop) -> Item? {
        newest(own(stop).filter { ForecastPage.canShow($0) } + own(stop).compactMap { Briefing($0).forecast })
    }

    /// Returns the METAR of an airport.
    func metar(at stop: BriefStop) -> BriefProduct {
        guard let item = report(at: stop) else { return absent("METAR", ["metar", "report"], at: stop) }
        return product("METAR", item, standing: standings.standing(of: item, at: stop.identifier)) { paper in
            let cells = ForecastRows.cells(item.data, on: paper)
            return [cells.joined(by: ", "), BriefReports.raw(item)]
        }
    }

    /// Returns the TAF of an airport, with the periods that contain the moment of the briefing.
    func taf(at stop: BriefStop) -> BriefProduct {
        guard let item = forecast(at: stop) else { return absent("TAF", ["taf", "report"], at: stop) }
        return product("TAF", item, standing: standing(ofForecast: item)) { [moment] paper in
            BriefForecast(item, at: moment).lines(on: paper) + [BriefReports.raw(item)]
        }
    }

    private func product(
        _ name: String, _ item: Item, standing: BriefProduct.Standing,
        text: @escaping @Sendable (Paper) -> [Line]
    ) -> BriefProduct {
        BriefProduct(
            name, .issued(item.moment(.time)), standing, sources: [item.source], items: [item], text: text)
    }

    private func own(_ stop: BriefStop) -> [Item] {
        (items ?? []).filter { $0.key.hasBytes(of: stop.identifier) }
    }

    private func newest(_ items: [Item]) -> Item? {
        items.max { $0.moment(.time)?.microseconds ?? .min < $1.moment(.time)?.microseconds ?? .min }
    }

    private static func raw(_ item: Item) -> Line {
        let words = (item.data[.raw]?.string ?? "").split { $0 == " " || $0.isNewline || $0 == "\t" }
        return Line(words.joined(separator: " "), .faint)
    }
}

/// The standing of forecasts.
extension BriefReports {
    private func standing(ofForecast item: Item) -> BriefProduct.Standing {
        if item.data[.nilReport]?.bool == true { return .unknown("the forecast is missing (NIL)") }
        if item.data[.cancelled]?.bool == true { return .unknown("the forecast is cancelled") }
        guard let from = item.moment(.from), let until = item.moment(.until) else {
            return .incomplete([ReportStandings.gap(item, "its validity is not known")])
        }
        let zone = Zone.utc
        guard from <= moment, moment < until else {
            let valid = "valid \(zone.when(from, from: now)) to \(zone.when(until, from: now))"
            return .over("\(valid), not at \(zone.when(moment, from: now))")
        }
        if BriefForecast(item, at: moment).span == nil {
            return .incomplete([ReportStandings.gap(item, "its periods are not known")])
        }
        if let gaps = standings.gaps(of: item, "forecast") { return .incomplete(gaps) }
        guard let issued = item.moment(.time) else {
            return .incomplete([ReportStandings.gap(item, "its time is not known")])
        }
        let due = issued + BriefReports.period(ofForecast: until - from)
        return now > due + BriefReports.forecastGrace ? .overdue(since: due) : .current
    }

    /// Returns the time after which the next forecast is issued.
    ///
    /// Source: ICAO Annex 3, 6.2.7: every three hours those that are valid for less than 12 hours, otherwise
    /// every six hours.
    private static func period(ofForecast validity: Duration) -> Duration {
        validity < .seconds(12 * 3600) ? .seconds(3 * 3600) : .seconds(6 * 3600)
    }

    /// Returns a product of which there is no record, with the reason.
    private func absent(_ name: String, _ kinds: [String], at stop: BriefStop) -> BriefProduct {
        guard items != nil else {
            return BriefProduct(name, .issued(nil), .unknown(BriefQuestion.unanswered))
        }
        let own = sources.filter { source in
            kinds.contains(source.kind ?? "") && source.names(station: stop.identifier)
        }
        guard let source = own.first else {
            let advice = "almanac add \(stop.identifier)"
            return BriefProduct(name, .issued(nil), .unknown("no source keeps it (\(advice))"))
        }
        let reason = source.readingGaps.first.map { $0.words() } ?? "there is none of \(stop.identifier)"
        return BriefProduct(
            name, .issued(nil), .unknown("\(source.name): \(reason)"), sources: own.map(\.name))
    }
}

extension Source {
    /// Whether its instance names a station, as in `metar@KPWM` and `metar@KPWM,KBOS`.
    fileprivate func names(station: String) -> Bool {
        let instance = SourceName(name)?.instance ?? ""
        return instance.split(separator: ",").contains { $0 == station }
    }
}

/// A forecast at a moment.
struct BriefForecast {
    /// The period that contains the moment; `nil` if there is none.
    let span: ForecastSpan?
    private let item: Item

    init(_ item: Item, at moment: UTC) {
        self.item = item
        span = ForecastSpan.all(item).first { $0.from <= moment && moment < $0.until }
    }

    /// Returns the validity, the conditions of the period, and the changes within it.
    func lines(on paper: Paper) -> [Line] {
        let states = ForecastPage(item).states
        let validity = item.moment(.from).flatMap { from in
            item.moment(.until).map { "valid \(when(from, paper)) to \(when($0, paper))" }
        }
        let heading = [states, validity ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        let unplaced = ForecastChange.unplaced(item).map { line($0, on: paper) }
        let parts = span.map { [conditions(of: $0, on: paper)] + $0.overlays.map { line($0, on: paper) } }
        return [Line(heading)].filter { !$0.isEmpty } + (parts ?? []) + unplaced
    }

    private func when(_ moment: UTC, _ paper: Paper) -> String { paper.zone.when(moment, from: paper.now) }

    private func conditions(of span: ForecastSpan, on paper: Paper) -> Line {
        let period = "\(when(span.from, paper)) to \(when(span.until, paper)): "
        let words = (ForecastRows.cells(span.data, on: paper) + span.notes(in: paper.units).map { Line($0) })
        return Line(period, .strong) + words.joined(by: ", ")
    }

    private func line(_ change: ForecastChange, on paper: Paper) -> Line {
        let cells = ForecastRows.cells(change.data, on: paper)
        let words = cells + (change.doubts + change.notes(in: paper.units)).map { Line($0) }
        return Line("\(change.shortName): ") + words.joined(by: ", ")
    }
}
