import AlmanacValues
import Records
public import Showing

extension AirportPage: Sheet {
    /// Returns the report as received, the warnings, the report in words, the forecast and its text, the last 24
    /// hours and the winds aloft, with a heading of the first level; sections without data are omitted.
    public func html(on paper: Paper) -> HTML { html(on: paper, sections: SectionCache()) }

    /// Returns the same with the sections that are known.
    func html(on paper: Paper, sections: SectionCache) -> HTML {
        let parts = AirportParts(items, sources: sources, at: paper.now)
        // The texts of pages for terminals are taken without their line breaks.
        var paper = paper.forPilots
        paper.width = 100_000
        return HTML {
            $0.add("article", ["class": "airport", "id": elementID(parts.station)]) { page in
                heading(parts, in: &page, on: paper)
                raw(parts.report, id: elementID(parts.station, "raw", "report"), in: &page)
                page.add(warnings: warnings, id: elementID(parts.station, "warnings"), on: paper)
                notes(parts, in: &page, on: paper)
                page.add(gaps: lost, on: paper)
                page.add(ReportSection(parts: parts, runways: runways).html(on: paper))
                page.add(ForecastSection(parts: parts).html(on: paper, sections))
                raw(parts.forecast, id: elementID(parts.station, "raw", "forecast"), in: &page)
                if let hazards { page.add(HazardSection(parts: parts, hazards: hazards).html(on: paper)) }
                page.add(HistorySection(parts: parts, versions: history).html(on: paper))
                page.add(WindsSection(parts: parts, neighbor: winds).html(on: paper))
            }
        }
    }

    private func heading(_ parts: AirportParts, in page: inout HTML, on paper: Paper) {
        page.add("header") { header in
            header.add("h1") { title in
                title.add("span", ["class": "station"], text: parts.station)
                guard let name = parts.name else { return }
                title.add(text: " ")
                title.add("span", ["class": "place"], text: name)
            }
            guard let report = parts.report else { return }
            RulesBadge(data: report.data).add(
                to: &header, id: elementID(parts.station, "rules"), on: paper)
            ReportAge(item: report, maximumAge: parts.maximumAge).add(
                to: &header, id: elementID(parts.station, "time"), on: paper)
        }
    }

    private func notes(_ parts: AirportParts, in page: inout HTML, on paper: Paper) {
        var names: Set<String> = []
        for source in sources where names.insert(source.name).inserted {
            let own = items.filter { $0.source.utf8.elementsEqual(source.name.utf8) }
            let lines = SourceNote(source, isEmpty: own.isEmpty).lines(on: paper)
            guard !lines.isEmpty else { continue }
            page.add("p", ["class": "note", "id": elementID(parts.station, "note", source.name)]) { note in
                for line in lines {
                    note.add(line)
                    note.add(text: " ")
                }
            }
        }
    }

    /// Adds the text of a report or forecast as received; nothing without one.
    private func raw(_ item: Item?, id: String, in page: inout HTML) {
        guard let text = item?.data[.raw]?.string else { return }
        page.add("pre", ["class": "raw", "id": id], text: text)
    }
}

/// The records of an airport by their content; each may be missing.
struct AirportParts {
    /// The newest report; `nil` if there is none.
    let report: Item?
    /// The age from which the report is expired.
    let maximumAge: Duration
    /// The forecast for pilots; `nil` if there is none.
    let forecast: Item?
    /// The winds aloft; `nil` if there are none.
    let winds: Item?
    /// The station, such as `KPWM`.
    let station: String
    /// The name of the airport; `nil` if unknown.
    let name: String?
    /// The position; `nil` if unknown.
    let position: Position?

    /// Makes the parts of the records of an airport's sources.
    init(_ items: [Item], sources: [Source], at now: UTC) {
        let briefings = items.map(Briefing.init)
        let reports = items.filter { ReportPage.canShow($0) } + briefings.compactMap(\.report)
        let forecasts = items.filter { ForecastPage.canShow($0) } + briefings.compactMap(\.forecast)
        let winds = items.filter { WindsPage.canShow($0) } + briefings.compactMap { $0.winds(at: now) }
        report = AirportParts.newest(reports)
        let source = sources.first { [source = report?.source] in $0.name == source }
        maximumAge = source?.maximumAge ?? .usualMaximumAge
        forecast = AirportParts.newest(forecasts)
        self.winds = winds.first
        let known = report ?? forecast
        let instance = sources.first.flatMap { AirportParts.instance(of: $0.name) }
        let own = known?.data[.station]?.string ?? known?.key ?? instance ?? items.first?.key ?? "airport"
        station = own
        name = ([known].compactMap(\.self) + items).compactMap(\.title).first { $0 != own }?.placeName
        position = items.lazy.compactMap { $0.position(nil) }.first
    }

