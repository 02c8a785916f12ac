/// Factors between units; each exists only here.
///
/// Source: NIST Special Publication 811, appendix B.8; the foot, inch, statute and nautical mile are exact.
package enum Factor {
    /// Metres of a foot.
    @inlinable package static var foot: Double { 0.3048 }
    /// Metres of a statute mile.
    @inlinable package static var statuteMile: Double { 1609.344 }
    /// Metres of a nautical mile.
    @inlinable package static var nauticalMile: Double { 1852 }
    /// Millimetres of an inch.
    @inlinable package static var inch: Double { 25.4 }
    /// Hectopascals of a conventional inch of mercury.
    @inlinable package static var inchOfMercury: Double { 33.86389 }
    /// Kilometres per hour of a knot.
    @inlinable package static var knot: Double { nauticalMile / 1000 }
    /// Miles per hour of a knot.
    @inlinable package static var knotInMiles: Double { nauticalMile / statuteMile }

    /// Returns degrees Fahrenheit.
    @inlinable package static func fahrenheit(celsius: Double) -> Double { celsius * 9 / 5 + 32 }
}
