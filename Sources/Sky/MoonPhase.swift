import Glibc
public import Records

/// The phase of the Moon at a moment, to about a tenth of a degree.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapter 49: new and full moon and the quarters are the moments
/// at which the longitudes of Moon and Sun differ by a multiple of 90°.
public struct MoonPhase: Sendable {
    /// The longitude of the Moon less that of the Sun in turns, 0..<1: 0 is new moon, 0.5 full moon.
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
        var guess = moment.later(by: -fraction * month * 86_400)
        for _ in 0..<2 {
            let error = MoonPhase.fraction(at: guess)
            guess = guess.later(by: -(error - error.rounded()) * month * 86_400)
        }
        return guess
    }

    private static func fraction(at moment: UTC) -> Double {
        (Moon(at: moment).longitude - Sun(at: moment).longitude).degrees.turned / 360
    }

    /// The illuminated part of the disk, 0...1.
    public var illumination: Double { (1 - cos(2 * .pi * fraction)) / 2 }

    /// The symbol, as seen from the northern hemisphere.
    public var symbol: String { ["🌑", "🌒", "🌓", "🌔", "🌕", "🌖", "🌗", "🌘"][octant] }

    /// The name, such as `Waxing Crescent`; new and full moon and the quarters have theirs only within half a
    /// day of the exact moment.
    public var name: String {
        let quarters = fraction * 4
        let isExact = abs(quarters - quarters.rounded()) * MoonPhase.month / 4 < 0.5
        if isExact {
            return ["New Moon", "First Quarter", "Full Moon", "Last Quarter"][Int(quarters.rounded()) % 4]
        }
        return ["Waxing Crescent", "Waxing Gibbous", "Waning Gibbous", "Waning Crescent"][Int(quarters) % 4]
    }

    /// The nearest of the eight phases, 0...7.
    private var octant: Int { Int(fraction * 8 + 0.5) % 8 }
}
