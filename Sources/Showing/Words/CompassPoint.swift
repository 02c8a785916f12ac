/// Returns one of the eight points of the compass for a direction in degrees.
package func compassPoint(_ degrees: Double) -> String {
    let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    guard degrees.isFinite else { return "" }
    let turned = degrees.truncatingRemainder(dividingBy: 360) + (degrees < 0 ? 360 : 0)
    return points[Int((turned / 45).rounded()) % 8]
}
