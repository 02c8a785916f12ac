import Records

extension Double {
    /// An angle given in degrees, in radians.
    package var radians: Double { self * .pi / 180 }
    /// An angle given in radians, in degrees.
    package var degrees: Double { self * 180 / .pi }
    /// An angle in degrees, reduced to 0..<360.
    var turned: Double { self - (self / 360).rounded(.down) * 360 }
}

extension UTC {
    /// The Julian centuries since 2000-01-01T12:00:00Z.
    var centuries: Double { (Double(seconds) - 946_728_000) / 86_400 / 36_525 }

    /// The minutes since midnight in UTC, 0..<1440.
    var minuteOfDay: Double { Double((seconds % 86_400 + 86_400) % 86_400) / 60 }

    /// Returns the moment a number of seconds later, to the nearest second.
    func later(by seconds: Double) -> UTC { self + .seconds(Int(seconds.rounded())) }

    /// The full minute that is nearest.
    var toMinute: UTC { UTC(seconds: (seconds + 30) / 60 * 60) }
}

/// Finds the moment within an interval at which a condition changes, by bisection.
///
/// - Parameters:
///   - start: The start of the interval.
///   - length: The length of the interval, in seconds.
///   - condition: The condition, which changes once within the interval.
/// - Returns: The last second before the change.
func change(after start: UTC, within length: Int, of condition: (UTC) -> Bool) -> UTC {
    let before = condition(start)
    var early = 0
    var late = length
    while late - early > 1 {
        let middle = (early + late) / 2
        if condition(start + .seconds(middle)) == before { early = middle } else { late = middle }
    }
    return start + .seconds(early)
}
