import Records
import Showing

/// The parts of a meteogram, from top to bottom: cloud, temperature, precipitation, wind.
struct MeteogramRows {
    /// The period.
    let axis: TimeAxis
    /// The steps, in order.
    let hours: [OutlookHour]
    /// The properties of the user.
    let paper: Paper

    private typealias Edge = Meteogram.Edge

    /// Adds all parts that have data.
    func draw(in plot: inout HTML) {
        clouds(in: &plot)
        rain(in: &plot)
        temperature(in: &plot)
        wind(in: &plot)
    }

    private func clouds(in plot: inout HTML) {
        guard hours.contains(where: { $0.cloudCover != nil }) else { return }
        for hour in hours {
            guard let cover = hour.cloudCover else { continue }
            bar(hour, class: "cloud", y: Edge.clouds, height: 14, opacity: cover / 100, in: &plot)
        }
        plot.add("text", ["class": "value", "x": "-6", "y": coordinate(Edge.clouds + 11)], text: "cloud")
    }

    private func temperature(in plot: inout HTML) {
        let quantity = ChartQuantity.temperature
        let points = hours.compactMap { hour in
            hour.temperature.map { ChartSeries.Point(time: hour.time, value: $0) }
        }
        let values = points.map { quantity.value($0.value, in: paper.units) }
        guard !values.isEmpty else { return }
        let scale = ValueAxis(values, atLeast: quantity.leastRange(in: paper.units), steps: 3)
        for tick in scale.ticks {
            let y = coordinate(height(tick, on: scale))
            plot.draw("line", ["class": "grid", "x1": "0", "x2": "100%", "y1": y, "y2": y])
            plot.add(
                "text", ["class": "value", "x": "-6", "y": y, "dy": "4"], text: scale.text(tick) + "°")
        }
        curves(ChartSeries("temperature", points), on: scale, in: &plot)
        extremes(points, on: scale, in: &plot)
    }

    private func curves(_ series: ChartSeries, on scale: ValueAxis, in plot: inout HTML) {
        plot.draw(stretchedTo: Edge.bottom) { curves in
            for run in series.runs(longestGap: .seconds(6 * 3600)) where run.count > 1 {
                let corners = run.map { point in
                    let y = height(ChartQuantity.temperature.value(point.value, in: paper.units), on: scale)
                    return "\(coordinate(axis.share(point.time) * 1000)),\(coordinate(y))"
                }
                curves.draw(
                    "polyline",
                    [
                        "class": "curve warmth", "fill": "none", "vector-effect": "non-scaling-stroke",
                        "points": corners.joined(separator: " "),
                    ])
            }
        }
    }

    /// Adds the highest and the lowest temperature of each day as text, unless it belongs to the slope of a
    /// neighbouring day.
    private func extremes(_ points: [ChartSeries.Point], on scale: ValueAxis, in plot: inout HTML) {
        let days = Dictionary(grouping: points.indices) { paper.zone.date(points[$0].time) }
        for (_, day) in days.sorted(by: { $0.key < $1.key }) where day.count >= 4 {
            let low = day.min { points[$0].value < points[$1].value } ?? 0
            let high = day.max { points[$0].value < points[$1].value } ?? 0
            guard points[low].value < points[high].value else { continue }
            if let around = neighbors(of: high, in: points), around.allSatisfy({ $0 <= points[high].value }) {
                label(points[high], offset: "-7", on: scale, in: &plot)
            }
            if let around = neighbors(of: low, in: points), around.allSatisfy({ $0 >= points[low].value }) {
                label(points[low], offset: "15", on: scale, in: &plot)
            }
        }
    }

    /// Returns the values before and after a point; `nil` for the first and the last point.
    private func neighbors(of index: Int, in points: [ChartSeries.Point]) -> [Double]? {
        guard index > 0, index + 1 < points.count else { return nil }
        return [points[index - 1].value, points[index + 1].value]
    }

    private func label(
        _ point: ChartSeries.Point, offset: String, on scale: ValueAxis, in plot: inout HTML
    ) {
        let value = ChartQuantity.temperature.value(point.value, in: paper.units)
        let share = axis.share(point.time)
        let anchor = share < 0.05 ? "start" : share > 0.95 ? "end" : "middle"
        plot.add(
            "text",
            [
                "class": "extreme", "x": percent(share), "text-anchor": anchor, "dy": offset,
                "y": coordinate(height(value, on: scale)),
            ], text: whole(value) + "°")
    }

    private func height(_ value: Double, on scale: ValueAxis) -> Double {
        Edge.temperature + scale.share(value) * 112
    }

    /// Adds the probability as pale bars, and the amount as narrower ones.
    private func rain(in plot: inout HTML) {
        let rates = hours.compactMap {
            $0.rate.map { ChartQuantity.precipitation.value($0, in: paper.units) }
        }
        let least = ChartQuantity.precipitation.leastRange(in: paper.units)
        let scale = ValueAxis(rates + [0], atLeast: least, steps: 4)
        let base = Edge.rain + 50
        plot.draw(
            "line",
            ["class": "grid", "x1": "0", "x2": "100%", "y1": coordinate(base), "y2": coordinate(base)])
        for hour in hours {
            if let chance = hour.probability, chance > 0 {
                let tall = chance / 2
                bar(hour, class: "chance", y: base - tall, height: tall, in: &plot)
            }
            if let rate = hour.rate, rate > 0 {
                let tall = (1 - scale.share(ChartQuantity.precipitation.value(rate, in: paper.units))) * 50
                bar(hour, class: "rain", y: base - tall, height: tall, in: &plot)
            }
        }
        guard rates.contains(where: { $0 > 0 }) else { return }
        let unit = ChartQuantity.precipitation.symbol(in: paper.units)
        plot.add(
            "text", ["class": "value", "x": "-6", "y": coordinate(Edge.rain + 8)],
            text: "\(unit == "mm" ? decimal(scale.highest) : scale.text(scale.highest)) \(unit)")
    }

    private func wind(in plot: inout HTML) {
        var last = -1
        for hour in hours {
            guard let wind = hour.data["wind"], let speed = wind["speed"]?.double, abs(speed) < 1e6 else {
                continue
            }
            let slot = Int(axis.share(hour.time) * 23.99)
            guard slot != last else { continue }
            last = slot
            let middle = (axis.share(hour.time) + axis.share(hour.until)) / 2
            plot.draw(at: middle, y: Edge.wind - 4, class: slot % 2 == 0 ? nil : "minor") { place in
                WindArrow.draw(wind, in: &place)
                place.add(
                    "text", ["class": "speed", "y": "22", "text-anchor": "middle"],
                    text: whole(ChartQuantity.speed.value(speed, in: paper.units)))
            }
        }
        guard last >= 0 else { return }
        plot.add(
            "text", ["class": "value", "x": "-12", "y": coordinate(Edge.wind + 18)],
            text: ChartQuantity.speed.symbol(in: paper.units))
    }

    private func bar(
        _ hour: OutlookHour, class name: String, y: Double, height: Double, opacity: Double? = nil,
        in plot: inout HTML
    ) {
        let from = axis.share(hour.time)
        plot.draw(
            "rect",
            [
                "class": name, "x": percent(from), "y": coordinate(y), "height": coordinate(height),
                "width": percent(axis.share(hour.until) - from),
                "fill-opacity": opacity.map { coordinate($0) },
            ])
    }
}
