import AlmanacValues
import Records
public import Showing

/// An airport on the start page: its flight rules, its most important values and their age, with a link to its
/// page.
public struct AirportTile {
    private let report: AirportReport
    private let preferences: Preferences

    /// Makes the tile of an airport, whose link to pin it keeps the user's other choices.
    public init(_ report: AirportReport, preferences: Preferences = Preferences()) {
        self.report = report
        self.preferences = preferences
    }

    /// Returns the tile; a value that the report lacks is unknown.
    public func html(on paper: Paper) -> HTML {
        let airport = report.airport
        let name = report.isUncertain ? "card tile uncertain" : "card tile"
        return HTML {
            $0.add("article", ["class": name, "id": elementID(airport)]) { tile in
                heading(in: &tile, on: paper)
                rules(in: &tile, on: paper)
                if let item = report.item, item.data[.nilReport]?.bool != true {
                    tile.add(values(item, on: paper), id: elementID(airport))
                }
                age(in: &tile, on: paper.forPilots)
            }
        }
    }

    private func heading(in tile: inout HTML, on paper: Paper) {
        tile.add("h3") { title in
            title.add("a", ["href": paper.link("/\(report.airport.percentEncoded())")]) { link in
                link.add("span", ["class": "station"], text: report.airport)
                guard let name = report.item?.title?.placeName, name != report.airport else { return }
                link.add(text: " ")
                link.add("span", ["class": "place"], text: name)
            }
        }
    }

    private func rules(in tile: inout HTML, on paper: Paper) {
        let id = elementID(report.airport, "rules")
        guard let item = report.item else {
            return tile.add("p", ["class": "rules", "id": id]) {
                $0.add("strong", ["class": "badge rules-unknown"], text: "?")
            }
        }
        RulesBadge(data: item.data).add(briefTo: &tile, id: id, on: paper)
    }

    private func values(_ item: Item, on paper: Paper) -> Fields {
        let conditions = ConditionsText(item.data, in: paper.units)
        let temperature = item.data[.temperature]?.double.map(paper.units.temperature)
        let noCeiling = conditions.category == .unknown ? "unknown" : "none"
        var fields = Fields()
        fields.add("Wind", Line(conditions.briefWind ?? "unknown"))
        fields.add("Visibility", Line(conditions.wholeStatedVisibility ?? "unknown"))
        fields.add("Ceiling", Line(conditions.ceiling ?? noCeiling))
        fields.add("Temperature", Line(temperature ?? "unknown"))
        fields.add("Weather", conditions.weather.map { Line($0) })
        return fields
    }

    private func age(in tile: inout HTML, on paper: Paper) {
        tile.add("p", ["class": "age"]) { line in
            let remark = report.remark(on: paper)
            if !remark.isEmpty {
                line.add("span", ["class": "remark"], line: remark)
                line.add(text: " ")
            }
            if let item = report.item { time(of: item, in: &line, on: paper) }
            pin(in: &line)
        }
    }

    private func time(of item: Item, in line: inout HTML, on paper: Paper) {
        let id = elementID(report.airport, "time")
        guard let time = item.moment(.time) else {
            return line.add("span", ["id": id], text: "time unknown")
        }
        let expiry = report.isExpired ? nil : report.expiry
        line.add(time: time, id: id, text: paper.zone.when(time, from: paper.now), expiry: expiry)
        line.add(text: " ")
        line.add(ageOf: time, on: paper)
    }

    /// Adds a link to the start page on which this airport is pinned, or no longer so.
    private func pin(in line: inout HTML) {
        guard !preferences.isKiosk else { return }
        let isPinned = preferences.pins.contains { $0.hasBytes(of: report.airport) }
        line.add(text: " ")
        line.add(
            "a",
            [
                "class": "pin", "href": preferences.link(toPin: report.airport, isPinned: !isPinned),
                "aria-label": isPinned ? "Unpin \(report.airport)" : "Pin \(report.airport)",
                "title": isPinned ? "Unpin" : "Pin: always first",
            ], text: isPinned ? "★" : "☆")
    }
}

extension Preferences {
    /// Returns the address of the start page with an airport pinned last, or no longer pinned.
    fileprivate func link(toPin airport: String, isPinned: Bool) -> String {
        var other = self
        other.pins.removeAll { $0.hasBytes(of: airport) }
        if isPinned { other.pins.append(airport) }
        // A browser remembers the choice; without the name, it would go on with the last one.
        return other.link(other.pins.isEmpty ? "/?pin=" : "/")
    }
}
