import Glibc
import Records

extension ConditionsText {
    /// Returns the wind along and across a runway: `headwind 10 kt, crosswind 6 kt from the left`; `nil` if
    /// there is no wind or it has no direction.
    ///
    /// The runway's direction is in degrees and, like the wind's, a true direction.
    func wind(alongRunway degrees: Int) -> String? {
        components(alongRunway: Double(degrees)).map { "\(threeDigits(degrees))°: \($0)" }
    }

    /// Returns the components of the wind along and across a direction in true degrees: `headwind 10 kt,
    /// crosswind 6 kt from the left, 9 kt in gusts`; `nil` if there is no wind or it has no direction.
    package func components(alongRunway degrees: Double) -> String? {
        guard let wind = data[.wind], let direction = wind[.direction]?.double,
            let speed = wind[.speed]?.double
        else { return nil }
        let angle = (direction - degrees) * .pi / 180
        let along = speed * cos(angle)
        let across = speed * sin(angle)
        let isAcross = abs(across) >= 0.5
        let gusts = wind[.gust]?.double.map { ", \(units.speed(abs($0 * sin(angle)))) in gusts" } ?? ""
        let side = !isAcross ? "" : across > 0 ? " from the right" : " from the left"
        return "\(along < 0 ? "tailwind" : "headwind") \(units.speed(abs(along)))"
            + ", crosswind \(units.speed(abs(across)))\(side)\(isAcross ? gusts : "")"
    }
}
