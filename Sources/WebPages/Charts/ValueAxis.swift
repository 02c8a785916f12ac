import Glibc
import Showing

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
