public import AlmanacValues
import Records

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
        let now = item.data["current"].map { OutlookStep($0, on: paper).words.joined(separator: ", ") }
        let present = now.map { (Line("Now  ", .faint) + Line($0)).wrapped(to: paper.width, indent: 5) }
        return heading.wrapped(to: paper.width) + (present ?? [])
            + section("hourly", limit: 12, on: paper) + section("daily", limit: 10, on: paper)
            + periods(paper)
    }

    private func section(_ name: String, limit: Int, on paper: Paper) -> [Line] {
        let all = item.data[name]?.array ?? []
        let steps = all.filter { isAhead($0, isDay: name == "daily", on: paper) }.prefix(limit)
        guard !steps.isEmpty else { return [] }
        let columns = [
            Column("WHEN", isWhole: true), Column("TEMPERATURE", isNumber: true, isWhole: true),
            Column("WEATHER", rank: 4), Column("RAIN", isNumber: true, isWhole: true, rank: 3),
            Column("CHANCE", isNumber: true, isWhole: true, rank: 2), Column("WIND", rank: 1),
        ]
        let rows = steps.map { Table.Row(OutlookStep($0, on: paper).cells(isDay: name == "daily")) }
        return [Line()] + Table(columns, rows: rows).lines(on: paper)
    }

    private func isAhead(_ step: JSON, isDay: Bool, on paper: Paper) -> Bool {
        guard let time = step["time"]?.utc else { return step["date"] != nil }
        return (step["until"]?.utc ?? time + .seconds(isDay ? 86_400 : 3600)) > paper.now
    }

    private func periods(_ paper: Paper) -> [Line] {
        var fields = Fields()
        let all = item.data["periods"]?.array ?? []
        for period in all.filter({ isAhead($0, isDay: false, on: paper) }).prefix(8) {
            let text = period["text"]?.string ?? period["summary"]?.string
            fields.add(period["name"]?.string ?? "", text.map { Line($0) })
        }
        let lines = fields.lines(on: paper)
        return lines.isEmpty ? [] : [Line()] + lines
    }
}
