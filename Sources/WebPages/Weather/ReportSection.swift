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
            line.add("strong", [:], text: "Runway \(end.name)")
            line.add(text: " " + words)
        }
    }
}