    /// Returns the instance of a source: `KPWM` of `metar@KPWM`; `nil` if it has none.
    private static func instance(of source: String) -> String? {
        source.firstIndex(of: "@").map { String(source[source.index(after: $0)...]) }
    }

    /// Returns the record with the latest time; of equal ones the first.
    private static func newest(_ items: [Item]) -> Item? {
        var newest: Item?
        for item in items
        where newest == nil || item.moment(.time) ?? .never > newest?.moment(.time) ?? .never {
            newest = item
        }
        return newest
    }
}

extension UTC {
    /// A moment before all others, for records without a time.
    fileprivate static var never: UTC { UTC(microseconds: .min) }
}

/// The conditions of an airport in words, with the wind on a compass and on each runway.
struct ReportSection {
    /// The records of the airport.
    let parts: AirportParts
    /// The runways; empty if unknown.
    let runways: [Runway]

    /// Returns the section; empty without a report.
    func html(on paper: Paper) -> HTML {
        guard let report = parts.report else { return HTML() }
        let dial = WindDial(id: elementID(parts.station, "dial"), data: report.data, runways: runways)
        return HTML {
            $0.add(section: "Conditions", class: "conditions", id: elementID(parts.station, "conditions")) {
                section in
                section.add("div", ["class": "split"]) { split in
                    split.add(ReportPage(report).fields(on: paper), id: elementID(parts.station))
                    guard dial.isWorthwhile else { return }
                    split.add("div", ["class": "wind"]) { side in
                        side.add(dial.html(on: paper))
                        let words = ConditionsText(report.data, in: paper.units).briefWind ?? ""
                        side.add(
                            "p", ["class": "brief", "id": elementID(parts.station, "dial_words")], text: words
                        )
                    }
                }
                addRunways(to: &section, report, on: paper)
            }
        }
    }

    /// Adds the components of the wind for each runway, the one with the most headwind first.
    private func addRunways(to section: inout HTML, _ report: Item, on paper: Paper) {
        guard !runways.isEmpty else { return }
        let id = elementID(parts.station, "runways")
        section.add("div", ["class": "runways", "id": id]) {
            $0.add("h3", text: "Runways")
            $0.add(RunwayWinds(runways, in: report.data).fields(in: paper.units), id: id)
        }
    }
}

/// The winds aloft of an airport or of the nearest place that has some, lowest first.
struct WindsSection {
    /// The records of the airport.
    let parts: AirportParts
    /// The nearest winds aloft, if the airport has none of its own.
    let neighbor: Neighbor?

    /// Returns the section; empty without winds aloft.
    func html(on paper: Paper) -> HTML {
        guard let page = parts.winds.map({ WindsPage($0) }) ?? neighbor.map({ WindsPage($0) }) else {
            return HTML()
        }
        let table = page.table(on: paper)
        guard !table.rows.isEmpty else { return HTML() }
        return HTML {
            $0.add(section: "Winds aloft", class: "winds", id: elementID(parts.station, "winds")) { section in
                place(of: page, in: &section, on: paper)
                section.add(table, .init(key: { elementID(parts.station, "winds", "\($0)") }))
            }
        }
    }

    private func place(of page: WindsPage, in section: inout HTML, on paper: Paper) {
        let item = page.item
        let words = [item.key == parts.station ? "" : item.key, page.place(paper).plain]
        section.add("p", ["class": "age", "id": elementID(parts.station, "winds", "validity")]) { line in
            if item.isOver(at: paper.now) { line.addExpired() }
            line.add(text: words.filter { !$0.isEmpty }.joined(separator: ", "))
            guard let from = item.moment(.from), let until = item.moment(.until) else {
                return line.add(text: " time unknown")
            }
            line.add(text: " for ")
            line.add(from: from, until: until, on: paper)
        }
    }
}

/// The SIGMETs, AIRMETs and pilot reports of an airport, and what is not known about them.
struct HazardSection {
    /// The records of the airport.
    let parts: AirportParts
    /// The hazards.
    let hazards: AirportHazards

    /// Returns a section for each kind that has rows or remarks.
    func html(on paper: Paper) -> HTML {
        HTML { page in
            for part in hazards.parts(on: paper) { add(part, to: &page, on: paper) }
        }
    }

    private func add(_ part: AirportHazards.Part, to page: inout HTML, on paper: Paper) {
        let id = elementID(parts.station, part.name)
        page.add(section: part.title, class: "hazards", id: id) { section in
            if let (table, items) = part.rows {
                let key = { (row: Int) in "\(items[row].source)/\(items[row].key)" }
                let link = { (row: Int) in paper.link(path(ofRecord: items[row].key, in: items[row].source)) }
                section.add(table, .init(label: part.title, id: id + "-table", link: link, key: key))
            }
            section.add(notes: part.notes)
        }
    }
}
