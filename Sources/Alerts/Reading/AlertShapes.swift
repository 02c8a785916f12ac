import Decoding
import Records

/// The notation of polygons and circles in CAP.
///
/// Source: OASIS CAP 1.2 §3.2.4 (area): pairs of latitude and longitude, WGS 84.
enum AlertShapes {
    /// Reads a polygon: pairs `latitude,longitude` separated by white space.
    ///
    /// - Returns: The polygon; if there are fewer than three pairs, the points, since they still say where the
    ///   alert applies; `nil` if a pair cannot be read or there is none.
    static func polygon(_ text: String) -> [GeoArea.Shape]? {
        var corners: [Position] = []
        for pair in text.utf8.split(whereSeparator: \.isWhitespace) {
            guard let position = position(pair) else { return nil }
            corners.append(position)
        }
        if let polygon = GeoPolygon([corners]) { return [.polygon(polygon)] }
        return corners.isEmpty ? nil : corners.map { .circle(centre: $0, radius: 0) }
    }

    /// Reads a circle: `latitude,longitude radius`, the radius in kilometres.
    ///
    /// - Returns: `nil` if it is none.
    static func circle(_ text: String) -> GeoArea.Shape? {
        let words = text.utf8.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let centre = position(words[0]), let radius = number(words[1]),
            radius >= 0, radius <= 20_038
        else { return nil }
        return .circle(centre: centre, radius: radius * 1000)
    }

    private static func position(_ pair: Substring.UTF8View) -> Position? {
        let parts = pair.split(separator: .comma)
        guard parts.count == 2, let latitude = number(parts[0]), let longitude = number(parts[1]) else {
            return nil
        }
        return Position(latitude: latitude, turning: longitude)
    }

    private static func number(_ text: Substring.UTF8View) -> Double? {
        Double(String(decoding: text, as: UTF8.self))
    }
}
