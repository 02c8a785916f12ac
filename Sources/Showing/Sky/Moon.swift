import Glibc
public import Records

/// The position of the Moon in the sky of a place.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapter 47: the greatest terms, to about a tenth of a degree.
struct Moon {
    /// The altitude of the centre above that at which the upper edge rises or sets, in degrees.
    ///
    /// This altitude is 0.7275 times the parallax less 34' of refraction; see chapter 15.
    let altitude: Double

    init(at moment: UTC, position: Position) {
        let a = MoonArguments(at: moment)
        let longitude = a.longitude + Moon.longitudeTerms(a).radians
        let latitude = Moon.latitude(a).radians
        let obliquity = (23.4392911 - 0.0130042 * a.centuries).radians
        let declination = asin(
            sin(latitude) * cos(obliquity) + cos(latitude) * sin(obliquity) * sin(longitude))
        let ascension = atan2(
            sin(longitude) * cos(obliquity) - tan(latitude) * sin(obliquity), cos(longitude))
        let sidereal = 280.46061837 + 360.98564736629 * a.centuries * 36_525 + position.longitude
        let north = position.latitude.radians
        let height =
            sin(north) * sin(declination)
            + cos(north) * cos(declination) * cos(sidereal.radians - ascension)
        altitude = asin(max(-1, min(1, height))).degrees - (0.7275 * Moon.parallax(a) - 0.5667)
    }

    /// Returns the true less the mean longitude, in degrees.
    private static func longitudeTerms(_ a: MoonArguments) -> Double {
        let d = 2 * a.elongation
        let great =
            6.289 * sin(a.moon) + 1.274 * sin(d - a.moon) + 0.658 * sin(d) + 0.214 * sin(2 * a.moon)
            - 0.186 * sin(a.sun) - 0.114 * sin(2 * a.node)
        let small =
            0.059 * sin(d - 2 * a.moon) + 0.057 * sin(d - a.sun - a.moon) + 0.053 * sin(d + a.moon)
            + 0.046 * sin(d - a.sun) + 0.041 * sin(a.moon - a.sun) - 0.035 * sin(a.elongation)
            - 0.030 * sin(a.sun + a.moon)
        return great + small
    }

    /// Returns the latitude, in degrees.
    private static func latitude(_ a: MoonArguments) -> Double {
        let d = 2 * a.elongation
        return 5.128 * sin(a.node) + 0.281 * sin(a.moon + a.node) + 0.278 * sin(a.moon - a.node)
            + 0.173 * sin(d - a.node) + 0.055 * sin(d + a.node - a.moon)
            + 0.046 * sin(d - a.node - a.moon) + 0.033 * sin(d + a.node) + 0.017 * sin(2 * a.moon + a.node)
    }

    /// Returns the horizontal parallax, in degrees.
    private static func parallax(_ a: MoonArguments) -> Double {
        let d = 2 * a.elongation
        return 0.9508 + 0.0518 * cos(a.moon) + 0.0095 * cos(d - a.moon) + 0.0078 * cos(d)
            + 0.0028 * cos(2 * a.moon)
    }
}

/// The mean angles on which the position of the Moon depends, in radians.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapter 47.
struct MoonArguments {
    /// The Julian centuries since 2000.
    let centuries: Double
    /// The mean longitude.
    let longitude: Double
    /// The mean elongation from the Sun.
    let elongation: Double
    /// The mean anomaly of the Sun.
    let sun: Double
    /// The mean anomaly of the Moon.
    let moon: Double
    /// The mean distance from the ascending node.
    let node: Double

    init(at moment: UTC) {
        let t = moment.centuries
        centuries = t
        longitude = (218.3164477 + t * (481_267.88123421 - 0.0015786 * t)).radians
        elongation = (297.8501921 + t * (445_267.1114034 - 0.0018819 * t)).radians
        sun = (357.5291092 + t * (35_999.0502909 - 0.0001536 * t)).radians
        moon = (134.9633964 + t * (477_198.8675055 + 0.0087414 * t)).radians
        node = (93.2720950 + t * (483_202.0175233 - 0.0036539 * t)).radians
    }
}

/// The times at which the Moon rises and sets on one day at a place, to about two minutes.
public struct MoonTimes: Sendable {
    /// The first moonrise of the day; `nil` if there is none, as on one day of each month.
    public private(set) var moonrise: UTC?
    /// The first moonset of the day; `nil` if there is none.
    public private(set) var moonset: UTC?

    /// The step of the search, in seconds.
    private static let step = 1200

    /// Computes the times on the local date of a moment.
    ///
    /// - Parameters:
    ///   - moment: A moment of the day.
    ///   - zone: The zone whose date counts.
    ///   - position: The place.
    public init(on moment: UTC, in zone: Zone, at position: Position) {
        var start = zone.noon(of: moment) - .seconds(43_200)
        var wasUp = Moon(at: start, position: position).altitude > 0
        for _ in 0..<86_400 / MoonTimes.step {
            let end = start + .seconds(MoonTimes.step)
            let isUp = Moon(at: end, position: position).altitude > 0
            if isUp, !wasUp {
                moonrise = moonrise ?? MoonTimes.crossing(after: start, at: position)
            } else if wasUp, !isUp {
                moonset = moonset ?? MoonTimes.crossing(after: start, at: position)
            }
            start = end
            wasUp = isUp
        }
    }

    /// Returns the moment within one step at which the Moon crosses the horizon, by bisection.
    private static func crossing(after start: UTC, at position: Position) -> UTC {
        let wasUp = Moon(at: start, position: position).altitude > 0
        var early = 0
        var late = step
        while late - early > 1 {
            let middle = (early + late) / 2
            let isUp = Moon(at: start + .seconds(middle), position: position).altitude > 0
            if isUp == wasUp { early = middle } else { late = middle }
        }
        return start + .seconds(late)
    }
}

/// The phase of the Moon at a moment.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapter 48: the phase angle to about a degree, which is two
/// hours of the Moon's motion.
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
        let a = MoonArguments(at: moment)
        let corrections =
            6.289 * sin(a.moon) - 2.100 * sin(a.sun) + 1.274 * sin(2 * a.elongation - a.moon)
            + 0.658 * sin(2 * a.elongation) + 0.214 * sin(2 * a.moon) + 0.110 * sin(a.elongation)
        let turns = (a.elongation.degrees + corrections) / 360
        return turns - turns.rounded(.down)
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
