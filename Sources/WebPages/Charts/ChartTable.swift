import Records
import Showing

/// The values of a chart as a table, newest first, which is folded until somebody opens it.
struct ChartTable {
    /// The chart.
    let chart: LineChart

    /// Adds the table.
    func add(to figure: inout HTML, on paper: Paper) {
        figure.add("details", [:]) { details in
            details.add("summary", [:]) { summary in
                summary.add(text: "Values")
                summary.add("span", ["class": "unseen"], text: " of \(chart.title)")
            }
            details.add("table", [:]) { table in
                let series = chart.series.map(chart.visible)
                table.add("thead", [:]) { $0.add("tr", [:]) { heading(series, in: &$0) } }
                table.add("tbody", [:]) { rows(series, in: &$0, on: paper) }
            }
        }
    }

    private func heading(_ series: [ChartSeries], in row: inout HTML) {
        row.add("th", ["scope": "col"], text: "time")
        for series in series { row.add("th", ["scope": "col", "class": "number"], text: series.name) }
    }

    private func rows(_ series: [ChartSeries], in body: inout HTML, on paper: Paper) {
        let values = series.map { series in
            Dictionary(series.points.map { ($0.time, $0.value) }) { _, last in last }
        }
        let times = Set(values.flatMap(\.keys)).sorted(by: >)
        for time in times {
            body.add("tr", [:]) { row in
                row.add("th", ["scope": "row"]) {
                    $0.add(time: time, text: paper.zone.when(time, from: paper.now))
                }
                for values in values {
                    let text = values[time].map { chart.quantity.text($0, in: paper.units) }
                    row.add("td", ["class": "number"], text: text ?? "–")
                }
            }
        }
    }
}
