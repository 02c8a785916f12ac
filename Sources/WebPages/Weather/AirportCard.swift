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
        card.add("h3", [:]) { title in
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
