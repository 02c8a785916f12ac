import Records

/// The flight rules of a forecast over time: a letter for each step, V, M, I or L, or `?` where they are
/// unknown; where worse conditions are possible, a second row shows them.
struct ForecastBar {
    private let spans: [ForecastSpan]
    private let paper: Paper

    init(of spans: [ForecastSpan], on paper: Paper) {
        self.spans = spans
        self.paper = paper.forPilots
    }

    /// The rows: hours of the day, prevailing conditions, and the worst where they differ.
    var lines: [Line] {
        guard let start, let end = spans.last?.until, steps > 1 else { return [] }
        let moments = (0..<steps).map { start + (end - start) / steps * $0 }
        let prevailing = moments.map { moment in (forecastSpan(moment)?.category ?? .unknown).mark }
        let worst = moments.map { moment in (forecastSpan(moment)?.worst ?? .unknown).mark }
        let isWorse = zip(prevailing, worst).contains { $0 != $1 }
        return [Line(hours(moments), .faint), row(prevailing)]
            + (isWorse ? [row(zip(prevailing, worst).map { $0 == $1 ? " " : $1 })] : [])
    }

    /// The current hour, or the start of the forecast if it is in the future or over.
    private var start: UTC? {
        guard let first = spans.first?.from, let last = spans.last?.until else { return nil }
        let hour = UTC(seconds: paper.now.seconds / 3600 * 3600)
        return hour > first && hour < last ? hour : first
    }

    /// The number of steps: one per hour if there is room, otherwise as many as fit.
    private var steps: Int {
        guard let start, let end = spans.last?.until else { return 0 }
        let hours = Int((end - start).microseconds / 3_600_000_000)
        return min(paper.width, 96, max(1, hours) * (paper.width >= hours * 2 ? 2 : 1))
    }

    private func forecastSpan(_ moment: UTC) -> ForecastSpan? {
        spans.first { $0.from <= moment && moment < $0.until }
    }

    private func row(_ marks: [Line]) -> Line {
        var line = Line()
        for mark in marks { line += mark }
        return line.withoutBlanksAtTheEnd
    }

    /// Returns the hours of UTC that are divisible by three and have room for their digits; `Z` follows the
    /// last one if there is room.
    private func hours(_ moments: [UTC]) -> String {
        var text = ""
        var last = -1
        for (index, moment) in moments.enumerated() {
            let hour = paper.zone.fields(moment).hour
            let isNew = hour != last && hour % 3 == 0 && index >= text.count && index + 2 <= moments.count
            if isNew { text += String(repeating: " ", count: index - text.count) + twoDigits(hour) }
            last = hour
        }
        return text.isEmpty || text.count >= moments.count ? text : text + "Z"
    }
}
