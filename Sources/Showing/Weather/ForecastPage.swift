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

/// A period of a forecast as rows: the prevailing conditions, then the differences of each change; notes
/// below a row are what else the forecast states there.
package struct ForecastRows {
    private let forecastSpan: ForecastSpan
    private let paper: Paper

    init(of forecastSpan: ForecastSpan, on paper: Paper) {
        self.forecastSpan = forecastSpan
        self.paper = paper.forPilots
    }

    /// The rows with a cell for each of flight rules, wind, visibility, weather and sky.
    var rows: [Table.Row] {
        let prevailing = ForecastRows.cells(forecastSpan.data, on: paper)
        let isNow = forecastSpan.from <= paper.now && paper.now < forecastSpan.until
        let first = ForecastRows.row(
            Line(when, isNow ? .strong : .plain), prevailing, notes: forecastSpan.notes(in: paper.units))
        return [first]
            + forecastSpan.overlays.map { overlay in
                let cells = ForecastRows.cells(overlay.data, on: paper)
                let other = ForecastRows.differences(cells, from: forecastSpan.data, on: paper)
                let notes = overlay.doubts + overlay.notes(in: paper.units)
                return ForecastRows.row(Line("· \(overlay.shortName)"), other, notes: notes)
            }
    }

    /// Returns the row of a change that belongs to no period.
    static func row(of change: ForecastChange, on paper: Paper) -> Table.Row {
        row(
            Line(change.shortName), cells(change.data, on: paper),
            notes: change.doubts + change.notes(in: paper.units))
    }

    /// Returns a row with all conditions in one cell.
    static func short(_ row: Table.Row) -> Table.Row {
        var cells = row.cells
        if cells[1] == ProvenCategory.unknown.line { cells[1] = Line(ProvenCategory.unknown.words) }
        return Table.Row([cells[0], Array(cells.dropFirst()).joined(by: ", ")], notes: row.notes)
    }

    private static func row(_ when: Line, _ cells: [Line], notes: [String]) -> Table.Row {
        Table.Row([when] + cells, notes: notes.isEmpty ? [] : [Line(notes.joined(separator: "; "))])
    }

    /// The period: `now–18:00Z`, `18:00–00:00Z`, `Sat 06:00–12:00Z`.
    private var when: String {
        let isNow = forecastSpan.from <= paper.now && paper.now < forecastSpan.until
        let from = isNow ? "now" : paper.zone.plainWhen(forecastSpan.from, from: paper.now)
        return "\(from)–\(paper.zone.time(forecastSpan.until))"
    }

    /// Returns the cells of a change without what it has in common with the prevailing conditions.
    package static func differences(
        _ cells: [Line], from prevailing: JSON, on paper: Paper
    ) -> [Line] {
        zip(cells, ForecastRows.cells(prevailing, on: paper)).map { $0 == $1 ? Line() : $0 }
    }

    /// Returns the flight rules, wind, visibility, weather and sky of conditions.
    package static func cells(_ data: JSON, on paper: Paper) -> [Line] {
        let conditions = ConditionsText(data, in: paper.units)
        return [
            conditions.category.line,
            Line([conditions.briefWind, conditions.windShear].compactMap(\.self).joined(separator: ", ")),
            Line(conditions.statedVisibility ?? ""),
            Line(conditions.weather ?? ""), Line(conditions.statedSky ?? ""),
        ]
    }
}

/// A change within a period of a forecast: temporary, probable, gradual, or at an unknown time.
package struct ForecastChange {
    /// The name without a time: `at times`, `30 % at times`, `40 %`, `becoming`, `from then on`, or `change
    /// not understood`.
    package let shortName: String
    /// Whether it is unknown when the change comes.
    let isUnplaced: Bool
    /// The conditions.
    package let data: JSON
    private let groups: [JSON]

    /// Makes a change of a group or an overlay, which have the same members.
    init(_ data: JSON, groups: [JSON], isUnplaced: Bool = false) {
        shortName = ForecastChange.name(data)
        self.isUnplaced = isUnplaced || data.lacks(.time)
        self.data = data
        self.groups = groups
    }

    /// Makes a gradual change.
    init(becoming data: JSON, groups: [JSON]) {
        shortName = "becoming"
        isUnplaced = false
        self.data = data
        self.groups = groups
    }

    /// Returns the groups of a forecast whose validity was not understood, so that it has no periods.
    package static func unplaced(_ item: Item) -> [ForecastChange] {
        guard (item.data[.timeline]?.array ?? []).isEmpty else { return [] }
        return (item.data[.groups]?.array ?? []).map { group in
            ForecastChange(group, groups: [group], isUnplaced: item.data.lacks(.time))
        }
    }

    /// The name with what is unknown of the time: `at times, time not understood`.
    package var name: String { ([shortName] + doubts).joined(separator: ", ") }

    /// The unknown part of the time: `time not understood`; empty if nothing is.
    var doubts: [String] { isUnplaced ? ["time not understood"] : [] }

    /// Returns what else the forecast states of the change, as `ForecastSpan.notes` does.
    package func notes(in units: Units) -> [String] { ForecastGroups.notes(of: groups, in: units) }

    private static func name(_ data: JSON) -> String {
        if data.lacks(.change) { return "change not understood" }
        let change = data[.change]?.string
        if let name = certainName(change) { return name }
        let probability = data[.probability]?.int.map { "\($0) %" }
        let isTemporary = change == "TEMPO" || change == "INTER"
        let parts = [probability, isTemporary ? "at times" : nil].compactMap(\.self)
        return parts.isEmpty ? "perhaps" : parts.joined(separator: " ")
    }

    /// Returns the name of a change that comes at some time; `nil` for one that may not come.
    private static func certainName(_ change: String?) -> String? {
        switch change {
        case nil: "initially"
        case "FM": "from then on"
        case "BECMG": "becoming"
        default: nil
        }
    }
}
