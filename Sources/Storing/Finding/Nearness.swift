import CSQLite
import Glibc
import Records

/// The distance from a position to the nearest point of an R*Tree box.
///
/// Distances are compared as haversines of the angle: 0 for the position itself and 1 for the opposite one.
enum Nearness {
    /// Registers `nearest(latitude, longitude, farthest, from)` on a connection: it matches boxes from the
    /// haversine `from` up to the haversine `farthest`, nearest first.
    ///
    /// Source: SQLite, rtree.html §6.
    static func register(_ connection: Connection) throws(StoreError) {
        let code = sqlite3_rtree_query_callback(
            connection.handle, "nearest", { Nearness.visit($0) }, nil, nil)
        guard code == SQLITE_OK else {
            throw StoreError(sqlite: code, of: connection.handle, doing: "open \(connection.path)")
        }
    }

    /// Returns the haversine of the distance to the nearest point of a box: `id, south, north, west, east`.
    static func share(from position: Position, to row: Row) -> Double {
        SearchArea(
            south: row.real(1) ?? 0, north: row.real(2) ?? 0, west: row.real(3) ?? 0, east: row.real(4) ?? 0
        ).share(latitude: position.latitude, longitude: position.longitude)
    }

    /// Returns the haversine of a distance on the Earth; more than any haversine for a distance beyond half
    /// the circumference.
    static func share(ofMetres metres: Double) -> Double {
        let half = metres / (2 * radius)
        guard half < .pi / 2 else { return 2 }
        // Rounding must not exclude a record at the very edge.
        return sin(half) * sin(half) * (1 + 1e-9) + 1e-18
    }

    /// Returns the distance of a haversine, in metres.
    static func metres(ofShare share: Double) -> Double { 2 * radius * asin(min(1, share.squareRoot())) }

    /// The mean radius of the Earth in metres, as in `Position.distance`.
    private static let radius = 6_371_000.0

    private static func visit(_ visit: UnsafeMutablePointer<sqlite3_rtree_query_info>?) -> CInt {
        guard let visit, visit.pointee.nParam == 4, visit.pointee.nCoord == 4 else { return SQLITE_ERROR }
        let box = visit.pointee.aCoord!
        let asked = visit.pointee.aParam!
        let area = SearchArea(south: box[0], north: box[1], west: box[2], east: box[3])
        let share = area.share(latitude: asked[0], longitude: asked[1])
        let isWithin =
            share <= asked[2]
            && area.reaches(asked[3], from: asked, share: share, isEntry: visit.pointee.iLevel == 0)
        visit.pointee.rScore = share
        visit.pointee.eWithin = isWithin ? PARTLY_WITHIN : NOT_WITHIN
        return SQLITE_OK
    }
}

/// A box of latitudes and longitudes, in degrees.
private struct SearchArea {
    let south: Double
    let north: Double
    let west: Double
    let east: Double

    /// Returns the haversine of the angle to the nearest point of the box.
    ///
    /// For each latitude that point lies on the meridian nearest by longitude; along that meridian the
    /// distance has one minimum, at `foot`, and increases on both sides of it.
    func share(latitude: Double, longitude: Double) -> Double {
        let turn = turn(from: longitude).radians
        let here = latitude.radians
        let cosine = cos(here)
        let foot = atan2(sin(here), cosine * cos(turn))
        let low = south.radians
        let high = north.radians
        // What the longitudes add at the equator; less at other latitudes.
        let across = cosine * haversine(turn)
        func share(at there: Double) -> Double { haversine(there - here) + cos(there) * across }
        if foot >= low && foot <= high { return max(0, share(at: foot)) }
        return max(0, min(share(at: low), share(at: high)))
    }

    /// Whether any point of the box is at a haversine or farther.
    ///
    /// The farthest point of a box is the one nearest to the antipode. The margin, some ten metres, covers
    /// the rounding of `1 - share`; an unnecessary box only costs time.
    func reaches(
        _ bound: Double, from position: UnsafeMutablePointer<Double>, share: Double, isEntry: Bool
    ) -> Bool {
        if share >= bound { return true }
        if isEntry { return false }
        let opposite = position[1] > 0 ? position[1] - 180 : position[1] + 180
        return 1 - self.share(latitude: -position[0], longitude: opposite) + 1e-12 >= bound
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
    fileprivate var radians: Double { self * .pi / 180 }
}
