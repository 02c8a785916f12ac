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
        let rows = WindsPage(item).cells(on: paper)
        guard !rows.isEmpty else { return HTML() }
        return HTML {
            $0.add("section", ["class": "winds", "id": elementID(parts.station, "winds")]) { section in
                section.add("h2", [:], text: "Winds aloft")
                place(of: item, in: &section, on: paper)
                section.add("table", [:]) { table(of: item, rows, in: &$0) }
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

    private func table(of item: Item, _ rows: [[Line]], in table: inout HTML) {
        table.add("thead", [:]) { head in
            head.add("tr", [:]) { row in
                row.add("th", ["scope": "col", "class": "number"], text: "Height")
                row.add("th", ["scope": "col"], text: "Wind")
                row.add("th", ["scope": "col", "class": "number"], text: "Temperature")
            }
        }
        table.add("tbody", [:]) { body in
            for (index, cells) in rows.enumerated() where cells.count == 3 {
                body.add("tr", ["data-key": elementID(parts.station, "winds", "\(index)")]) { row in
                    row.add("th", ["scope": "row", "class": "number"]) { $0.add(cells[0]) }
                    row.add("td", [:]) { $0.add(cells[1]) }
                    row.add("td", ["class": "number"]) { $0.add(cells[2]) }
                }
            }
        }
    }
}
