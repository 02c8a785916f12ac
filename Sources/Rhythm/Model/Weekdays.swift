/// The frequency of routine publications on each day of the week.
struct Weekdays: Sendable {
    /// The days with a publication, and all days that were followed; both fade.
    var published = InlineArray<7, Float>(repeating: 0)
    var followed = InlineArray<7, Float>(repeating: 0)

    private static let memory: Float = 8
    private static let prior: Float = 2

    /// Adds the day that began at a moment, with the probability that it had a publication.
    mutating func add(_ begin: Double, probability: Double) {
        let day = Weekdays.day(begin)
        let keep = followed[day] < Weekdays.memory ? 1 : (Weekdays.memory - 1) / Weekdays.memory
        published[day] = published[day] * keep + Float(probability)
        followed[day] = followed[day] * keep + 1
    }

    /// Returns the probability that the day which begins at a moment has a publication, drawn to `average`.
    func regularity(_ begin: Double, average: Double) -> Double {
        regularity(of: Weekdays.day(begin), average)
    }

    /// Returns the probability of the best day.
    func most(average: Double) -> Double {
        var most = average
        for day in 0..<7 { most = max(most, regularity(of: day, average)) }
        return most
    }

    private func regularity(of day: Int, _ average: Double) -> Double {
        let known = Double(published[day]) + Double(Weekdays.prior) * average
        return min(0.98, max(0.02, known / Double(followed[day] + Weekdays.prior)))
    }

    /// Returns the day of the week; 0 is a Thursday, as 1970 began.
    private static func day(_ begin: Double) -> Int {
        let day = Int((begin / 86_400).rounded(.down)) % 7
        return day < 0 ? day + 7 : day
    }
}
