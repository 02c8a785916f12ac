import AlmanacValues
import Records
import Sky

/// The products of an airport: its report and forecast, the wind on its runways, the warnings, the winds aloft
/// and the Sun.
struct BriefPlace {
    /// The greatest distance of winds aloft, in metres.
    static let windsRadius = 500_000.0
    /// The time around the present for which the report stands, and not the forecast.
    private static let present = Duration.seconds(1800)

    /// The airport.
    let stop: BriefStop
    /// The reports and forecasts.
    let reports: BriefReports
    /// The winds aloft of all places; `nil` if they could not be asked for.
    let winds: [Item]?
    /// The warnings.
    let warnings: WarningAnswer

    /// The products of the airport, in the order of the page.
    var products: [BriefProduct] {
        [reports.metar(at: stop), reports.taf(at: stop), runways, warningsProduct, windsProduct, sun]
    }

    private var now: UTC { reports.now }
    private var moment: UTC { reports.moment }

    /// The wind on the runways: as reported if the briefing is for the present, otherwise as forecast.
    private var runways: BriefProduct {
        guard !stop.runways.isEmpty else {
            return BriefProduct("Runways", .computed, .unknown("no runway of \(stop.identifier) is known"))
        }
        let isPresent = (moment - now).microseconds.magnitude <= BriefPlace.present.microseconds.magnitude
        let base = isPresent ? reports.metar(at: stop) : reports.taf(at: stop)
        let data = isPresent ? base.items.first?.data : base.items.first.flatMap(forecast)
        let runways = stop.runways
        guard let data, data[.wind]?[.speed]?.double != nil else {
            let what = isPresent ? "no report of the wind" : "no forecast of the wind at that time"
            return BriefProduct("Runways", .computed, .unknown(what)) { _ in
                [Line(runways.map(\.name).joined(separator: ", "))]
            }
        }
        return BriefProduct("Runways", base.age, base.standing, sources: base.sources) { paper in
            let wind = ConditionsText(data, in: paper.units).wind ?? "unknown"
            let fields = RunwayWinds(runways, in: data).fields(in: paper.units).fields
            return [Line((isPresent ? "reported wind: " : "forecast wind: ") + wind)]
                + fields.map { Line($0.name + " ", .strong) + $0.value.joined(by: "; ") }
        }
    }

    private func forecast(_ item: Item) -> JSON? { BriefForecast(item, at: moment).span?.data }

    /// The Sun at the airport, on the day of the moment by its own clock.
    private var sun: BriefProduct {
        guard let position = stop.position else {
            return BriefProduct("Sun", .computed, .unknown("the position of \(stop.identifier) is not known"))
        }
        let moment = moment
        return BriefProduct("Sun", .computed, .current) { paper in
            [BriefSun(at: moment, position: position).line(on: paper)]
        }
    }
}

/// Warnings and winds aloft.
extension BriefPlace {
    private var warningsProduct: BriefProduct {
        let current = Warning.current(warnings.warnings, at: now)
        let names = warnings.asked.map(\.name)
        let standing: BriefProduct.Standing =
            warnings.isSilent
            ? .unknown("no source keeps them" + enabling)
            : warnings.isComplete
                ? .current
                : current.isEmpty
                    ? .unknown(warnings.gaps.map(BriefQuestion.words).joined(separator: "; "))
                    : .incomplete(warnings.gaps)
        let isNone = warnings.isComplete && current.isEmpty && !names.isEmpty
        let isFiltered = warnings.asked.contains { $0.leftOut > 0 }
        let rest = isFiltered ? ", among those that Where= keeps" : ""
        return BriefProduct(
            "Warnings", .read(warnings.oldest), standing, sources: names, items: current.map(\.item)
        ) { paper in
            if isNone { return [Line("none in \(names.joined(separator: ", "))\(rest)")] }
            return current.map { warning in
                let time = warning.time(on: paper)
                return warning.heading() + Line(time.isEmpty ? "" : " \(time)")
            }
        }
    }

    /// The command that enables warnings of the airport; empty where none is known.
    private var enabling: String {
        guard let position = stop.position, stop.identifier.hasPrefix("K") else { return "" }
        return " (almanac enable alerts-us-point@\(position.inHundredths))"
    }

