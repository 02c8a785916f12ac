import Records
import Showing

/// The flight rules of a forecast over time, with possible worse conditions below and the wind of each
/// period.
///
/// Colours, letters and patterns say the same.
struct ForecastTimeline {
    /// The identifier of the element, unique within the page.
    let id: String
    /// The periods, in order.
    let spans: [ForecastSpan]
    /// The position of the airport, for the nights; `nil` if unknown.
    let position: Position?

    private static let height = 106.0

    /// Returns the timeline; empty if there are no periods.
    func html(on paper: Paper) -> HTML {
        guard let axis = axis(paper.now) else { return HTML() }
        return HTML {
            $0.add("figure", ["class": "timeline", "id": id]) { figure in
                figure.add(
                    "svg",
                    [
                        "class": "plot", "role": "img", "aria-labelledby": "\(id)-title \(id)-desc",
                        "width": "100%", "height": coordinate(ForecastTimeline.height + 24),
                    ]
                ) { draw(on: axis, in: &$0, paper: paper) }
                legend(in: &figure, zone: axis.zoneWords(paper.zone))
            }
        }
    }

    /// Returns the period from the last full hour on, or all if the forecast is in the future or over.
    private func axis(_ now: UTC) -> TimeAxis? {
        guard let first = spans.map(\.from).min(), let last = spans.map(\.until).max() else { return nil }
        let hour = UTC(seconds: now.seconds / 3600 * 3600)
        return TimeAxis(from: hour > first && hour < last ? hour : first, until: last)
    }

    private func draw(on axis: TimeAxis, in plot: inout HTML, paper: Paper) {
        plot.add("title", ["id": "\(id)-title"], text: "Flight rules over time")
        plot.add("desc", ["id": "\(id)-desc"], text: description(paper))
        RulesPattern(id: id).define(in: &plot)
        let nights = axis.nights(at: position)
        let grid = TimeGrid(axis: axis, height: ForecastTimeline.height)
        grid.draw(nights: nights, in: &plot, on: paper)
        let blocks = TimelineBlocks(id: id, axis: axis)
        for span in spans where axis.share(span.from) < axis.share(span.until) {
            blocks.draw(span, in: &plot, on: paper)
        }
        grid.drawNow(in: &plot, on: paper)
    }

    /// The periods in words: `until 18:00Z VFR; until 00:00Z MVFR, at times IFR`.
    private func description(_ paper: Paper) -> String {
        spans.map { span in
            let overlays = span.overlays.map { "\($0.name) \(ProvenCategory($0.data).text)" }
            let until = paper.zone.when(span.until, from: paper.now)
            let rules = "until \(until) \(span.category.text)"
            return ([rules] + overlays).joined(separator: ", ")
        }.joined(separator: "; ")
    }

    private func legend(in figure: inout HTML, zone: String) {
        let overlays = spans.flatMap(\.overlays).map { ProvenCategory($0.data) }
        let categories = Set(spans.map(\.category) + overlays)
        figure.add("figcaption", ["class": "legend"]) { caption in
            for rules in Set(categories.compactMap(\.rules)).sorted(by: >) {
                term(rules.rawValue, rules.words, class: rules.className, in: &caption)
            }
            if categories.contains(.unknown) {
                term("?", "unknown", class: ProvenCategory.unknown.className, in: &caption)
            }
            caption.add("span", ["class": "term"], text: zone)
            guard !overlays.isEmpty else { return }
            caption.add(text: " ")
            caption.add("span", ["class": "term"], text: "Hatched: at times or possible")
        }
    }

    private func term(_ badge: String, _ words: String, class name: String, in caption: inout HTML) {
        caption.add("span", ["class": "term"]) { term in
            term.add("span", ["class": "badge \(name)"], text: badge)
            term.add(text: " \(words)")
        }
        caption.add(text: " ")
    }
}
