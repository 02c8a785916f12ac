import AlmanacValues
import Records
import Showing

/// An airport's forecast: a timeline of the flight rules, then each period in words.
struct ForecastSection {
    /// The records of the airport.
    let parts: AirportParts

    /// Returns the section; empty without a forecast. Past periods are omitted unless all are past.
    ///
    /// It is taken from the cache if the forecast has not changed.
    func html(on paper: Paper, _ sections: SectionCache) -> HTML {
        guard let forecast = parts.forecast else { return HTML() }
        let id = elementID(parts.station, "taf")
        return sections.section(id, of: forecast, at: parts.position) { html(of: forecast, id, on: paper) }
    }

    private func html(of forecast: Item, _ id: String, on paper: Paper) -> HTML {
        let page = ForecastPage(forecast)
        let spans = page.spans(at: paper.now)
        return HTML {
            $0.add(section: "Forecast", class: "forecast", id: id) { section in
                validity(of: forecast, page, in: &section, on: paper)
                let timeline = ForecastTimeline(
                    id: "\(id)-timeline", spans: spans, position: parts.position)
                section.add(timeline.html(on: paper))
                let unplaced = ForecastChange.unplaced(forecast)
                section.add(PeriodTable(id: id, spans: spans, unplaced: unplaced).html(on: paper))
                let rest = page.remainder(paper)
                if !rest.fields.isEmpty { section.add(rest, id: id) }
            }
        }
    }

    /// Adds the states and times of the forecast: `amended, valid 12:00Z to Sat 12:00Z, issued 11:20Z, 2 h
    /// ago`.
    private func validity(
        of forecast: Item, _ page: ForecastPage, in section: inout HTML, on paper: Paper
    ) {
        section.add("p", ["class": "age", "id": elementID(parts.station, "taf", "validity")]) { line in
            if page.isOver(at: paper.now) { line.addExpired() }
            if !page.states.isEmpty {
                line.add("strong", text: page.states)
                line.add(text: " ")
            }
            if forecast.data.lacks(.time) { line.add("strong", text: "validity not understood") }
            if let from = forecast.moment(.from), let until = forecast.moment(.until) {
                line.add(text: "valid ")
                line.add(from: from, until: until, on: paper)
            }
            if let time = forecast.moment(.time) {
                line.add(text: ", issued ")
                line.add(time: time, text: paper.moment(time))
            }
        }
    }
}

/// The periods of a forecast in words, with the differences of each temporary or probable change.
struct PeriodTable {
    /// The start of the identifiers.
    let id: String
    /// The periods, in order.
    let spans: [ForecastSpan]
    /// The changes of a forecast whose validity was not understood, which has no periods.
    var unplaced: [ForecastChange] = []

    private static let titles = ["Rules", "Wind", "Visibility", "Weather", "Sky"]

    /// Returns the table; empty without periods.
    func html(on paper: Paper) -> HTML {
        guard !spans.isEmpty || !unplaced.isEmpty else { return HTML() }
        return HTML {
            $0.add("table", ["class": "periods", "id": "\(id)-periods"]) { table in
                table.add("thead") { head in
                    head.add("tr") { row in
                        for title in ["When"] + PeriodTable.titles {
                            row.add("th", ["scope": "col"], text: title)
                        }
                    }
                }
                table.add("tbody") { body in
                    var starts: Set<UTC> = []
                    for span in spans where starts.insert(span.from).inserted {
                        rows(of: span, in: &body, on: paper)
                    }
                    for (index, change) in unplaced.enumerated() {
                        row(of: change, key: "\(id)-group-\(index)", below: nil, in: &body, on: paper)
                    }
                }
            }
        }
    }

    private func rows(of span: ForecastSpan, in body: inout HTML, on paper: Paper) {
        let key = "\(id)-\(span.from.seconds)"
        let isNow = span.from <= paper.now && paper.now < span.until
        let prevailing = ForecastRows.cells(span.data, on: paper)
        body.add("tr", ["data-key": key, "class": isNow ? "present" : nil]) { row in
            row.add("th", ["scope": "row"]) { when(span, isNow: isNow, in: &$0, on: paper) }
            add(prevailing, category: span.category, in: &row)
        }
        add(notes: span.notes(in: paper.units), key: key, in: &body)
        for (index, overlay) in span.overlays.enumerated() {
            row(of: overlay, key: "\(key)-\(index)", below: span.data, in: &body, on: paper)
        }
    }

    /// Adds a change; what it has in common with the prevailing conditions is omitted.
    private func row(
        of change: ForecastChange, key: String, below prevailing: JSON?, in body: inout HTML, on paper: Paper
    ) {
        let own = ForecastRows.cells(change.data, on: paper)
        let other = prevailing.map { ForecastRows.differences(own, from: $0, on: paper) } ?? own
        body.add("tr", ["data-key": key, "class": prevailing == nil ? nil : "overlay"]) { row in
            row.add("th", ["scope": "row"], text: change.name)
            add(other, category: ProvenCategory(change.data), in: &row)
        }
        add(notes: change.notes(in: paper.units), key: key, in: &body)
    }

