import Records
import Showing

/// Temperature, precipitation, cloud and wind of a general forecast over time, in one drawing with a summary
/// in words.
struct Meteogram {
    /// The identifier of the element, unique within the page.
    let id: String
    /// The steps, in order.
    let hours: [OutlookHour]
    /// The position of the place, for the nights; `nil` if unknown.
    let position: Position?

    /// The edges of the parts, in pixels from the top.
    enum Edge {
        static let clouds = 22.0
        static let temperature = 52.0
        static let rain = 188.0
        static let wind = 260.0
        static let bottom = 290.0
    }

    /// Whether there is anything to draw.
    var isWorthwhile: Bool { hours.count > 1 && hours.contains { $0.temperature != nil } }

    /// Returns the drawing; empty if it is not worthwhile.
    func html(on paper: Paper) -> HTML {
        guard isWorthwhile, let first = hours.first, let last = hours.last,
            let axis = TimeAxis(from: first.time, until: last.until)
        else { return HTML() }
        return HTML {
            $0.add("figure", ["class": "meteogram", "id": id]) { figure in
                legend(in: &figure, zone: axis.zoneWords(paper.zone), on: paper)
                figure.add(
                    "svg",
                    [
                        "class": "plot", "role": "img", "aria-labelledby": "\(id)-title \(id)-desc",
                        "width": "100%", "height": coordinate(Edge.bottom + 22),
                    ]
                ) { draw(on: axis, in: &$0, paper: paper) }
            }
        }
    }

    private func draw(on axis: TimeAxis, in plot: inout HTML, paper: Paper) {
        plot.add("title", ["id": "\(id)-title"], text: "Forecast over time")
        plot.add("desc", ["id": "\(id)-desc"], text: summary(paper))
        let nights = axis.nights(at: position)
        let grid = TimeGrid(axis: axis, height: Edge.bottom, top: 18, namesDays: false)
        grid.draw(nights: nights, in: &plot, on: paper)
        days(on: axis, in: &plot, paper: paper)
        MeteogramRows(axis: axis, hours: hours, paper: paper).draw(in: &plot)
        grid.drawNow(in: &plot, on: paper)
        columns(on: axis, in: &plot, paper: paper)
    }

    /// Adds the name and date of each day at its start.
    private func days(on axis: TimeAxis, in plot: inout HTML, paper: Paper) {
        let midnights = axis.midnights(paper.zone)
        let first = midnights.first.map { axis.share($0) } ?? 1
        for start in (first > 0.12 ? [axis.from] : []) + midnights.filter({ axis.share($0) < 0.9 }) {
            let text = "\(paper.zone.weekday(start)) \(paper.zone.fields(start).day)"
            // A phone has no room for a name that another one or the edge follows soon.
            let isShort = start == axis.from ? 0 < first && first < 0.22 : axis.share(start) > 0.8
            let name = isShort ? "day wide" : "day"
            plot.add(
                "text", ["class": name, "x": percent(axis.share(start)), "y": "12", "dx": "3"], text: text)
        }
    }

    /// Adds, above all else, an invisible column for each step, whose title states all values.
    private func columns(on axis: TimeAxis, in plot: inout HTML, paper: Paper) {
        for hour in hours {
            let from = axis.share(hour.time)
            let words = OutlookStep(hour.data, on: paper).cells(isDay: false).map(\.plain)
            plot.add(
                "rect",
                [
                    "class": "column", "x": percent(from), "y": "18",
                    "width": percent(axis.share(hour.until) - from), "height": coordinate(Edge.bottom - 18),
                ]
            ) { $0.draw(title: words.filter { !$0.isEmpty }.joined(separator: ", ")) }
        }
    }

    private func legend(in figure: inout HTML, zone: String, on paper: Paper) {
        figure.add("figcaption") { caption in
            caption.add("span", ["class": "legend"]) { legend in
                let all = [
                    ("warmth", "temperature", hours.contains { $0.temperature != nil }),
                    ("rain", "rain per hour", hours.contains { $0.rate ?? 0 > 0 }),
                    ("chance", "chance of rain", hours.contains { $0.probability ?? 0 > 0 }),
                    ("cloud", "cloud", hours.contains { $0.cloudCover ?? 0 > 0 }),
                ]
                for (name, words, isUsed) in all where isUsed {
                    legend.add("span", ["class": "key \(name)"], text: words)
                    legend.add(text: " ")
                }
                legend.add("span", ["class": "unit"], text: zone)
            }
            caption.add("span", ["class": "summary", "id": "\(id)-summary"], text: summary(paper))
        }
    }

    /// The drawing in words: `From 8 °C to 14 °C, 3.2 mm of rain from Sat 14:00 EST, wind up to 22 kt.`
    private func summary(_ paper: Paper) -> String {
        let temperatures = hours.compactMap(\.temperature)
        let units = paper.units
        var parts: [String] = []
        if let low = temperatures.min(), let high = temperatures.max() {
            parts.append("from \(units.temperature(low)) to \(units.temperature(high))")
        }
        let amount = hours.reduce(0) { $0 + ($1.rate ?? 0) * $1.hours }
        if let first = hours.first(where: { $0.rate ?? 0 > 0.05 }) {
            let start = first.time <= paper.now ? "now" : paper.when(first.time)
            parts.append("\(units.precipitation(amount)) of rain or snow from \(start)")
        } else if hours.contains(where: { $0.rate != nil }) {
            parts.append("dry")
        }
        let speeds = hours.compactMap { $0.data["wind"]?["speed"]?.double }.filter { abs($0) < 1e6 }
        if let speed = speeds.max() { parts.append("wind up to \(units.speed(speed))") }
        let text = parts.joined(separator: ", ")
        return text.isEmpty ? text : text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}
