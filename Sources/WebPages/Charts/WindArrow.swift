import Records

/// An arrow that points where the wind blows to, as on weather maps.
enum WindArrow {
    /// Adds an arrow of 14 units around the origin for a wind from a direction in degrees.
    static func draw(from direction: Double, in page: inout HTML) {
        let turn = direction.truncatingRemainder(dividingBy: 360)
        page.draw(
            "path",
            [
                "class": "arrow", "d": "M0 -7V7M-4 2.5L0 7L4 2.5",
                "transform": "rotate(\(coordinate(turn.isFinite ? turn : 0)))",
            ])
    }

    /// Adds a small circle, for calm air.
    static func drawCalm(in page: inout HTML) { page.draw("circle", ["class": "arrow", "r": "3"]) }

    /// Adds the arrow of a wind of a record, or the circle; nothing if the wind has no direction.
    static func draw(_ wind: JSON?, in page: inout HTML) {
        if wind?[.speed]?.double == 0 { return drawCalm(in: &page) }
        guard let direction = wind?[.direction]?.double, direction.isFinite else { return }
        draw(from: direction, in: &page)
    }
}
