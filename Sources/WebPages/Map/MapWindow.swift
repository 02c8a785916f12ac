import Glibc
import Records

/// The part of the world that a drawing shows, in Web Mercator (EPSG:3857): the world is a square from 0 to
/// 1, with 0, 0 in the north-west.
struct MapWindow: Equatable {
    /// The width of every drawing, in its own units.
    static let width = 2000

    /// The western and the northern edge.
    let left: Double
    let top: Double
    /// The part of the world's width and height.
    let span: Double
    let rise: Double

    /// The part that shows some positions with a margin; the inhabited world if there are none or if they are
    /// far from each other.
    init(around positions: [Position]) {
        let xs = positions.map(MapWindow.x)
        let ys = positions.map(MapWindow.y)
        guard let west = xs.min(), let east = xs.max(), let north = ys.min(), let south = ys.max(),
            east - west < 0.6
        else {
            self.init(left: 0, top: 0.14, span: 1, rise: 0.58)
            return
        }
        // At least 5 degrees, and never narrower than 3 to 2.
        let span = max((east - west) * 1.2, (south - north) * 1.2 * 1.5, 5.0 / 360)
        let rise = max((south - north) * 1.2, span / 2.2)
        self.init(
            left: (west + east - span) / 2, top: max(0, min(1 - rise, (north + south - rise) / 2)),
            span: span,
            rise: rise)
    }

    private init(left: Double, top: Double, span: Double, rise: Double) {
        self.left = left
        self.top = top
        self.span = span
        self.rise = rise
    }

    /// The height of the drawing, in its own units.
    var height: Int { Int((rise / span * Double(MapWindow.width)).rounded()) }

    /// Whether lines for the whole world are too coarse.
    var needsDetail: Bool { span < 0.2 }

    /// Returns where a position is in the drawing.
    func place(_ position: Position) -> SIMD2<Double> {
        let scale = Double(MapWindow.width) / span
        return SIMD2((MapWindow.x(position) - left) * scale, (MapWindow.y(position) - top) * scale)
    }

    private static func x(_ position: Position) -> Double { position.longitude / 360 + 0.5 }

    private static func y(_ position: Position) -> Double {
        let latitude = max(-85.0511, min(85.0511, position.latitude)) * .pi / 180
        return 0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi)
    }
}