    private var windsProduct: BriefProduct {
        guard let items = winds else {
            return BriefProduct("Winds aloft", .issued(nil), .unknown(BriefQuestion.unanswered))
        }
        guard let position = stop.position else {
            return BriefProduct(
                "Winds aloft", .issued(nil), .unknown("the position of \(stop.identifier) is not known"))
        }
        let near = items.compactMap { Neighbor($0, from: position, within: BriefPlace.windsRadius) }
            .sorted { $0.metres < $1.metres }
        guard let found = near.first(where: { $0.item.isValid(at: moment) }) ?? near.first else {
            return noWinds
        }
        let item = found.item
        return BriefProduct(
            "Winds aloft", .issued(item.moment(.time)), standing(ofWinds: item), sources: [item.source],
            items: [item]
        ) { BriefPlace.lines(ofWinds: found, on: $0) }
    }

    /// The winds aloft where no source has any nearby.
    private var noWinds: BriefProduct {
        let sources = reports.sources.filter { $0.kind == "winds" }
        let gaps = sources.flatMap(\.readingGaps)
        let reason =
            sources.isEmpty
            ? "no source keeps them" + (stop.identifier.hasPrefix("K") ? " (almanac enable winds@us)" : "")
            : gaps.first.map(BriefQuestion.words) ?? "no source keeps those within 270 NM"
        return BriefProduct("Winds aloft", .issued(nil), .unknown(reason), sources: sources.map(\.name))
    }

    private func standing(ofWinds item: Item) -> BriefProduct.Standing {
        guard let from = item.moment(.from), let until = item.moment(.until) else {
            return .incomplete([Gap(source: item.source, .remark("their period is not known"))])
        }
        guard item.isValid(at: moment) else {
            let period = "for \(Zone.utc.when(from, from: now)) to \(Zone.utc.when(until, from: now))"
            return .over("\(period), not \(Zone.utc.when(moment, from: now))")
        }
        let source = reports.sources.first { $0.name.hasBytes(of: item.source) }
        let gaps = source?.readingGaps ?? []
        return gaps.isEmpty ? .current : .incomplete(gaps)
    }

    private static func lines(ofWinds found: Neighbor, on paper: Paper) -> [Line] {
        let page = WindsPage(found)
        let place = page.place(paper)
        let rows = page.table(on: paper).rows.map { row in
            row.cells[0] + Line(" ") + Array(row.cells.dropFirst()).joined(by: " ")
        }
        return [Line("of \(found.item.key)") + (place.isEmpty ? Line() : Line(", ") + place)]
            + [rows.joined(by: "; ")]
    }
}

extension Neighbor {
    /// Makes a neighbour of a record with its distance; `nil` if its position is not known or too far away.
    fileprivate init?(_ item: Item, from position: Position, within radius: Double) {
        guard let place = item.position(nil) else { return nil }
        let metres = position.distance(to: place)
        guard metres <= radius else { return nil }
        self.init(item, metres: metres, bearing: position.bearing(to: place))
    }
}

extension Item {
    /// Whether its period contains a moment.
    fileprivate func isValid(at moment: UTC) -> Bool {
        guard let from = self.moment(.from), let until = self.moment(.until) else { return false }
        return from <= moment && moment < until
    }
}

/// The Sun on a day at a place.
struct BriefSun {
    private let moment: UTC
    private let position: Position
    private let times: SunTimes

    /// Computes the times on the date of a moment by the mean solar time of the place.
    init(at moment: UTC, position: Position) {
        self.moment = moment
        self.position = position
        let east = Int((position.longitude * 240).rounded())
        times = SunTimes(on: moment, in: Zone { _ in east }, at: position)
    }

    /// Returns whether it is day, twilight or night, then the times: `day at 15:30Z; sunrise 11:41Z, sunset
    /// 21:04Z, civil twilight 11:10Z to 21:35Z`.
    func line(on paper: Paper) -> Line {
        func when(_ moment: UTC) -> String { paper.zone.when(moment, from: paper.now) }
        let sunrise = times.sunrise.map { "sunrise \(when($0))" } ?? "no sunrise"
        let sunset = times.sunset.map { "sunset \(when($0))" } ?? "no sunset"
        var parts = [sunrise, sunset]
        if let dawn = times.dawn, let dusk = times.dusk {
            parts.append("civil twilight \(when(dawn)) to \(when(dusk))")
        }
        return Line("\(state) at \(when(moment)); \(parts.joined(separator: ", "))")
    }

    private var state: String {
        if SunTimes.isDay(at: moment, position: position) { return "day" }
        return SunTimes.isTwilight(at: moment, position: position) ? "civil twilight" : "night"
    }
}
