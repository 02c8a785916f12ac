import CSQLite
import Glibc
import Records

/// The distance from a position to the nearest point of an R*Tree box.
///
/// Distances are compared as haversines of the angle: 0 for the position itself and 1 for the opposite one.
enum Nearness {
    /// Registers `nearest(latitude, longitude, sine, cosine, farthest, from)` on a connection: it matches
    /// boxes from the haversine `from` up to the haversine `farthest`, nearest first; `sine` and `cosine` are
    /// those of the latitude.
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
    static func share(from center: SearchCenter, to row: Row) -> Double {
        SearchArea(
            south: row.real(1) ?? 0, north: row.real(2) ?? 0, west: row.real(3) ?? 0, east: row.real(4) ?? 0
        ).share(from: center)
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
        guard let visit, visit.pointee.nParam == 6, visit.pointee.nCoord == 4 else { return SQLITE_ERROR }
        let box = visit.pointee.aCoord!
        let asked = visit.pointee.aParam!
        let area = SearchArea(south: box[0], north: box[1], west: box[2], east: box[3])
        let center = SearchCenter(
            latitude: asked[0], longitude: asked[1], sine: asked[2], cosine: asked[3])
        let share = area.share(from: center)
        let isWithin =
            share <= asked[4]
            && area.reaches(asked[5], from: center, share: share, isEntry: visit.pointee.iLevel == 0)
        visit.pointee.rScore = share
        visit.pointee.eWithin = isWithin ? PARTLY_WITHIN : NOT_WITHIN
        return SQLITE_OK
    }
}
