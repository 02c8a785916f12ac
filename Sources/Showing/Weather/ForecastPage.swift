public import AlmanacValues
package import Records

/// A forecast for pilots: the flight rules over time, then each period with its possible changes, then the
/// raw text.
public struct ForecastPage: Showable {
    private let item: Item

    /// Makes the page of a TAF record.
    public init(_ item: Item) { self.item = item }

    /// Whether a record is such a forecast.
    public static func canShow(_ item: Item) -> Bool { item.data[.type] == "TAF" && item.data[.raw] != nil }

    /// Returns the page; past periods are omitted unless all are past.
    public func lines(on paper: Paper) -> [Line] {
        let paper = paper.forPilots
        let spans = spans(at: paper.now)
        return heading(paper) + ForecastBar(of: spans, on: paper).lines
            + table(of: spans, on: paper).lines(on: paper)
            + remainder(paper).lines(on: paper) + raw(paper)
    }

    /// Returns the periods that are not over, or all if they all are.
    package func spans(at now: UTC) -> [ForecastSpan] {
        let all = ForecastSpan.all(item)
        let ahead = all.filter { $0.until > now }
        return ahead.isEmpty ? all : ahead
    }

    /// Whether the forecast is over: without a validity, once the longest one would be.
    package func isOver(at now: UTC) -> Bool {
        item.moment(.until) == nil
            ? item.isExpired(at: now, after: .seconds(30 * 3600)) : item.isOver(at: now)
    }

    /// The states of the forecast: `amended`; empty for none.
    package var states: String {
        [WeatherMember.cancelled, .nilReport, .amended, .corrected]
            .filter { item.data[$0]?.bool == true }.map(\.description).joined(separator: ", ")
    }

    private func heading(_ paper: Paper) -> [Line] {
        let validity = item.moment(.from).flatMap { from in
            item.moment(.until).map {
                "valid \(paper.zone.when(from, from: paper.now)) to \(paper.zone.when($0, from: paper.now))"
            }
        }
        let issued = item.moment(.time).map { "issued \(paper.moment($0))" }
        return [
            Line(item.data[.station]?.string ?? item.key, .strong) + " forecast",
            isOver(at: paper.now) ? Line("expired", .bad) : Line(), Line(states, .strong),
            Line(validity ?? (item.data.lacks(.time) ? "validity not understood" : "")),
            Line(issued ?? ""),
        ].joined(by: "  ").wrapped(to: paper.width)
    }

    private func table(of spans: [ForecastSpan], on paper: Paper) -> Table {
        let rows =
            spans.flatMap { ForecastRows(of: $0, on: paper).rows }
            + ForecastChange.unplaced(item).map { ForecastRows.row(of: $0, on: paper) }
        let when = Column("WHEN", isWhole: true)
        if paper.width < 72 { return Table([when, Column("FORECAST")], rows: rows.map(ForecastRows.short)) }
        let titles = ["RULES", "WIND", "VISIBILITY", "WEATHER", "SKY"]
        return Table([when] + titles.map { Column($0) }, rows: rows)
    }

    /// Returns the highest and lowest temperatures, and what could not be understood outside the groups,
    /// whose rows state their own words.
    package func remainder(_ paper: Paper) -> Fields {
        let paper = paper.forPilots
        var fields = Fields()
        fields.add("Report", item.missing(of: "forecast", on: paper))
        let extremes = (item.data[.temperatures]?.array ?? []).compactMap { extreme -> Line? in
            guard let value = extreme[.temperature]?.double else { return nil }
            let when = extreme[.time]?.utc
            let place = when.map { " at \(paper.zone.when($0, from: paper.now))" } ?? ""
            return Line("\(extreme[.kind]?.string ?? "") \(paper.units.temperature(value))\(place)")
        }
        fields.add("Temperature", extremes.joined(by: ", "))
        let unparsed = item.data.words(without: item.data[.groups])
        fields.add("Not understood", Line(unparsed.joined(separator: " ")))
        return fields
    }

    private func raw(_ paper: Paper) -> [Line] {
        guard let raw = item.data[.raw]?.string else { return [] }
        let text = raw.split { $0 == " " || $0 == "\n" || $0 == "\r\n" || $0 == "\t" }.joined(separator: " ")
        return [Line()] + Line(text, .faint).wrapped(to: paper.width, indent: 2)
    }
}
