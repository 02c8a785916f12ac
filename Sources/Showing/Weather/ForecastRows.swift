import AlmanacValues
import Records

/// A period of a forecast as rows: the prevailing conditions, then the differences of each temporary or
/// probable change.
struct ForecastRows {
    private let forecastSpan: ForecastSpan
    private let paper: Paper

    init(of forecastSpan: ForecastSpan, on paper: Paper) {
        self.forecastSpan = forecastSpan
        self.paper = paper
    }

    /// The rows with all conditions in one cell.
    var shortRows: [Table.Row] {
        rows.map { Table.Row([$0.cells[0], Array($0.cells.dropFirst()).joined(by: ", ")]) }
    }

    /// The rows with a cell for each of flight rules, wind, visibility, weather and sky.
    var rows: [Table.Row] {
        let prevailing = cells(forecastSpan.data)
        let isNow = forecastSpan.from <= paper.now && paper.now < forecastSpan.until
        let first = Table.Row([Line(when, isNow ? .strong : .plain)] + prevailing)
        return [first]
            + forecastSpan.overlays.map { overlay in
                let other = zip(cells(overlay.data), prevailing).map { $0 == $1 ? Line() : $0 }
                return Table.Row([Line("· \(overlay.name)")] + other)
            }
    }

    /// The period: `now–18:00`, `18:00–00:00`, `Sat 06:00–12:00`.
    private var when: String {
        let isNow = forecastSpan.from <= paper.now && paper.now < forecastSpan.until
        let from = isNow ? "now" : paper.zone.when(forecastSpan.from, from: paper.now)
        return "\(from)–\(paper.zone.time(forecastSpan.until))"
    }

    private func cells(_ data: JSON) -> [Line] {
        let conditions = ConditionsText(data, in: paper.units)
        return [
            conditions.rules?.line ?? Line(),
            Line([conditions.briefWind, conditions.windShear].compactMap(\.self).joined(separator: ", ")),
            Line(conditions.visibility ?? ""),
            Line(conditions.weather ?? ""), Line(conditions.sky ?? ""),
        ]
    }
}
