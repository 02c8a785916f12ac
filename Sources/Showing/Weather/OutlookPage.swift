public import AlmanacValues
package import Records

/// A general forecast for a place: now, the next hours and the next days.
public struct OutlookPage: Showable {
    private let item: Item

    /// Makes the page of a record of `Kind=forecast`.
    public init(_ item: Item) { self.item = item }

    /// Whether a record is such a forecast.
    public static func canShow(_ item: Item) -> Bool {
        item.data["provider"]?.string != nil
            && ["hourly", "daily", "periods"].contains { item.data[$0]?.array != nil }
    }

    /// Returns the page; past hours and days are omitted.
    public func lines(on paper: Paper) -> [Line] {
        let heading = [
            Line(item.name, .strong), Line(item.data["provider"]?.string ?? ""),
            Line(item.data["updated"]?.utc.map { "of \(paper.moment($0))" } ?? ""),
        ].joined(by: "  ")
        let now = OutlookHour.presentWords(of: item, on: paper).joined(separator: ", ")
        let present =
            now.isEmpty ? [] : (Line("Now  ", .faint) + Line(now)).wrapped(to: paper.width, indent: 5)
        let hours = OutlookHour.ahead(item, at: paper.now).prefix(12).map(\.data)
        let days = OutlookDays(item).steps(on: paper).prefix(10)
        let periods = periods(8, at: paper.now).lines(on: paper)
        return heading.wrapped(to: paper.width) + present + table(of: hours, isDaily: false, on: paper)
            + table(of: Array(days), isDaily: true, on: paper) + (periods.isEmpty ? [] : [Line()] + periods)
    }

    private func table(of steps: [JSON], isDaily: Bool, on paper: Paper) -> [Line] {
        guard !steps.isEmpty else { return [] }
        let columns = [
            Column("WHEN", isWhole: true), Column("TEMPERATURE", isNumber: true, isWhole: true),
            Column("WEATHER", rank: 4), Column("RAIN", isNumber: true, isWhole: true, rank: 3),
            Column("CHANCE", isNumber: true, isWhole: true, rank: 2), Column("WIND", rank: 1),
        ]
        let rows = steps.map { Table.Row(OutlookStep($0, on: paper).cells(isDay: isDaily)) }
        return [Line()] + Table(columns, rows: rows).lines(on: paper)
    }

    /// Returns the first days and nights that the service describes in sentences and that are not over.
    package func periods(_ limit: Int, at now: UTC) -> Fields {
        var fields = Fields()
        let ahead = (item.data["periods"]?.array ?? []).filter { $0["until"]?.utc.map { $0 > now } ?? true }
        for period in ahead.prefix(limit) {
            let text = period["text"]?.string ?? period["summary"]?.string
            fields.add(period["name"]?.string ?? "", text.map { Line($0) })
        }
        return fields
    }
}
