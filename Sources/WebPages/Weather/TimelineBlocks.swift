import Records
import Showing

/// The blocks of a period of a forecast: prevailing conditions, possible ones, and the wind.
struct TimelineBlocks {
    /// The identifier of the drawing.
    let id: String
    /// The period of the drawing.
    let axis: TimeAxis

    /// Adds the blocks of a period.
    func draw(_ span: ForecastSpan, in plot: inout HTML, on paper: Paper) {
        let from = axis.share(span.from)
        let width = axis.share(span.until) - from
        plot.add("g", ["data-key": "\(id)-\(span.from.seconds)"]) { group in
            group.draw(title: title(of: span, on: paper))
            prevailing(span, from: from, width: width, in: &group)
            for (index, overlay) in span.overlays.prefix(2).enumerated() {
                possible(overlay, row: index, from: from, width: width, in: &group, units: paper.units)
            }
            wind(of: span, from: from, width: width, in: &group, on: paper)
        }
    }

    private func title(of span: ForecastSpan, on paper: Paper) -> String {
        let from = paper.zone.when(span.from, from: paper.now)
        let period = "\(from) to \(paper.zone.when(span.until, from: paper.now))"
        let overlays = span.overlays.map { "\($0.name): \(words($0.data, units: paper.units))" }
        return (["\(period): \(words(span.data, units: paper.units))"] + overlays).joined(separator: "\n")
    }

    private func words(_ data: JSON, units: Units) -> String {
        let text = ConditionsText(data, in: units)
        return [text.rules?.rawValue, text.briefWind, text.visibility, text.weather, text.sky]
            .compactMap(\.self).joined(separator: ", ")
    }

    private func prevailing(_ span: ForecastSpan, from: Double, width: Double, in group: inout HTML) {
        let name = span.rules?.className ?? "rules-unknown"
        block(at: from, width: width, y: 4, height: 36, class: "block \(name)", in: &group)
        guard let rules = span.rules else { return }
        if let pattern = RulesPattern(id: id).weave(rules) {
            group.draw("rect", fill(pattern, from: from, width: width, y: "4", height: "36"))
        }
        label(
            long: rules.rawValue, short: rules.letter, pixels: 46, at: from + width / 2, width: width, y: 27,
            class: "on-color", in: &group)
    }

    private func possible(
        _ overlay: (name: String, data: JSON), row: Int, from: Double, width: Double, in group: inout HTML,
        units: Units
    ) {
        guard let rules = ConditionsText(overlay.data, in: units).rules else { return }
        let y = 43.0 + Double(row) * 19
        group.draw(
            "rect", fill(RulesPattern(id: id).hatch(rules), from: from, width: width, y: "\(y)", height: "17")
        )
        block(at: from, width: width, y: y, height: 17, class: "frame \(rules.className)", in: &group)
        label(
            long: "\(overlay.name) \(rules.rawValue)", short: rules.letter, pixels: 88, at: from + width / 2,
            width: width, y: y + 13, class: "possible", in: &group)
    }

    /// Adds the arrow and the speed at the start of the period, if it is long enough.
    private func wind(
        of span: ForecastSpan, from: Double, width: Double, in group: inout HTML, on paper: Paper
    ) {
        guard width * 300 >= 14 else { return }
        group.draw(at: from, y: 94) { place in
            place.add("g", ["transform": "translate(8 0)"]) { WindArrow.draw(span.data[.wind], in: &$0) }
            guard let speed = span.data[.wind]?[.speed]?.double, width * 650 >= 62 else { return }
            let gust = span.data[.wind]?[.gust]?.double.map { "–\(paper.units.speed($0))" }
            let isLong = gust != nil && width * 650 >= 90
            let text = isLong ? number(paper.units.speed(speed)) + (gust ?? "") : paper.units.speed(speed)
            let name = width * 300 >= (isLong ? 84 : 58) ? "speed" : "speed wide"
            place.add("text", ["class": name, "x": "20", "y": "4"], text: text)
        }
    }

    /// Returns a number without its unit.
    private func number(_ text: String) -> String { String(text.prefix { $0 != " " }) }

    private func block(
        at from: Double, width: Double, y: Double, height: Double, class name: String, in group: inout HTML
    ) {
        group.draw(
            "rect",
            [
                "class": name, "x": percent(from), "width": percent(width), "y": coordinate(y),
                "height": coordinate(height),
            ])
    }

    private func fill(_ pattern: String, from: Double, width: Double, y: String, height: String)
        -> HTML.Attributes
    {
        [
            "class": "pattern", "x": percent(from), "width": percent(width), "y": y, "height": height,
            "fill": pattern,
        ]
    }

    /// Adds the longer text where it fits, the shorter one on narrow screens, and nothing in short periods.
    private func label(
        long: String, short: String, pixels: Double, at middle: Double, width: Double, y: Double,
        class name: String, in group: inout HTML
    ) {
        func add(_ text: String, _ kind: String) {
            let place = percent(middle)
            group.add("text", ["class": "\(name)\(kind)", "x": place, "y": coordinate(y)], text: text)
        }
        if width * 300 >= pixels { return add(long, "") }
        if width * 650 >= pixels { add(long, " wide") }
        if width * 300 >= 10 { add(short, width * 650 >= pixels ? " narrow" : "") }
    }
}
