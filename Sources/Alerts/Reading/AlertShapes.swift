import Decoding
import Records

/// The notation of polygons and circles in CAP.
///
/// Source: OASIS CAP 1.2 §3.2.4 (area): pairs of latitude and longitude, WGS 84.
enum AlertShapes {
    /// Reads a polygon: pairs `latitude,longitude` separated by white space.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - times: Receives what cannot be read; one bad pair does not drop the area.
    /// - Returns: The polygon; if there are fewer than three pairs, the points, since they still say where
    ///   the alert applies; nothing if too few pairs can be read.
    static func polygon(_ text: String, _ times: inout CAPTimes) -> [GeoArea.Shape] {
        var corners: [Position] = []
        var bad: ArraySlice<UInt8>?
        for pair in CommaWords(text).words {
            if let position = position(pair) { corners.append(position) } else { bad = bad ?? pair }
        }
        if corners.isEmpty || bad != nil && corners.count < 3 {
            times.reject("polygon", found: text, reason: "not a polygon")
            return []
        }
        if let bad {
            let found = String(decoding: bad, as: UTF8.self)
            times.reject("polygon", found: found, reason: "not a position, and left out")
        }
        if let polygon = GeoPolygon([corners]) { return [.polygon(polygon)] }
        return corners.map { .circle(centre: $0, radius: 0) }
    }

    /// Reads a circle: `latitude,longitude radius`, the radius in kilometres; some senders write a comma before
    /// the radius, too.
    ///
    /// - Returns: `nil` if it is none.
    static func circle(_ text: String) -> GeoArea.Shape? {
        let words = CommaWords(text).words
        guard let first = words.first, words.count <= 2 else { return nil }
        let parts = first.split(separator: .comma) + words.dropFirst()
        guard parts.count == 3, let latitude = number(parts[0]), let longitude = number(parts[1]),
            let radius = number(parts[2]), radius >= 0, radius <= 20_038,
            let centre = Position(latitude: latitude, turning: longitude)
        else { return nil }
        return .circle(centre: centre, radius: radius * 1000)
    }

    private static func position(_ pair: ArraySlice<UInt8>) -> Position? {
        let parts = pair.split(separator: .comma)
        guard parts.count == 2, let latitude = number(parts[0]), let longitude = number(parts[1]) else {
            return nil
        }
        return Position(latitude: latitude, turning: longitude)
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Double? {
        Double(String(decoding: text, as: UTF8.self))
    }
}
