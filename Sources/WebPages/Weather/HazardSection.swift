import AlmanacValues
import Records
import Showing

/// The SIGMETs, AIRMETs and pilot reports of an airport, and what is not known about them.
struct HazardSection {
    /// The records of the airport.
    let parts: AirportParts
    /// The hazards.
    let hazards: AirportHazards

    /// Returns a section for each kind that has rows or remarks.
    func html(on paper: Paper) -> HTML {
        let titles = AirportHazards.titles
        let notes = hazards.notes(on: paper)
        return HTML {
            section("hazards", titles.hazards, hazards.advisoryTable(on: paper), notes.hazards, in: &$0)
            section("pilot-reports", titles.reports, hazards.reportTable(on: paper), notes.reports, in: &$0)
        }
    }

    private func section(
        _ name: String, _ title: String, _ rows: (table: Table, items: [Item])?, _ notes: [Line],
        in page: inout HTML
    ) {
        guard rows != nil || !notes.isEmpty else { return }
        let id = elementID(parts.station, name)
        page.add("section", ["class": "hazards", "id": id]) { section in
            section.add("h2", [:], text: title)
            if let rows { section.add(rows.table, style(of: rows.items, title: title, id: id)) }
            for note in notes { section.add("p", ["class": "note"], line: note) }
        }
    }

    private func style(of items: [Item], title: String, id: String) -> HTML.TableStyle {
        HTML.TableStyle(
            label: title, id: id + "-table",
            link: { path(ofRecord: items[$0].key, in: items[$0].source) },
            key: { "\(items[$0].source)/\(items[$0].key)" })
    }
}
