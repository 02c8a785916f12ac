import AlmanacValues
import Records
import Showing

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
