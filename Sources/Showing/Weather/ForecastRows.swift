import Records

/// A stretch of a forecast as rows: what prevails, then what is other when something comes over it.
struct ForecastRows {
    private let stretch: Stretch
    private let raw: String?
    private let paper: Paper

    init(_ stretch: Stretch, _ raw: String?, _ paper: Paper) {
        (self.stretch, self.raw, self.paper) = (stretch, raw, paper)
    }

    /// The rows, what holds in one cell.
    var shortRows: [Table.Row] {
        rows.map { Table.Row([$0.cells[0], Array($0.cells.dropFirst()).joined(by: ", ")]) }
    }

    /// The rows, a cell for each of flight rules, wind, visibility, weather and sky.
    var rows: [Table.Row] {
        let prevailing = cells(stretch.data)
        let isNow = stretch.from <= paper.now && paper.now < stretch.until
        let first = Table.Row([Line(when, isNow ? .strong : .plain)] + prevailing)
        return [first]
            + stretch.overlays.map { overlay in
                let other = zip(cells(overlay.data), prevailing).map { $0 == $1 ? Line() : $0 }
                return Table.Row([Line("· \(overlay.name)")] + other)
            }
    }

    /// `now–18:00`, `18:00–00:00`, `Sat 06:00–12:00`.
    private var when: String {
        let isNow = stretch.from <= paper.now && paper.now < stretch.until
        let from = isNow ? "now" : paper.zone.when(stretch.from, from: paper.now)
        return "\(from)–\(paper.zone.time(stretch.until))"
    }

    private func cells(_ data: JSON) -> [Line] {
        let conditions = Conditions(data, paper.units, raw: raw)
        return [
            conditions.rules?.line ?? Line(), Line(conditions.briefWind ?? ""),
            Line(conditions.visibility ?? ""),
            Line(conditions.weather ?? ""), Line(conditions.sky ?? ""),
        ]
    }
}