    /// Adds what else the forecast states of a row, below it.
    private func add(notes: [String], key: String, in body: inout HTML) {
        guard !notes.isEmpty else { return }
        body.add("tr", ["data-key": "\(key)-notes", "class": "overlay notes"]) { row in
            row.add("td", ["colspan": "\(PeriodTable.titles.count + 1)"], text: notes.joined(separator: "; "))
        }
    }

    /// Adds the period: `now–18:00Z`, `18:00–00:00Z`, `Sat 06:00–12:00Z`.
    private func when(_ span: ForecastSpan, isNow: Bool, in cell: inout HTML, on paper: Paper) {
        let from = isNow ? "now" : paper.zone.plainWhen(span.from, from: paper.now)
        cell.add(time: span.from, text: from)
        cell.add(text: "–")
        cell.add(time: span.until, text: paper.zone.time(span.until))
    }

    /// Adds the cells; an empty one is omitted on narrow screens, where the titles precede the values.
    private func add(_ cells: [Line], category: ProvenCategory, in row: inout HTML) {
        for (title, text) in zip(PeriodTable.titles, cells) {
            let name = text.isEmpty ? "empty" : nil
            row.add("td", ["data-label": title, "class": name]) { cell in
                guard title == "Rules" else { return cell.add(text) }
                if !text.isEmpty {
                    cell.add("span", ["class": "badge \(category.className)"], text: text.plain)
                }
            }
        }
    }
}

/// The flight rules of a forecast over time, with possible worse conditions below and the wind of each
/// period.
///
/// Colours, letters and patterns say the same.
struct ForecastTimeline {
    /// The identifier of the element, unique within the page.
    let id: String
    /// The periods, in order.
    let spans: [ForecastSpan]
    /// The position of the airport, for the nights; `nil` if unknown.
    let position: Position?

    private static let height = 106.0

    /// Returns the timeline; empty if there are no periods.
    func html(on paper: Paper) -> HTML {
        guard let axis = axis(paper.now) else { return HTML() }
        return HTML {
            $0.add("figure", ["class": "timeline", "id": id]) { figure in
                figure.add(
                    "svg",
                    [
                        "class": "plot", "role": "img", "aria-labelledby": "\(id)-title \(id)-desc",
                        "width": "100%", "height": coordinate(ForecastTimeline.height + 24),
                    ]
                ) { draw(on: axis, in: &$0, paper: paper) }
                legend(in: &figure, zone: axis.zoneWords(paper.zone))
            }
        }
    }

    /// Returns the period from the last full hour on, or all if the forecast is in the future or over.
    private func axis(_ now: UTC) -> TimeAxis? {
        guard let first = spans.map(\.from).min(), let last = spans.map(\.until).max() else { return nil }
        let hour = UTC(seconds: now.seconds / 3600 * 3600)
        return TimeAxis(from: hour > first && hour < last ? hour : first, until: last)
    }

    private func draw(on axis: TimeAxis, in plot: inout HTML, paper: Paper) {
        plot.add("title", ["id": "\(id)-title"], text: "Flight rules over time")
        plot.add("desc", ["id": "\(id)-desc"], text: description(paper))
        RulesPattern(id: id).define(in: &plot)
        let nights = axis.nights(at: position)
        let grid = TimeGrid(axis: axis, height: ForecastTimeline.height)
        grid.draw(nights: nights, in: &plot, on: paper)
        let blocks = TimelineBlocks(id: id, axis: axis)
        for span in spans where axis.share(span.from) < axis.share(span.until) {
            blocks.draw(span, in: &plot, on: paper)
        }
        grid.drawNow(in: &plot, on: paper)
    }

    /// The periods in words: `until 18:00Z VFR; until 00:00Z MVFR, at times IFR`.
    private func description(_ paper: Paper) -> String {
        spans.map { span in
            let overlays = span.overlays.map { "\($0.name) \(ProvenCategory($0.data).text)" }
            let until = paper.zone.when(span.until, from: paper.now)
            let rules = "until \(until) \(span.category.text)"
            return ([rules] + overlays).joined(separator: ", ")
        }.joined(separator: "; ")
    }

    private func legend(in figure: inout HTML, zone: String) {
        let overlays = spans.flatMap(\.overlays).map { ProvenCategory($0.data) }
        let categories = Set(spans.map(\.category) + overlays)
        figure.add("figcaption", ["class": "legend"]) { caption in
            for rules in Set(categories.compactMap(\.rules)).sorted(by: >) {
                term(rules.rawValue, rules.words, class: rules.className, in: &caption)
            }
            if categories.contains(.unknown) {
                term("?", "unknown", class: ProvenCategory.unknown.className, in: &caption)
            }
            caption.add("span", ["class": "term"], text: zone)
            guard !overlays.isEmpty else { return }
            caption.add(text: " ")
            caption.add("span", ["class": "term"], text: "Hatched: at times or possible")
        }
    }

    private func term(_ badge: String, _ words: String, class name: String, in caption: inout HTML) {
        caption.add("span", ["class": "term"]) { term in
            term.add("span", ["class": "badge \(name)"], text: badge)
            term.add(text: " \(words)")
        }
        caption.add(text: " ")
    }
}
