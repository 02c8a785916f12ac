import Glibc
package import Records

/// A runway of an airport.
public struct Runway: Hashable, Sendable {
    /// One of the two directions in which a runway is used.
    package struct End: Hashable, Sendable {
        /// The designator, such as `11` or `27L`.
        package let name: String
        /// The direction of aircraft that use it, in true degrees, 0..<360.
        package let heading: Double
    }

    /// The designators of both ends, such as `11/29`; a runway for one direction has only one.
    public let name: String
    /// The direction of the first end, in true degrees, 0..<360.
    public let heading: Double

    /// Makes a runway; `nil` if the direction, in true degrees, is not a number from -360 to 360.
    public init?(name: String, heading: Double) {
        guard abs(heading) <= 360 else { return nil }
        self.name = name
        self.heading = (heading + 360).truncatingRemainder(dividingBy: 360)
    }

    /// The ends: the first, and the opposite one if it has a name.
    package var ends: [End] {
        let names = name.split(separator: "/").prefix(2).map(String.init)
        return zip(names, [heading, (heading + 180).truncatingRemainder(dividingBy: 360)]).map(End.init)
    }

    /// Returns the end with the greatest headwind; of equal ones the first.
    ///
    /// - Parameters:
    ///   - runways: The runways of an airport.
    ///   - wind: The wind of a report.
    /// - Returns: The end; `nil` without runways, and if the wind is calm or has no direction.
    package static func best(of runways: [Runway], in wind: JSON?) -> End? {
        guard let direction = wind?[.direction]?.double, direction.isFinite, wind?[.speed]?.double ?? 0 > 0
        else { return nil }
        var best: (end: End, headwind: Double)?
        for end in runways.flatMap(\.ends) {
            let headwind = cos((direction - end.heading) * .pi / 180)
            if headwind > (best?.headwind ?? -2) + 0.001 { best = (end, headwind) }
        }
        return best?.end
    }
}
