import Records
import Showing

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
