public import AlmanacValues
import Records

/// The winds aloft at a station, by altitude.
public struct WindsPage: Showable {
    /// The record.
    package let item: Item
    private let distance: (metres: Double, bearing: Double)?

    /// Makes the page of a winds aloft record.
    public init(_ item: Item) {
        self.item = item
        distance = nil
    }

    /// Makes the page of winds aloft shown for another place.
    public init(_ neighbor: Neighbor) {
        item = neighbor.item
        distance = (neighbor.metres, neighbor.bearing)
    }

    /// Whether a record is such a forecast.
    public static func canShow(_ item: Item) -> Bool {
        item.data[.type] == "WINDS" && item.data[.levels] != nil
    }

    /// Returns the page: a heading, then a row per altitude.
    public func lines(on paper: Paper) -> [Line] {
        heading(paper) + table(on: paper).lines(on: paper)
    }

    private func heading(_ paper: Paper) -> [Line] {
        let times = [WeatherMember.from, .until].compactMap { item.moment($0) }.map {
            paper.forPilots.zone.when($0, from: paper.now)
        }
        return [
            Line(item.key, .strong) + " winds aloft", place(paper),
            item.isOver(at: paper.now) ? Line("expired", .bad) : Line(),
            Line(times.count == 2 ? "for \(times[0]) to \(times[1])" : "time unknown"),
        ].joined(by: "  ").wrapped(to: paper.width)
    }

    /// Returns the place of the winds: `Berlin Muni, US, 67 NM NW`; empty if it is the place itself.
    package func place(_ paper: Paper) -> Line {
        guard let distance, distance.metres >= 5000 else { return Line() }
        // Winds aloft are for aviation: the distance has the unit of the other values of the page.
        let far = "\(DistanceUnit(paper.units).text(distance.metres)) \(compassPoint(distance.bearing))"
        return Line([item.title?.placeName, far].compactMap { $0 }.joined(separator: ", "))
    }

    /// Returns the height, the wind and the temperature of each level, lowest first.
    package func table(on paper: Paper) -> Table {
        let columns = [
            Column("HEIGHT", isNumber: true), Column("WIND"), Column("TEMPERATURE", isNumber: true),
        ]
        let levels = (item.data[.levels]?.object ?? []).compactMap { level in
            Double(level.name).map { (feet: $0, data: level.value) }
        }
        let rows = levels.sorted { $0.feet < $1.feet }.map { level in
            let temperature = level.data[.temperature]?.double.map(paper.units.temperature)
            return Table.Row([
                Line(paper.units.height(level.feet)), Line(wind(at: level.data, in: paper.units)),
                Line(temperature ?? ""),
            ])
        }
        return Table(columns, rows: rows)
    }

    private func wind(at level: JSON, in units: Units) -> String {
        if level[.variable]?.bool == true { return "light and variable" }
        guard let speed = level[.speed]?.double else { return "" }
        let from = level[.direction]?.int.map { "\(threeDigits($0))° " } ?? ""
        return "\(from)\(units.speed(speed))\(level[.speedAbove]?.bool == true ? " or more" : "")"
    }
}
