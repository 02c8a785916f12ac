import Records
import Showing

/// Series of one quantity over time as a drawing, with a summary in words and a table of all values.
///
/// Positions are shares of the width and text is not scaled, so that one drawing is legible on screens of
/// every width.
struct LineChart {
    /// The identifier of the element, unique within the page.
    let id: String
    /// The heading, such as `Temperature and dew point`.
    let title: String
    /// The quantity of all series.
    let quantity: ChartQuantity
    /// The series, the most important one first.
    let series: [ChartSeries]
    /// The period.
    let axis: TimeAxis
    /// The nights within the period, which are shaded.
    var nights: [TimeAxis] = []
    /// The winds, drawn as a row of arrows; empty for none.
    var winds: [(time: UTC, wind: JSON)] = []
    /// The longest time between points that are connected.
    var longestGap: Duration = .seconds(7500)
    /// Whether the scale starts at zero.
    var isFromZero = false

    /// Values with the names of what lies below them, drawn as lines; empty for none.
    var limits: [(value: Double, name: String)] = []

    /// The height of the drawing without the hours, in pixels.
    static let height = 150.0

    /// Whether there is anything to draw: at least two points at different times.
    var isWorthwhile: Bool {
        let times = series.flatMap { visible($0).points.map(\.time) }
        guard let first = times.min(), let last = times.max() else { return false }
        return first < last
    }

    /// Returns the chart as a figure; empty if it is not worthwhile.
    func html(on paper: Paper) -> HTML {
        guard isWorthwhile else { return HTML() }
        return HTML {
            $0.add("figure", ["class": "chart", "id": id]) { figure in
                caption(in: &figure, on: paper)
                drawing(in: &figure, on: paper)
                ChartTable(chart: self).add(to: &figure, on: paper)
            }
        }
    }

    /// Returns the part of a series within the period.
    func visible(_ series: ChartSeries) -> ChartSeries {
        let points = series.points.filter { axis.contains($0.time) }
        var visible = ChartSeries(series.name, points, isDotted: series.isDotted)
        visible.gaps = series.gaps
        return visible
    }

    private func caption(in figure: inout HTML, on paper: Paper) {
        figure.add("figcaption", [:]) { caption in
            caption.add("span", ["class": "title"], text: title)
            caption.add(text: " ")
            caption.add("span", ["class": "unit"], text: unit(on: paper))
            if series.count > 1 { legend(in: &caption) }
            caption.add(
                "span", ["class": "summary", "id": "\(id)-summary"],
                text: ChartSummary(chart: self).short(on: paper))
        }
    }

    /// The unit of the values, and the zone of the hours.
    private func unit(on paper: Paper) -> String {
        [quantity.symbol(in: paper.units), axis.zoneWords(paper.zone)].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    private func legend(in caption: inout HTML) {
        caption.add("span", ["class": "legend"]) { legend in
            for (index, series) in series.enumerated() where !visible(series).points.isEmpty {
                let shape = series.isDotted ? " dotted" : ""
                legend.add("span", ["class": "key series-\(index + 1)\(shape)"], text: series.name)
                legend.add(text: " ")
            }
        }
    }
}
