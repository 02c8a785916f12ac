import CSQLite
import Glibc
import Records

/// Which part of the Earth an R*Tree's box is, and how far the nearest point of it.
///
/// Distances are compared as haversines of the angle, 0 for the place itself and 1 for the opposite one.
enum Nearness {
    /// Makes `nearest(latitude, longitude, farthest)` known to a connection: boxes up to the haversine
    /// `farthest`, the nearest first.
    ///
    /// Source: SQLite, rtree.html §6.
    static func register(_ connection: Connection) throws(StoreError) {
        let code = sqlite3_rtree_query_callback(
            connection.handle, "nearest", { Nearness.visit($0) }, nil, nil)
        guard code == SQLITE_OK else {
            throw StoreError(sqlite: code, of: connection.handle, doing: "open \(connection.path)")
        }
    }

    /// How far the nearest point of a box is: `id, south, north, west, east`.
    static func share(from position: Position, to row: Row) -> Double {
        Box(
            south: row.real(1) ?? 0, north: row.real(2) ?? 0, west: row.real(3) ?? 0, east: row.real(4) ?? 0
        ).share(latitude: position.latitude, longitude: position.longitude)
    }

    /// The haversine of a distance on the Earth; above any for one that is longer than half its girth.
    static func share(ofMetres metres: Double) -> Double {
        let half = metres / (2 * radius)
        guard half < .pi / 2 else { return 2 }
        // What rounding takes away may not cost a record at the very edge.
        return sin(half) * sin(half) * (1 + 1e-9) + 1e-18
    }

    /// The distance that a haversine stands for, metres.
    static func metres(ofShare share: Double) -> Double { 2 * radius * asin(min(1, share.squareRoot())) }

    /// The mean radius of the Earth, metres; as `Position.distance`.
    private static let radius = 6_371_000.0

    private static func visit(_ visit: UnsafeMutablePointer<sqlite3_rtree_query_info>?) -> CInt {
        guard let visit, visit.pointee.nParam == 3, visit.pointee.nCoord == 4 else { return SQLITE_ERROR }
        let (box, asked) = (visit.pointee.aCoord!, visit.pointee.aParam!)
        let share = Box(south: box[0], north: box[1], west: box[2], east: box[3])
            .share(latitude: asked[0], longitude: asked[1])
        visit.pointee.rScore = share
        visit.pointee.eWithin = share <= asked[2] ? PARTLY_WITHIN : NOT_WITHIN
        return SQLITE_OK
    }
}

/// A box of latitudes and longitudes, degrees.
private struct Box {
    let south: Double
    let north: Double
    let west: Double
    let east: Double

    /// The haversine of the angle to its nearest point.
    ///
    /// For each latitude that point lies on the meridian nearest by longitude; along that meridian the
    /// distance has one minimum, at `foot`, and rises to both sides of it.
    func share(latitude: Double, longitude: Double) -> Double {
        let turn = turn(from: longitude).radians
        let here = latitude.radians
        let foot = atan2(sin(here), cos(here) * cos(turn))
        let (low, high) = (south.radians, north.radians)
        func share(at there: Double) -> Double {
            haversine(there - here) + cos(here) * cos(there) * haversine(turn)
        }
        if foot >= low && foot <= high { return max(0, share(at: foot)) }
        return max(0, min(share(at: low), share(at: high)))
    }

    /// How far its nearest meridian is turned from another, degrees, 0...180.
    private func turn(from longitude: Double) -> Double {
        guard longitude < west || longitude > east else { return 0 }
        return [west, east].map { edge in
            let turn = abs(edge - longitude).truncatingRemainder(dividingBy: 360)
            return min(turn, 360 - turn)
        }.min() ?? 0
    }

    private func haversine(_ angle: Double) -> Double { sin(angle / 2) * sin(angle / 2) }
}

extension Double {
    fileprivate var radians: Double { self * .pi / 180 }
}
