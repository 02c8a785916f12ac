import AlmanacValues
import Records
import Showing

/// The conditions of an airport in words, with the wind on a compass and the best runway.
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
                        runway(report, in: &side, on: paper)
                    }
                }
            }
        }
    }

    /// Adds the components of the wind for the runway with the most headwind.
    private func runway(_ report: Item, in side: inout HTML, on paper: Paper) {
        guard let end = Runway.best(of: runways, in: report.data[.wind]),
            let words = ConditionsText(report.data, in: paper.units).components(alongRunway: end.heading)
        else { return }
        side.add("p", ["class": "best", "id": elementID(parts.station, "best_runway")]) { line in
            line.add("strong", text: "Runway \(end.name)")
            line.add(text: " " + words)
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
            guard let from = item.moment(.from), let until = item.moment(.until) else { return }
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
