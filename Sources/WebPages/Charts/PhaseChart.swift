import AlmanacValues
import Records
import Showing

/// The periods in which the attempts of a source succeeded or failed, as a strip over the last week and as a
/// list of the newest ones in words.
struct PhaseChart {
    /// A phase with its end; the last one has none.
    private typealias Span = (phase: Phase, end: UTC?)

    private static let height = 20.0
    private static let week = Duration.seconds(7 * 86_400)
    private static let mostListed = 10

    private let spans: [Span]

    /// Makes a chart of phases in their order.
    init(_ phases: [Phase]) {
        let ends = phases.dropFirst().map(\.start).map(Optional.some) + [nil]
        spans = zip(phases, ends).map { ($0, $1) }
    }

    /// Returns the chart; empty if there was no attempt yet.
    func html(on paper: Paper) -> HTML {
        guard let first = spans.first else { return HTML() }
        let from = max(first.phase.start, paper.now - PhaseChart.week)
        return HTML {
            $0.add("figure", ["class": "phases"]) { figure in
                if let axis = TimeAxis(from: from, until: paper.now) { draw(on: axis, in: &figure, paper) }
                list(in: &figure, paper)
            }
        }
    }

    private func draw(on axis: TimeAxis, in figure: inout HTML, _ paper: Paper) {
        figure.add(
            "svg",
            [
                "class": "plot", "role": "img", "aria-label": "The attempts since \(day(axis.from, paper))",
                "width": "100%", "height": coordinate(PhaseChart.height + 24),
            ]
        ) { plot in
            for span in spans where axis.share(span.phase.start) < axis.share(span.end ?? paper.now) {
                block(span, on: axis, in: &plot, paper)
            }
            if axis.hours >= 1 {
                TimeGrid(axis: axis, height: PhaseChart.height).draw(nights: [], in: &plot, on: paper)
            }
        }
    }

    private func block(_ span: Span, on axis: TimeAxis, in plot: inout HTML, _ paper: Paper) {
        let from = axis.share(span.phase.start)
        let width = axis.share(span.end ?? paper.now) - from
        plot.add(
            "rect",
            [
                "class": span.phase.reason == nil ? "phase" : "phase failed", "x": percent(from),
                "width": percent(width), "height": coordinate(PhaseChart.height),
            ]
        ) { $0.draw(title: "\(day(span.phase.start, paper)): \(words(span.phase))") }
    }

    private func list(in figure: inout HTML, _ paper: Paper) {
        figure.add("ol", ["class": "changes"]) { list in
            for span in spans.suffix(PhaseChart.mostListed).reversed() {
                list.add("li") {
                    $0.add(moment: span.phase.start, on: paper)
                    $0.add(text: span.end == nil ? " until now: " : " ")
                    if let end = span.end {
                        $0.add(text: "for \(Showing.span(end - span.phase.start)): ")
                    }
                    $0.add("b", text: words(span.phase))
                }
            }
        }
    }

    private func words(_ phase: Phase) -> String { phase.reason.map { "failed (\($0))" } ?? "succeeded" }

    private func day(_ moment: UTC, _ paper: Paper) -> String { paper.zone.when(moment, from: paper.now) }
}
