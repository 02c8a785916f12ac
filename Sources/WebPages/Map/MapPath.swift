import Records

/// The `d` of an SVG path: lines in whole units, cut at the edges of a drawing.
///
/// Source: SVG 2, 9.3 Path data.
struct MapPath {
    /// The path; empty if nothing is in the drawing.
    private(set) var text = ""
    private let window: MapWindow
    /// Lines end this far outside of the drawing, so that no edge is seen.
    private static let margin = 20.0

    /// The shortest step, in units, so that a drawing of the world stays small; the last one may be shorter.
    private var leastStep: Int { window.needsDetail ? 4 : 9 }

    init(in window: MapWindow) { self.window = window }

    /// Adds a ring that is not too small; the part of it in the drawing becomes a ring again.
    mutating func add(ring: [Position]) {
        var points = ring.map(window.place)
        guard isWide(points) else { return }
        for side in sides { points = side.kept(of: points) }
        let drawn = write(points)
        if drawn { text += "z" }
    }

    /// Adds the parts of a line in the drawing.
    mutating func add(line: [Position]) {
        var run: [SIMD2<Double>] = []
        for point in line.map(window.place) {
            if let last = run.last, !isNear(last), !isNear(point) {
                if run.count > 1 { _ = write(run) }
                run = []
            }
            run.append(point)
        }
        if run.count > 1 { _ = write(run) }
    }

    /// Writes a line; returns whether it has an extent.
    private mutating func write(_ points: [SIMD2<Double>]) -> Bool {
        var last = SIMD2(0, 0)
        var steps = ""
        for (index, point) in points.enumerated() {
            let place = SIMD2(Int(point.x.rounded()), Int(point.y.rounded()))
            if index == 0 {
                steps = "M\(place.x) \(place.y)l"
            } else {
                let step = place &- last
                let length = (step &* step).wrappedSum()
                let isLast = index == points.count - 1 && length > 0
                guard length >= leastStep * leastStep || isLast else { continue }
                if steps.utf8.last != UInt8(ascii: "l"), step.x >= 0 { steps += " " }
                steps += step.y < 0 ? "\(step.x)\(step.y)" : "\(step.x) \(step.y)"
            }
            last = place
        }
        guard steps.utf8.last.map({ $0 != UInt8(ascii: "l") }) == true else { return false }
        text += steps
        return true
    }

    /// Whether points are further apart than the shortest step.
    private func isWide(_ points: [SIMD2<Double>]) -> Bool {
        guard let first = points.first else { return false }
        let corners = points.reduce(into: (first, first)) {
            $0 = (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
        }
        return (corners.1 - corners.0).max() >= Double(leastStep)
    }

    private func isNear(_ point: SIMD2<Double>) -> Bool {
        sides.allSatisfy { $0.distance(of: point) >= 0 }
    }

    private var sides: [Side] {
        let margin = MapPath.margin
        return [
            Side(normal: SIMD2(1, 0), offset: margin),
            Side(normal: SIMD2(-1, 0), offset: Double(MapWindow.width) + margin),
            Side(normal: SIMD2(0, 1), offset: margin),
            Side(normal: SIMD2(0, -1), offset: Double(window.height) + margin),
        ]
    }
}

/// A side of a drawing: the points on one side of a line.
private struct Side {
    /// Points into the drawing.
    let normal: SIMD2<Double>
    let offset: Double

    /// The distance of a point from the line, negative outside.
    func distance(of point: SIMD2<Double>) -> Double { (point * normal).sum() + offset }

    /// Returns the part of a ring on this side.
    ///
    /// Source: I. E. Sutherland and G. W. Hodgman, "Reentrant polygon clipping", 1974.
    func kept(of ring: [SIMD2<Double>]) -> [SIMD2<Double>] {
        guard var last = ring.last else { return [] }
        var kept: [SIMD2<Double>] = []
        for point in ring {
            let before = distance(of: last)
            let now = distance(of: point)
            if (before < 0) != (now < 0) {
                let part = before / (before - now)
                kept.append(last + (point - last) * part)
            }
            if now >= 0 { kept.append(point) }
            last = point
        }
        return kept
    }
}
