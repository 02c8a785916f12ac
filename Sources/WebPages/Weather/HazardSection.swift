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
