import Glibc
import Records

extension ConditionsText {
    /// Returns the wind along and across a runway: `headwind 10 kt, crosswind 6 kt from the left`; `nil` if
    /// there is no wind or it has no direction.
    ///
    /// The runway's direction is in degrees and, like the wind's, a true direction.
    func wind(alongRunway degrees: Int) -> String? {
        guard let wind = data[.wind], let direction = wind[.direction]?.double,
            let speed = wind[.speed]?.double
        else { return nil }
        let angle = (direction - Double(degrees)) * .pi / 180
        let along = speed * cos(angle)
        let across = speed * sin(angle)
        let isAcross = abs(across) >= 0.5
        let gusts = wind[.gust]?.double.map { ", \(units.speed(abs($0 * sin(angle)))) in gusts" } ?? ""
        let side = !isAcross ? "" : across > 0 ? " from the right" : " from the left"
        return "\(threeDigits(degrees))°: \(along < 0 ? "tailwind" : "headwind") \(units.speed(abs(along)))"
            + ", crosswind \(units.speed(abs(across)))\(side)\(isAcross ? gusts : "")"
    }
}
