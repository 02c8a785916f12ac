import Glibc

/// A box of latitudes and longitudes, in degrees.
struct SearchArea {
    let south: Double
    let north: Double
    let west: Double
    let east: Double

    /// Returns the haversine of the angle to the nearest point of the box.
    ///
    /// For each latitude that point lies on the meridian nearest by longitude; along that meridian the
    /// distance has one minimum, at `foot`, and increases on both sides of it.
    func share(from center: SearchCenter) -> Double {
        let here = center.latitude.radians
        let apart = haversine(turn(from: center.longitude).radians)
        // The share of the longitudes at the equator; it is smaller at other latitudes.
        let across = center.cosine * apart
        func share(at there: Double) -> Double { max(0, haversine(there - here) + cos(there) * across) }
        let cosine = 1 - 2 * apart
        let foot = atan2(center.sine, center.cosine * cosine)
        let low = south.radians
        let high = north.radians
        if foot >= low && foot <= high { return share(at: foot) }
        // If the meridian is at most 90° away, both edges are within half a circle of the foot.
        if cosine >= 0 { return share(at: foot < low ? low : high) }
        return min(share(at: low), share(at: high))
    }

    /// Whether any point of the box is at a haversine or farther.
    ///
    /// The farthest point of a box is the one nearest to the antipode. The margin, some ten metres, covers
    /// the rounding of `1 - share`; an unnecessary box only costs time.
    func reaches(_ bound: Double, from center: SearchCenter, share: Double, isEntry: Bool) -> Bool {
        if share >= bound { return true }
        if isEntry { return false }
        return 1 - self.share(from: center.opposite) + 1e-12 >= bound
    }

    /// Returns the angle between the nearest meridian of the box and another one, in degrees, 0...180.
    private func turn(from longitude: Double) -> Double {
        guard longitude < west || longitude > east else { return 0 }
        // A box across 180° of longitude counts on beyond it.
        guard longitude + 360 > east else { return 0 }
        return min(turn(from: longitude, to: west), turn(from: longitude, to: east))
    }

    /// Returns the angle between two meridians, in degrees, 0...180.
    private func turn(from longitude: Double, to edge: Double) -> Double {
        let turn = abs(edge - longitude).truncatingRemainder(dividingBy: 360)
        return min(turn, 360 - turn)
    }

    private func haversine(_ angle: Double) -> Double {
        let sine = sin(angle / 2)
        return sine * sine
    }
}

extension Double {
    /// An angle of so many degrees, in radians.
    var radians: Double { self * .pi / 180 }
}
