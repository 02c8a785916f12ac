import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The rate of publications that follow people's habits: the hour of the day, the day of the week, and the
/// time since the latest publication.
///
/// The rate is a product of three factors, each the ratio of observed to expected publications in a class of
/// moments, drawn to 1 while there is little evidence. Frequent requests belong where the rate is high: with
/// a fixed number of them, the average delay is smallest if their density follows the square root of the rate
/// (J. Sia, J. Cho, H. Cho, "Efficient Monitoring Algorithm for Fast News Alerts", 2007).
struct ActivityModel: Sendable {
    /// The observed and expected publications by hour of the day, day of the week and time since the latest
    /// one.
    var observed = Array(repeating: Float(0), count: ActivityModel.classes)
    var expected = Array(repeating: Float(0), count: ActivityModel.classes)
    /// The publications and the seconds in which they were counted, with a weak assumption to start from.
    var publications = 0.5
    var seconds = 5 * 86_400.0
    /// The publications that the factors remember.
    var memory = 0.0
    /// The average density over time, which the plan divides by.
    var average = 1.0
    /// The time over which `average` was taken.
    var averaged = 0.0
    /// The time of the latest publication; negative before the first attempt.
    var latest = -1.0
    /// The accumulated gain over constant density, in average delays of one publication.
    var gain = 0.0
    /// Whether the density counts.
    var isWinning = false

    private static let hours = 24
    private static let days = 7
    private static let ages = 12
    /// The number of classes of moments.
    static let classes = hours + days + ages
    private static let step = 900.0
    private static let most = 300.0
    private static let winningGain = 4.0
    private static let density = 0.5...4.0

    /// The classes of a moment: hour, day and age.
    private typealias Place = (hour: Int, day: Int, age: Int)

    /// Returns the classes of a moment.
    private static func classes(_ moment: Double, latest: Double) -> Place {
        let days = (moment / 86_400).rounded(.down)
        let hour = Int((moment - days * 86_400) / 3600)
        let day = Int(days) &+ 3
        let quarters = (moment - latest) / ActivityModel.step
        let age = quarters < 1 ? 0 : min(ActivityModel.ages - 1, ActivityModel.doublings(quarters) + 1)
        return (
            max(0, min(ActivityModel.hours - 1, hour)), ActivityModel.hours + max(0, day % 7),
            ActivityModel.hours + ActivityModel.days + age
        )
    }

    /// Returns the whole part of the binary logarithm of a number of at least 1.
    private static func doublings(_ number: Double) -> Int { Int(number.bitPattern >> 52) - 1023 }

    /// Returns the rate relative to the average.
    private static func relativeRate(
        _ place: Place, _ observed: Span<Float>, _ expected: Span<Float>
    ) -> Double {
        let before = place.hour == 0 ? 23 : place.hour - 1
        let after = place.hour == 23 ? 0 : place.hour + 1
        let seen = observed[place.hour] + 0.5 * (observed[before] + observed[after])
        let due = expected[place.hour] + 0.5 * (expected[before] + expected[after])
        let above = (seen + 4) * (observed[place.day] + 4) * (observed[place.age] + 2)
        let below = (due + 4) * (expected[place.day] + 4) * (expected[place.age] + 2)
        return Double(above / below)
    }

    private static func density(_ rate: Double) -> Double {
        min(ActivityModel.density.upperBound, max(ActivityModel.density.lowerBound, rate.squareRoot()))
    }

    /// Learns from an attempt; without stamps, something was published in the middle between two attempts.
    ///
    /// - Returns: The logarithm of the probability of the attempt's outcome according to what was known
    ///   before.
    mutating func learn(_ observation: Observation, stamps: [UTC]) -> Double {
        if latest < 0 { latest = observation.from }
        let due = expose(from: observation.from, to: observation.to)
        guard observation.isPublished else { return max(-13.8, -due) }
        var count = 0
        var newest = observation.from
        for index in 0..<max(1, stamps.count) {
            let middle = (observation.from + observation.to) / 2
            let stated = stamps.isEmpty ? middle : stamps[index].inSeconds
            let time = max(observation.from, min(observation.to, stated))
            newest = max(newest, time)
            count += 1
            guard count <= 3 else { continue }
            let place = ActivityModel.classes(time, latest: latest)
            if count == 1 {
                let relative = ActivityModel.relativeRate(place, observed.span, expected.span)
                let share = average / ActivityModel.density(relative)
                gain = max(-6, min(12, gain + 1 - share))
            }
            observed[place.hour] += 1
            observed[place.day] += 1
            observed[place.age] += 1
            publications += 1
            memory += 1
        }
        latest = newest
        if memory > ActivityModel.most { fade(ActivityModel.most / memory) }
        isWinning = isWinning ? gain > 0 : gain > ActivityModel.winningGain
        return PhaseModel.logarithm(1 - exp(-due))
    }

    /// Adds the expected publications between two attempts, and returns their number.
    private mutating func expose(from: Double, to: Double) -> Double {
        let step = max(1, min(max(ActivityModel.step, (to - from) / 16), (to - from) / 2))
        let perSecond = 1 / min(max(86_400, averaged), 20 * 86_400)
        let rate = publications / seconds
        var average = average
        let (seen, latest) = (observed, latest)
        let observed = seen.span
        // A span, unlike the array, is not checked for other references at each number.
        var expected = expected.mutableSpan
        var (sum, moment) = (0.0, from)
        while moment < to {
            let part = min(step, to - moment)
            let place = ActivityModel.classes(moment + part / 2, latest: latest)
            let relative = ActivityModel.relativeRate(place, observed, expected.span)
            let due = rate * relative * part
            expected[place.hour] += Float(due)
            expected[place.day] += Float(due)
            expected[place.age] += Float(due)
            average += (ActivityModel.density(relative) - average) * min(1, part * perSecond)
            sum += due
            moment += part
        }
        self.average = average
        averaged = min(averaged + to - from, 20 * 86_400)
        seconds += to - from
        return sum
    }

    private mutating func fade(_ keep: Double) {
        for index in observed.indices {
            observed[index] *= Float(keep)
            expected[index] *= Float(keep)
        }
        publications *= keep
        seconds *= keep
        memory *= keep
    }

    /// Returns the moment at which the density since the latest attempt adds up to an interval.
    func next(after latest: Double, interval: Double) -> Double {
        let step = min(ActivityModel.step, interval / 8)
        var moment = latest
        var rest = interval
        for _ in 0..<64 {
            let place = ActivityModel.classes(moment + step / 2, latest: self.latest)
            let relative = ActivityModel.relativeRate(place, observed.span, expected.span)
            let value = ActivityModel.density(relative) / average
            if rest <= value * step { return moment + rest / value }
            rest -= value * step
            moment += step
        }
        return moment
    }
}
