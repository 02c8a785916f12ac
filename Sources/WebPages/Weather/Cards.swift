public import AlmanacValues
import Records
public import Showing

/// An airport on the start page: its flight rules and most important values, with a link to its page.
public struct AirportCard {
    private let item: Item
    private let maximumAge: Duration

    /// Makes the card of a report, which counts as expired if it is older than `maximumAge`.
    public init(_ item: Item, maximumAge: Duration = .usualMaximumAge) {
        self.item = item
        self.maximumAge = maximumAge
    }

    /// Returns the card; values that the report lacks are omitted.
    public func html(on paper: Paper) -> HTML {
        let station = item.data[.station]?.string ?? item.key
        return HTML {
            $0.add("article", ["class": "card airport-card", "id": elementID(station)]) { card in
                heading(station, in: &card, on: paper)
                RulesBadge(data: item.data).add(to: &card, id: elementID(station, "rules"), on: paper)
                values(station, in: &card, on: paper)
                ReportAge(item: item, maximumAge: maximumAge).add(
                    to: &card, id: elementID(station, "time"), on: paper.forPilots)
            }
        }
    }

    private func heading(_ station: String, in card: inout HTML, on paper: Paper) {
        card.add("h3") { title in
            title.add("a", ["href": paper.link("/\(station.percentEncoded())")]) { link in
                link.add("span", ["class": "station"], text: station)
                guard let name = item.title, name != station else { return }
                link.add(text: " ")
                link.add("span", ["class": "place"], text: name)
            }
        }
    }

    private func values(_ station: String, in card: inout HTML, on paper: Paper) {
        let conditions = ConditionsText(item.data, in: paper.units)
        let temperature = item.data[.temperature]?.double.map(paper.units.temperature)
        var values = Fields()
        for (name, value) in [
            ("Wind", conditions.wind), ("Visibility", conditions.wholeStatedVisibility),
            ("Ceiling", conditions.ceiling), ("Weather", conditions.weather), ("Temperature", temperature),
        ] { values.add(name, value.map { Line($0) }) }
        if !values.fields.isEmpty { card.add(values, id: elementID(station)) }
    }
}

/// The place of a general forecast on the start page: the weather now and on the next days, with a link to
/// its page.
public struct PlaceCard {
    private static let mostDays = 3

    private let item: Item
    private let source: Source

    /// Makes the card of a record of `Kind=forecast`.
    public init(_ item: Item, of source: Source) {
        self.item = item
        self.source = source
    }

    /// Returns the card; values that the forecast lacks are omitted.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("article", ["class": "card airport-card", "id": id()]) { card in
                heading(in: &card, on: paper)
                present(in: &card, on: paper)
                days(in: &card, on: paper)
                age(in: &card, on: paper)
            }
        }
    }

    private func id(_ part: String...) -> String {
        elementID((["place", item.source, item.key] + part).joined(separator: "/"))
    }

    private func heading(in card: inout HTML, on paper: Paper) {
        card.add("h3") { title in
            title.add("a", ["href": paper.link(path(ofRecord: item.key, in: item.source))]) { link in
                let name = item.title ?? source.title ?? source.name
                link.add("span", ["class": "station"], text: name.shortened(toBytes: 160))
            }
        }
    }

    private func present(in card: inout HTML, on paper: Paper) {
        let words = OutlookHour.presentWords(of: item, on: paper)
        guard !words.isEmpty else { return }
        card.add("p", ["class": "rules", "id": id("now")], text: words.joined(separator: ", "))
    }

    private func days(in card: inout HTML, on paper: Paper) {
        let steps = OutlookDays(item).steps(on: paper).prefix(PlaceCard.mostDays)
        guard !steps.isEmpty else { return }
        card.add("dl") { list in
            for (index, step) in steps.enumerated() {
                let cells = OutlookStep(step, on: paper).cells(isDay: true).map(\.plain)
                list.add("div") { pair in
                    // The card has room for the weekday only.
                    pair.add("dt", text: String(cells[0].prefix { $0 != " " }))
                    pair.add(
                        "dd", ["id": id("day", "\(index)")],
                        text: cells[1...3].filter { !$0.isEmpty }.joined(separator: ", "))
                }
            }
        }
    }

    private func age(in card: inout HTML, on paper: Paper) {
        guard let updated = item.data["updated"]?.utc ?? item.at else { return }
        card.add("p", ["class": "age"]) {
            $0.add(time: updated, id: id("updated"), text: paper.moment(updated))
        }
    }
}
