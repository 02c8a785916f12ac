import Glibc
public import Records

/// The phase of the Moon at a moment.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapter 48: the phase angle to about a degree, which is two hours
/// of the Moon's motion.
public struct MoonPhase: Sendable {
    /// The part of the synodic month that has passed since the new moon, 0..<1; 0.5 at full moon.
    public let fraction: Double

    /// The whole days since the new moon, 0...29.
    public let day: Int

    /// The mean length of the synodic month, in days.
    private static let month = 29.530_588_853

    /// Computes the phase at a moment.
    public init(at moment: UTC) {
        fraction = MoonPhase.fraction(at: moment)
        let age = moment - MoonPhase.newMoon(before: moment, fraction: fraction)
        day = max(0, min(29, Int(age / .seconds(86_400))))
    }

    /// Returns the new moon before a moment.
    ///
    /// The Moon does not move evenly: the mean month gives a first guess, whose phase corrects it twice.
    private static func newMoon(before moment: UTC, fraction: Double) -> UTC {
        var guess = moment - .seconds(nearest(fraction * month * 86_400))
        for _ in 0..<2 {
            let error = MoonPhase.fraction(at: guess)
            guess = guess - .seconds(nearest((error - error.rounded()) * month * 86_400))
        }
        return guess
    }

    private static func fraction(at moment: UTC) -> Double {
        let t = moment.centuries
        let elongation = (297.8501921 + t * (445_267.1114034 - 0.0018819 * t)).radians
        let sun = (357.5291092 + t * (35_999.0502909 - 0.0001536 * t)).radians
        let moon = (134.9633964 + t * (477_198.8675055 + 0.0087414 * t)).radians
        let corrections =
            6.289 * sin(moon) - 2.100 * sin(sun) + 1.274 * sin(2 * elongation - moon)
            + 0.658 * sin(2 * elongation) + 0.214 * sin(2 * moon) + 0.110 * sin(elongation)
        let turns = (elongation.degrees + corrections) / 360
        return turns - turns.rounded(.down)
    }

    /// The illuminated part of the disk, 0...1.
    public var illumination: Double { (1 - cos(2 * .pi * fraction)) / 2 }

    /// The symbol, as seen from the northern hemisphere.
    public var symbol: String { ["🌑", "🌒", "🌓", "🌔", "🌕", "🌖", "🌗", "🌘"][octant] }

    /// The name, such as `Waxing Crescent`.
    public var name: String {
        [
            "New Moon", "Waxing Crescent", "First Quarter", "Waxing Gibbous", "Full Moon", "Waning Gibbous",
            "Last Quarter", "Waning Crescent",
        ][octant]
    }

    /// The nearest of the eight phases, 0...7.
    private var octant: Int { Int(fraction * 8 + 0.5) % 8 }
}
