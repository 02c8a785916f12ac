public import AlmanacValues
import Records

/// An event as one line: its time, its subject and what changed.
public struct ChangeLine: Showable {
    private let event: Event
    /// Whether the subject names the source; a list of the changes of one source need not.
    private let namesSource: Bool

    /// Makes the line of an event.
    public init(_ event: Event) {
        self.event = event
        namesSource = true
    }

    /// Makes the line of an event; unless `namesSource`, its subject is only the record, before a colon if it
    /// changed.
    package init(_ event: Event, namesSource: Bool) {
        self.event = event
        self.namesSource = namesSource
    }

    /// Returns one line, or none for an event without information for the user. A line that is too long ends
    /// with an ellipsis.
    public func lines(on paper: Paper) -> [Line] {
        guard let what = what(paper) else { return [] }
        let time = Line(paper.zone.clock(event.at) + " ", .faint)
        return [(time + what).cut(to: paper.width)]
    }

    /// Returns the change without its time: `KPWM IFR → MVFR, ceiling 900 → 1400 ft`; `nil` if there is
    /// nothing to print.
    public func what(_ paper: Paper) -> Line? {
        switch event.kind {
        case .subscribed, .ready, .heartbeat: nil
        case .snapshot: subject + state(paper)
        case .added: subject + Line(" added") + state(paper)
        case .removed: subject + Line(" " + event.kindWords)
        case .changed: subject + (namesSource ? " " : ": ") + changes(paper)
        case .source: fare(paper)
        case .overflow: Line("too slow to follow, starting over", .strong)
        }
    }

    /// The subject: `KPWM` for the only record of `metar@KPWM`, `metars KPWM` for one of several, otherwise
    /// `hospitals Milford Hospital`.
    private var subject: Line {
        guard let item = event.item else { return Line(event.source ?? "", .strong) }
        let instance = item.source.split(separator: "@").dropFirst().first.map(String.init)
        let kind = item.source.split(separator: "@").first.map(String.init) ?? ""
        guard namesSource, instance == item.key else {
            let isWeather = ReportPage.canShow(item) || ForecastPage.canShow(item)
            let record = Line(isWeather ? item.key : item.name, .strong)
            return namesSource ? Line(item.source) + " " + record : record
        }
        return Line(item.key, .strong) + Line(kind == "metar" ? "" : " \(kind)")
    }

    /// Returns the conditions of a report after a colon: `: VFR, 110° 3 kt`; nothing for another record.
    func state(_ paper: Paper) -> Line {
        guard let item = event.item, ReportPage.canShow(item) else { return Line() }
        let conditions = ConditionsText(item.data, in: paper.units)
        let category = conditions.category
        let words = [conditions.briefWind, conditions.visibility, conditions.sky].compactMap(\.self)
        let parts = [Line(category.words, category.ink)] + (words + conditions.unknownWords).map { Line($0) }
        return Line(": ") + parts.joined(by: ", ")
    }

    /// Returns what changed in the record: `ceiling 900 → 1400 ft`.
    func changes(_ paper: Paper) -> Line {
        let lines = differences(paper)
        return lines.isEmpty ? "changed" : lines.joined(by: ", ")
    }

    /// Returns what changed in the record, one difference per line; empty if that is unknown.
    package func differences(_ paper: Paper) -> [Line] {
        guard let item = event.item else { return generic }
        let kind = ForecastPage.canShow(item) ? "forecast" : "report"
        if event.isAboutMissing, let missing = item.missing(of: kind, on: paper) { return [missing] }
        if ForecastPage.canShow(item) { return [forecast(item, on: paper)] }
        guard ReportPage.canShow(item) else { return generic }
        let lines = ReportDifference(event, data: item.data, units: paper.units).lines
        // Without a patch, the earlier state is unknown, so that the report cannot be said to be as before.
        if !lines.isEmpty || event.patch?.object == nil { return lines }
        let time = item.moment(.time)
        let again = time.map { "reports again at \(paper.forPilots.zone.time($0)), as before" }
        return [Line(again ?? "reports again at an unknown time, as before")]
    }

    /// Returns a summary of a forecast: `new forecast, valid 18:00Z to Sat 18:00Z, at worst IFR`, `new
    /// forecast, validity not understood, at worst unknown`, `forecast missing (NIL)`.
    private func forecast(_ item: Item, on paper: Paper) -> Line {
        if item.data[.nilReport]?.bool == true { return "forecast missing (NIL)" }
        if item.data[.cancelled]?.bool == true { return "forecast cancelled" }
        let spans = ForecastSpan.all(item)
        var line: Line = "new forecast"
        if item.data.lacks(.time) { line += ", validity not understood" }
        if let from = spans.first?.from, let until = spans.last?.until {
            let zone = paper.forPilots.zone
            line += Line(
                ", valid \(zone.when(from, from: paper.now)) to \(zone.when(until, from: paper.now))")
        }
        return line + ", at worst " + ProvenCategory.worst(spans.map(\.worst)).line
    }

    private var generic: [Line] { LeafDifference.all(event).map(\.line) }

    private func fare(_ paper: Paper) -> Line {
        let name = Line(event.source ?? "", .strong)
        guard let runtime = event.runtime else { return name + " is gone" }
        if let late = runtime.overdueLine(on: paper) { return name + " is " + late }
        guard let failure = runtime.failure else { return name + " is " + runtime.standing.line }
        let next = runtime.next.map { ", next attempt \(paper.wait($0))" } ?? ""
        return name + " is " + runtime.standing.line + ": " + failure.line(of: runtime.standing) + Line(next)
    }
}

extension Event {
    /// The kind of the event, of a removal with why, if that is known: `removed (upstream)`.
    package var kindWords: String { kind.rawValue + (reason.map { " (\(visible($0)))" } ?? "") }

    /// Whether the change of a report says only that a newer one is missing (NIL), or no longer is.
    var isAboutMissing: Bool {
        let names = patch?.object?.map(\.name) ?? []
        return names.count == 1 && names[0].utf8.elementsEqual(WeatherMember.missing.description.utf8)
    }
}
