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
        guard let item = parts.winds ?? neighbor?.item else { return HTML() }
        let table = WindsPage(item).table(on: paper)
        guard !table.rows.isEmpty else { return HTML() }
        return HTML {
            $0.add(section: "Winds aloft", class: "winds", id: elementID(parts.station, "winds")) { section in
                place(of: item, in: &section, on: paper)
                section.add(table, .init(key: { elementID(parts.station, "winds", "\($0)") }))
            }
        }
    }

    private func place(of item: Item, in section: inout HTML, on paper: Paper) {
        var words = [item.key == parts.station ? nil : item.key]
        if parts.winds == nil, let neighbor, neighbor.metres >= 5000 {
            let far = DistanceUnit(paper.units).text(neighbor.metres)
            words += [item.title, "\(far) \(compassPoint(neighbor.bearing))"]
        }
        let isOver = item.moment(.until).map { $0 <= paper.now } ?? false
        section.add("p", ["class": "age", "id": elementID(parts.station, "winds", "validity")]) { line in
            if isOver {
                line.add("strong", ["class": "expired"], text: "expired")
                line.add(text: " ")
            }
            line.add(text: words.compactMap(\.self).joined(separator: ", "))
            guard let from = item.moment(.from), let until = item.moment(.until) else { return }
            line.add(text: " for ")
            line.add(time: from, text: paper.zone.when(from, from: paper.now))
            line.add(text: " to ")
            line.add(time: until, text: paper.zone.when(until, from: paper.now))
        }
    }
}
