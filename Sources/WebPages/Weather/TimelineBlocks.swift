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
            for (index, overlay) in worst(of: span).enumerated() {
                possible(overlay, row: index, from: from, width: width, in: &group)
            }
            wind(of: span, from: from, width: width, in: &group, on: paper)
        }
    }

    private func title(of span: ForecastSpan, on paper: Paper) -> String {
        let from = paper.zone.when(span.from, from: paper.now)
        let period = "\(from) to \(paper.zone.when(span.until, from: paper.now))"
        let overlays = span.overlays.map { overlay in
            let all = [words(overlay.data, units: paper.units)] + overlay.notes(in: paper.units)
            return "\(overlay.name): \(all.joined(separator: ", "))"
        }
        return (["\(period): \(words(span.data, units: paper.units))"] + overlays).joined(separator: "\n")
    }

    private func words(_ data: JSON, units: Units) -> String {
        let text = ConditionsText(data, in: units)
        let known = [text.category.words, text.briefWind, text.visibility, text.weather, text.sky]
        return (known.compactMap(\.self) + text.unknownWords).joined(separator: ", ")
    }

    /// Returns as many changes as there is room for: the worst ones, in their order.
    private func worst(of span: ForecastSpan) -> [ForecastChange] {
        let changes = span.overlays.enumerated().map { ($0.offset, ProvenCategory($0.element.data)) }
        let sorted = changes.sorted { left, right in
            left.1 == right.1 ? left.0 < right.0 : left.1.isWorse(than: right.1)
        }
        return sorted.prefix(2).map(\.0).sorted().map { span.overlays[$0] }
    }

    private func prevailing(_ span: ForecastSpan, from: Double, width: Double, in group: inout HTML) {
        let category = span.category
        block(at: from, width: width, y: 4, height: 36, class: "block \(category.className)", in: &group)
        if let pattern = category.rules.flatMap(RulesPattern(id: id).weave) {
            group.draw("rect", fill(pattern, from: from, width: width, y: "4", height: "36"))
        }
        label(
            long: category.text, short: category.letter, pixels: category.pixels, at: from + width / 2,
            width: width, y: 27, class: "on-color", in: &group)
    }

    private func possible(
        _ overlay: ForecastChange, row: Int, from: Double, width: Double, in group: inout HTML
    ) {
        let category = ProvenCategory(overlay.data)
        let y = 43.0 + Double(row) * 19
        let hatch = RulesPattern(id: id).hatch(category)
        group.draw("rect", fill(hatch, from: from, width: width, y: "\(y)", height: "17"))
        block(at: from, width: width, y: y, height: 17, class: "frame \(category.className)", in: &group)
        let text = "\(overlay.shortName) \(category.text)"
        label(
            long: text, short: category.letter, pixels: max(88, Double(text.count) * 7),
            at: from + width / 2, width: width, y: y + 13, class: "possible", in: &group)
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

extension ProvenCategory {
    /// The width of the text in a block, in pixels.
    fileprivate var pixels: Double { max(46, Double(text.count) * 8.5) }
}

/// The patterns that distinguish flight rules without colours: none for VFR, lines for MVFR, crossing lines
/// for IFR, dots for LIFR.
struct RulesPattern {
    /// The identifier of the drawing, and the prefix of those of its patterns.
    let id: String

    /// Adds the definitions of all patterns.
    func define(in plot: inout HTML) {
        plot.add("defs") { definitions in
            weave(.marginalVisual, "M0 8L8 0", in: &definitions)
            weave(.instrument, "M0 8L8 0M0 0L8 8", in: &definitions)
            weave(.lowInstrument, "M2 2h1M6 6h1M2 6h1M6 2h1", in: &definitions)
            for rules in FlightRules.allCases { hatch(.known(rules), in: &definitions) }
            hatch(.unknown, in: &definitions)
        }
    }

    /// Returns the reference to the pattern of prevailing conditions; `nil` if they have none.
    func weave(_ rules: FlightRules) -> String? {
        rules == .visual ? nil : "url(#\(name(.known(rules), "weave")))"
    }

    /// Returns the reference to the pattern of possible conditions.
    func hatch(_ category: ProvenCategory) -> String { "url(#\(name(category, "hatch")))" }

    private func weave(_ rules: FlightRules, _ path: String, in definitions: inout HTML) {
        let name = name(.known(rules), "weave")
        definitions.add(
            "pattern", ["id": name, "width": "8", "height": "8", "patternUnits": "userSpaceOnUse"]
        ) { $0.draw("path", ["class": "weave", "d": path]) }
    }

    private func hatch(_ category: ProvenCategory, in definitions: inout HTML) {
        definitions.add(
            "pattern",
            [
                "id": name(category, "hatch"), "width": "6", "height": "6", "patternUnits": "userSpaceOnUse",
                "patternTransform": "rotate(45)",
            ]
        ) { $0.draw("path", ["class": "hatch \(category.className)", "d": "M0 0V6"]) }
    }

    private func name(_ category: ProvenCategory, _ kind: String) -> String {
        "\(id)-\(kind)-\(category.rules?.rawValue.lowercased() ?? "unknown")"
    }
}
