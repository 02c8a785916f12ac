#if canImport(Glibc)
    import Glibc
#endif

extension RequestAccount {
    /// The savings that are aimed at, as a share of a day's requests.
    var aim: Double { isShared ? Tuning.shared.savings : Tuning.savings.short }

    /// The change of the logarithm of the price: down while more is saved than intended, up while less is
    /// saved or the latest 24 hours had many requests.
    var scarcity: Double {
        let gain = isShared ? Tuning.shared.gain : 6
        let pressure = min(gain, 0.3 * budget.requestsPerDay) * (savings - aim)
        let share = Double(window.count(at: latest)) / budget.requestsPerDay
        return 10 * max(0, share - 1.05) - pressure
    }

    /// The factor of pauses while the latest 24 hours had many requests: those that the limit leaves last
    /// longer.
    var stretch: Double {
        let share = Double(window.count(at: latest)) / budget.requestsPerDay
        return 1 + Tuning.stretch * max(0, share - 1.1)
    }

    /// The requests that the limit for 24 hours leaves, without those that end the longest pauses.
    var room: Double {
        Double(budget.mostInADay - Int(86_400 / budget.longestSeconds) - window.count(at: latest))
    }

    /// Returns the first moment that the budget allows.
    ///
    /// - Parameters:
    ///   - moment: The wanted moment.
    ///   - last: The end of the longest pause, at which a request is always allowed.
    ///   - debt: The debt that is allowed, in requests.
    /// - Returns: A moment, at most `last`.
    func affordable(_ moment: Double, before last: Double, debt: Double) -> Double {
        var result = moment
        if credit < -debt { result = max(result, latest - (credit + debt) * budget.seconds) }
        result = min(result, last)
        for _ in 0..<32 where result < last {
            if window.hasRoom(at: result, longestPause: budget.longestSeconds, most: budget.mostInADay) {
                return result
            }
            result = min(last, result + budget.seconds / 8)
        }
        return result
    }
}
