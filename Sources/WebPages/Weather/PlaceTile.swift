public import AlmanacValues
import Records
public import Showing

/// The place of a general forecast on the start page: the weather now and on the next days, with a link to
/// its page.
public struct PlaceTile {
    private static let mostDays = 3

    private let item: Item
    private let source: Source

    /// Makes the tile of a record of `Kind=forecast`.
    public init(_ item: Item, of source: Source) {
        self.item = item
        self.source = source
    }

    /// Returns the tile; it says if the weather now is unknown, or if there may be a newer forecast.
    public func html(on paper: Paper) -> HTML {
        let name = source.gap == nil ? "card tile place-tile" : "card tile place-tile uncertain"
        return HTML {
            $0.add("article", ["class": name, "id": id()]) { tile in
                heading(in: &tile, on: paper)
                present(in: &tile, on: paper)
                days(in: &tile, on: paper)
                age(in: &tile, on: paper)
            }
        }
    }

    private func id(_ part: String...) -> String {
        elementID((["place", item.source, item.key] + part).joined(separator: "/"))
    }

    private func heading(in tile: inout HTML, on paper: Paper) {
        tile.add("h3") { title in
            title.add("a", ["href": paper.link(path(ofRecord: item.key, in: item.source))]) { link in
                let name = item.title ?? source.title ?? source.name
                link.add("span", ["class": "station"], text: name.shortened(toBytes: 160))
            }
        }
    }

    private func present(in tile: inout HTML, on paper: Paper) {
        let words = OutlookHour.presentWords(of: item, on: paper)
        let text = words.isEmpty ? "weather now unknown" : words.joined(separator: ", ")
        tile.add("p", ["class": "rules", "id": id("now")], text: text)
    }

    private func days(in tile: inout HTML, on paper: Paper) {
        let steps = OutlookDays(item).steps(on: paper).prefix(PlaceTile.mostDays)
        guard !steps.isEmpty else { return }
        tile.add("dl") { list in
            for (index, step) in steps.enumerated() {
                let cells = OutlookStep(step, on: paper).cells(isDay: true).map(\.plain)
                list.add("div") { pair in
                    // The tile has room for the weekday only.
                    pair.add("dt", text: String(cells[0].prefix { $0 != " " }))
                    pair.add(
                        "dd", ["id": id("day", "\(index)")],
                        text: cells[1...3].filter { !$0.isEmpty }.joined(separator: ", "))
                }
            }
        }
    }

    private func age(in tile: inout HTML, on paper: Paper) {
        tile.add("p", ["class": "age"]) { line in
            if source.gap != nil {
                line.add("span", ["class": "remark"], line: source.standing.line)
                line.add(text: " ")
            }
            guard let updated = item.data["updated"]?.utc ?? item.at else {
                return line.add("span", ["id": id("updated")], text: "time unknown")
            }
            line.add(time: updated, id: id("updated"), text: paper.zone.when(updated, from: paper.now))
            line.add(text: " ")
            line.add(ageOf: updated, on: paper)
        }
    }
}
