import Glibc
import Records
import Showing
import Sky

/// A period of time, drawn from left to right.
struct TimeAxis {
    /// A mark on the axis.
    struct Tick {
        /// The moment of the mark.
        let moment: UTC
        /// The hour of the day in the user's zone.
        let hour: Int
        /// Whether the mark is omitted on narrow screens.
        let isMinor: Bool
    }

    /// The start.
    let from: UTC
    /// The end, after the start and at most 40 days later.
    let until: UTC

    /// Makes an axis; `nil` if the period is empty. The end of a longer period is left out.
    init?(from: UTC, until: UTC) {
        guard from < until else { return nil }
        self.from = from
        self.until = min(until, from + .seconds(40 * 86_400))
    }

    /// The length in hours.
    var hours: Double { Double((until - from).microseconds) / 3.6e9 }

    /// Returns the place of a moment as a share of the width, limited to 0...1.
    func share(_ moment: UTC) -> Double {
        if moment <= from { return 0 }
        if moment >= until { return 1 }
        return Double((moment - from).microseconds) / Double((until - from).microseconds)
    }

    /// Whether the axis shows a moment.
    func contains(_ moment: UTC) -> Bool { from <= moment && moment <= until }

    /// Returns the marks at round hours of the user's day, so that few enough fit the width.
    func ticks(_ zone: Zone) -> [Tick] {
        let step = hours <= 16 ? 1 : hours <= 40 ? 3 : hours <= 80 ? 6 : 12
        return quarters.compactMap { moment in
            let fields = zone.fields(moment)
            guard fields.minute == 0, fields.hour % step == 0 else { return nil }
            return Tick(moment: moment, hour: fields.hour, isMinor: fields.hour % (step * 2) != 0)
        }
    }

    /// Returns the zone of the hours in words: `hours in UTC`, `hours in EDT, then EST`.
    func zoneWords(_ zone: Zone) -> String {
        let names = [from, until].map { zone.name(at: $0) == "Z" ? "UTC" : zone.name(at: $0) }
        return "hours in " + (names[0] == names[1] ? names[0] : "\(names[0]), then \(names[1])")
    }

    /// Returns the starts of days in the user's zone.
    func midnights(_ zone: Zone) -> [UTC] {
        quarters.filter { zone.fields($0).hour == 0 && zone.fields($0).minute == 0 }
    }

    /// The quarters of hours, where local hours may start.
    private var quarters: [UTC] {
        let first = (from.seconds + 899) / 900 * 900
        return stride(from: first, through: until.seconds, by: 900).map { UTC(seconds: $0) }
    }
}

extension TimeAxis {
    /// Returns the nights that the axis shows at a position, to ten minutes; none without one.
    func nights(at position: Position?) -> [TimeAxis] {
        guard let position else { return [] }
        var nights: [TimeAxis] = []
        var start: UTC?
        var moment = from.seconds
        while moment < until.seconds {
            let time = UTC(seconds: moment)
            let light = Daylight(at: time, position: position)
            if !light.isDay {
                start = start ?? max(time, from)
            } else if let from = start {
                nights += [TimeAxis(from: from, until: time)].compactMap(\.self)
                start = nil
            }
            moment += (light.leastSeconds / 600 + 1) * 600
        }
        return nights + [start.flatMap { TimeAxis(from: $0, until: until) }].compactMap(\.self)
    }
}

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

/// A range of numbers, drawn from bottom to top, whose limits are round.
struct ValueAxis {
    /// The lower limit.
    let lowest: Double
    /// The upper limit, above the lower one.
    let highest: Double
    /// The distance between marks: 1, 2 or 5 times a power of ten.
    let step: Double

    /// Makes an axis that contains all values.
    ///
    /// - Parameters:
    ///   - values: The values; the axis starts at 0 if there are none.
    ///   - least: The least range, so that small variations do not look large; positive.
    ///   - steps: The wanted number of marks.
    init(_ values: [Double], atLeast least: Double, steps: Double = 4) {
        let smallest = values.min() ?? 0
        let greatest = values.max() ?? least
        let missing = max(0, least - (greatest - smallest)) / 2
        // Values that cannot be negative have no axis below zero.
        let bottom = smallest >= 0 ? max(0, smallest - missing) : smallest - missing
        let top = max(greatest + missing, bottom + least)
        step = ValueAxis.round((top - bottom) / steps)
        lowest = (bottom / step + 1e-9).rounded(.down) * step
        highest = max((top / step - 1e-9).rounded(.up), (lowest / step).rounded() + 1) * step
    }

    /// The marks, from bottom to top.
    var ticks: [Double] {
        let count = min(20, nearest((highest - lowest) / step))
        return (0...max(1, count)).map { lowest + Double($0) * step }
    }

    /// Returns the place of a value as a share of the height from the top, limited to 0...1.
    func share(_ value: Double) -> Double { max(0, min(1, (highest - value) / (highest - lowest))) }

    /// Returns a mark with as many decimals as the marks differ in.
    func text(_ tick: Double) -> String {
        guard step < 0.999 else { return grouped(nearest(tick)) }
        let digits = step < 0.0999 ? 100 : 10
        let parts = nearest(tick * Double(digits))
        let fraction = abs(parts) % digits
        let sign = parts < 0 ? "-" : ""
        return "\(sign)\(abs(parts) / digits).\(digits == 100 ? twoDigits(fraction) : String(fraction))"
    }

    private static func round(_ step: Double) -> Double {
        let power = pow(10, log10(step).rounded(.down))
        let factor = [1, 2, 5].first { power * $0 >= step * 0.999 } ?? 10
        return max(0.01, power * factor)
    }
}
