import Records
import Showing

/// The parts that all drawings over time have in common: nights, hours, days and the present time.
struct TimeGrid {
    /// The period.
    let axis: TimeAxis
    /// The place of the lower edge, in pixels; the hours are below it.
    let height: Double
    /// The place of the upper edge, in pixels.
    var top = 0.0
    /// Whether midnight has the name of the day that begins instead of its hour.
    var namesDays = true

    /// Adds the nights, then a line and a number for each hour.
    func draw(nights: [TimeAxis], in plot: inout HTML, on paper: Paper) {
        for night in nights { draw(night: night, in: &plot) }
        for tick in axis.ticks(paper.zone) {
            let share = axis.share(tick.moment)
            let name = (tick.hour == 0 ? "hour midnight" : "hour") + (tick.isMinor ? " minor" : "")
            line(at: share, class: name, in: &plot)
            guard share < 0.985 else { continue }
            plot.add(
                "text", ["class": name, "x": percent(share), "y": coordinate(height + 17)],
                text: tick.hour == 0 && namesDays ? paper.zone.weekday(tick.moment) : twoDigits(tick.hour))
        }
    }

    /// Adds the present time, if the axis shows it.
    func drawNow(in plot: inout HTML, on paper: Paper) {
        guard axis.contains(paper.now) else { return }
        line(at: axis.share(paper.now), class: "now", in: &plot)
    }

    private func draw(night: TimeAxis, in plot: inout HTML) {
        let from = axis.share(night.from)
        plot.add(
            "rect",
            [
                "class": "night", "x": percent(from), "width": percent(axis.share(night.until) - from),
                "y": coordinate(top), "height": coordinate(height - top),
            ]
        ) { $0.draw(title: "night") }
    }

    private func line(at share: Double, class name: String, in plot: inout HTML) {
        let x = percent(share)
        plot.draw(
            "line",
            ["class": name, "x1": x, "x2": x, "y1": coordinate(top), "y2": coordinate(height)])
    }
}
