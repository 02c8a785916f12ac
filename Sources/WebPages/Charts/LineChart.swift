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
        figure.add("figcaption") { caption in
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

extension LineChart {
    /// Adds the drawing: nights, grid, curves, points, and the present time.
    func drawing(in figure: inout HTML, on paper: Paper) {
        let extra = winds.isEmpty ? 0.0 : 22.0
        let scale = scale(in: paper.units)
        figure.add(
            "svg",
            [
                "class": limits.isEmpty ? "plot" : "plot limited", "role": "img",
                "aria-labelledby": "\(id)-title \(id)-desc", "width": "100%",
                "height": coordinate(LineChart.height + extra + 24),
            ]
        ) { plot in
            plot.add("title", ["id": "\(id)-title"], text: title)
            plot.add("desc", ["id": "\(id)-desc"], text: ChartSummary(chart: self).text(on: paper))
            TimeGrid(axis: axis, height: LineChart.height + extra).draw(nights: nights, in: &plot, on: paper)
            lines(of: scale, in: &plot)
            limits(on: scale, in: &plot, units: paper.units)
            curves(on: scale, in: &plot, units: paper.units)
            points(on: scale, in: &plot, paper: paper)
            extremes(on: scale, in: &plot, units: paper.units)
            arrows(at: LineChart.height + 12, in: &plot, on: paper)
            TimeGrid(axis: axis, height: LineChart.height + extra).drawNow(in: &plot, on: paper)
        }
    }

    private func scale(in units: Units) -> ValueAxis {
        let values = series.flatMap { visible($0).points.map { quantity.value($0.value, in: units) } }
        return ValueAxis(isFromZero ? values + [0] : values, atLeast: quantity.leastRange(in: units))
    }

    /// Adds a horizontal line and a number for each mark of the scale.
    private func lines(of scale: ValueAxis, in plot: inout HTML) {
        for tick in scale.ticks {
            let y = coordinate(y(tick, on: scale))
            plot.draw("line", ["class": "grid", "x1": "0", "x2": "100%", "y1": y, "y2": y])
            plot.add("text", ["class": "value", "x": "-6", "y": y, "dy": "4"], text: scale.text(tick))
        }
    }

    /// Adds the limits as lines. The name below a line is that of the values below it; it is omitted within
    /// 12 pixels of the name below.
    private func limits(on scale: ValueAxis, in plot: inout HTML, units: Units) {
        var last = LineChart.height
        for limit in limits.sorted(by: { $0.value < $1.value }) {
            let value = quantity.value(limit.value, in: units)
            let y = y(value, on: scale)
            guard value < scale.highest else { continue }
            let place = coordinate(y)
            plot.draw("line", ["class": "limit", "x1": "0", "x2": "100%", "y1": place, "y2": place])
            guard last - y >= 12 else { continue }
            last = y
            plot.add(
                "text", ["class": "limit", "x": "100%", "dx": "4", "y": place, "dy": "11"], text: limit.name)
        }
    }

    private func curves(on scale: ValueAxis, in plot: inout HTML, units: Units) {
        plot.draw(stretchedTo: LineChart.height) { curves in
            for (index, series) in series.enumerated() where !series.isDotted {
                for run in visible(series).runs(longestGap: longestGap) where run.count > 1 {
                    let corners = run.map { point in
                        let y = y(quantity.value(point.value, in: units), on: scale)
                        return "\(coordinate(axis.share(point.time) * 1000)),\(coordinate(y))"
                    }
                    curves.draw(
                        "polyline",
                        [
                            "class": "curve series-\(index + 1)", "fill": "none",
                            "vector-effect": "non-scaling-stroke", "points": corners.joined(separator: " "),
                        ])
                }
            }
        }
    }

    /// Adds a small circle for each value, whose title states the value.
    private func points(on scale: ValueAxis, in plot: inout HTML, paper: Paper) {
        for (index, series) in series.enumerated().reversed() {
            for point in visible(series).points {
                let y = y(quantity.value(point.value, in: paper.units), on: scale)
                plot.add(
                    "circle",
                    [
                        "class": "point series-\(index + 1)\(series.isDotted ? " dotted" : "")",
                        "cx": percent(axis.share(point.time)), "cy": coordinate(y), "r": "2.5",
                    ]
                ) {
                    let value = quantity.text(point.value, in: paper.units)
                    $0.draw(title: "\(paper.zone.when(point.time, from: paper.now)) \(series.name) \(value)")
                }
            }
        }
    }

    /// Adds the lowest and the highest value of the first series as text.
    private func extremes(on scale: ValueAxis, in plot: inout HTML, units: Units) {
        let points = series.first.map { visible($0).points } ?? []
        guard let low = points.min(by: { $0.value < $1.value }),
            let high = points.max(by: { $0.value < $1.value }), low.value < high.value
        else { return }
        for (point, offset) in [(high, "-8"), (low, "16")] {
            let share = axis.share(point.time)
            let anchor = share < 0.08 ? "start" : share > 0.92 ? "end" : "middle"
            plot.add(
                "text",
                [
                    "class": "extreme", "x": percent(share), "text-anchor": anchor, "dy": offset,
                    "y": coordinate(y(quantity.value(point.value, in: units), on: scale)),
                ], text: quantity.text(point.value, in: units))
        }
    }

    private func arrows(at height: Double, in plot: inout HTML, on paper: Paper) {
        let shown = winds.filter { axis.contains($0.time) }
        // One arrow for every 24th of the period fits the narrowest screen only if every second is omitted.
        var last = -1
        for (time, wind) in shown {
            let slot = Int(axis.share(time) * 23.99)
            guard slot != last else { continue }
            last = slot
            plot.draw(at: axis.share(time), y: height, class: slot % 2 == 0 ? nil : "minor") { place in
                WindArrow.draw(wind, in: &place)
                let words = ConditionsText(["wind": wind], in: paper.units).briefWind ?? ""
                place.draw(title: "\(paper.zone.when(time, from: paper.now)) \(words)")
            }
        }
    }

    private func y(_ value: Double, on scale: ValueAxis) -> Double {
        16 + scale.share(value) * (LineChart.height - 30)
    }
}
