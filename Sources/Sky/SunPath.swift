import Records

/// The path of the Sun at a place, from one lowest point to the next.
struct SunPath {
    /// An altitude of the Sun's centre that ends the day or a twilight, in degrees.
    enum Limit: Double {
        case horizon = -0.833
        case civil = -6
        case nautical = -12
        case astronomical = -18
    }

    /// The crossing of an altitude.
    enum Crossing {
        /// The moment at which the Sun crosses it.
        case at(UTC)
        /// The Sun stays above it.
        case above
        /// The Sun stays below it.
        case below

        /// The moment; `nil` if the Sun does not cross the altitude.
        var moment: UTC? { if case .at(let moment) = self { moment } else { nil } }
    }

    /// The place.
    let position: Position
    /// The first lowest point.
    let nadir: UTC
    /// The highest point.
    let zenith: UTC
    /// The second lowest point.
    private let nextNadir: UTC

    /// Finds the path whose highest point is nearest to a moment.
    init(around noon: UTC, at position: Position) {
        self.position = position
        zenith = SunPath.transit(near: noon, longitude: position.longitude)
        let opposite = position.longitude + 180
        nadir = SunPath.transit(near: zenith - .seconds(43_200), longitude: opposite)
        nextNadir = SunPath.transit(near: zenith + .seconds(43_200), longitude: opposite)
    }

    /// Returns the transit nearest to a moment; the second step uses the equation of time at the transit.
    private static func transit(near moment: UTC, longitude: Double) -> UTC {
        var guess = moment
        for _ in 0..<2 {
            let minutes = 720 - 4 * longitude - Sun(at: guess).equationOfTime - moment.minuteOfDay
            guess = moment.later(by: (minutes - 1440 * (minutes / 1440).rounded()) * 60)
        }
        return guess
    }

    /// Returns the crossing of an altitude upwards.
    func rise(to limit: Limit) -> Crossing { crossing(of: limit, from: nadir, to: zenith) }

    /// Returns the crossing of an altitude downwards.
    func fall(to limit: Limit) -> Crossing { crossing(of: limit, from: zenith, to: nextNadir) }

    private func crossing(of limit: Limit, from start: UTC, to end: UTC) -> Crossing {
        func isAbove(_ moment: UTC) -> Bool { SunPath.isAbove(limit, at: moment, position: position) }
        let wasAbove = isAbove(start)
        guard wasAbove != isAbove(end) else { return wasAbove ? .above : .below }
        return .at(change(after: start, within: Int(end.seconds - start.seconds), of: isAbove))
    }

    /// Whether the Sun's centre is above an altitude at a moment.
    static func isAbove(_ limit: Limit, at moment: UTC, position: Position) -> Bool {
        height(above: limit, at: moment, position: position) > 0
    }

    /// Returns the height of the Sun's centre above an altitude, in degrees; negative below it.
    static func height(above limit: Limit, at moment: UTC, position: Position) -> Double {
        Sun(at: moment).direction(from: position).altitude - limit.rawValue
    }
}
