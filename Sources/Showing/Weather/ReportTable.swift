public import AlmanacValues
import Records

/// Weather reports of several stations, one per row.
public struct ReportTable: Showable {
    private let items: [Item]
    private let maximumAges: [String: Duration]

    /// Makes a table of METAR records, which count as expired by the `MaxAge=` of their sources.
    public init(_ items: [Item], of sources: [Source] = []) {
        self.items = items
        maximumAges = sources.maximumAges
    }

    /// Returns the table; if room is short, the least important columns are omitted first.
    public func lines(on paper: Paper) -> [Line] { table(on: paper).lines(on: paper) }

    /// Returns the reports as rows, in their order.
    package func table(on paper: Paper) -> Table {
        let columns = [
            Column("STATION"), Column("RULES"), Column("WIND", rank: 6), Column("VISIBILITY", rank: 5),
            Column("CEILING", isNumber: true, rank: 7), Column("WEATHER", rank: 2),
            Column("TEMPERATURE", isNumber: true, rank: 3), Column("ALTIMETER", isNumber: true, rank: 1),
            Column("TIME", rank: 4),
        ]
        return Table(columns, rows: items.map { Table.Row(row(of: $0, on: paper)) })
    }

    private func row(of item: Item, on paper: Paper) -> [Line] {
        let conditions = ConditionsText(item.data, in: paper.units)
        let temperature = item.data[.temperature]?.double.map(paper.units.temperature)
        return [Line(item.key, .strong), conditions.category.line]
            + [
                conditions.briefWind, conditions.statedVisibility, conditions.ceiling, conditions.weather,
                temperature,
                conditions.altimeter,
            ].map { Line($0 ?? "") } + [time(of: item, on: paper)]
    }

    private func time(of item: Item, on paper: Paper) -> Line {
        let isExpired = item.isExpired(at: paper.now, after: maximumAges[item.source] ?? .usualMaximumAge)
        let time = item.moment(.time)
        return Line(time.map { paper.forPilots.zone.when($0, from: paper.now) } ?? "unknown")
            + (isExpired ? " " + Line("expired", .bad) : Line())
            + (item.data[.missing] == nil ? Line() : " " + Line("newest missing", .bad))
    }
}
