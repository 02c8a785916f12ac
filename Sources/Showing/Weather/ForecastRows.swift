import AlmanacValues
package import Records

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
