import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Areas in JSON documents, as `Location=` names them.
@Suite struct LocationTests {
    private static let settings = "[Record]\nKey=id\nLocation="

    private func decode(_ text: String, _ location: String) throws -> Decoded {
        try TestDocument.decode(.json, Self.settings + location, Array("[\(text)]".utf8))
    }

    private func record(_ text: String, _ location: String) throws -> Record {
        try #require(decode(text, location).records.first)
    }

    private func contains(_ record: Record, _ latitude: Double, _ longitude: Double) throws -> Bool {
        try #require(record.area).contains(#require(Position(latitude: latitude, longitude: longitude)))
    }

    @Test(arguments: ["coords", "coords.0.lat coords.0.lon", "/coords/0/lat /coords/0/lon"])
    func `a list of corners is a polygon, also if its first corner is named`(location: String) throws {
        let corners = #"[{"lat":0,"lon":0},{"lat":0,"lon":"10"},{"lat":10,"lon":10},{"lat":10,"lon":0}]"#
        let found = try record(#"{"id":"a","coords":\#(corners)}"#, location)
        #expect(try contains(found, 9, 9) && !contains(found, 9, 11))
        #expect(found.position == Position(latitude: 5, longitude: 5))
        let data = try JSON(parsing: found.data)
        #expect(data["geometry"]?["type"] == "Polygon")
        // GeoJSON repeats the first corner.
        #expect(data["geometry"]?["coordinates"]?.array?.first?.array?.count == 5)
    }

    @Test(arguments: ["coords", "coords.0.lat coords.0.lon"])
    func `lists of corners are several areas`(location: String) throws {
        let first = #"[{"lat":0,"lon":0},{"lat":0,"lon":1},{"lat":1,"lon":1}]"#
        let second =
            #"[{"lat":10,"lon":179},{"lat":10,"lon":-179},{"lat":12,"lon":-179},{"lat":12,"lon":179}]"#
        let found = try record(#"{"id":"a","geom":"AREAS","coords":[\#(first),\#(second)]}"#, location)
        #expect(try contains(found, 0.2, 0.8) && contains(found, 11, 179.9) && contains(found, 11, -179.5))
        #expect(try !contains(found, 11, 0))
    }

    @Test func `a line has a position and no area, and a point is a point`() throws {
        let corners = #"[{"lat":0,"lon":0},{"lat":1,"lon":1},{"lat":0,"lon":3}]"#
        let line = try record(#"{"id":"a","geom":"LINE","coords":\#(corners)}"#, "coords")
        #expect(line.area == nil && line.position == Position(latitude: 1, longitude: 1))
        let point = try record(#"{"id":"a","coords":[{"lat":4,"lon":5}]}"#, "coords")
        #expect(point.area == nil && point.position == Position(latitude: 4, longitude: 5))
        let object = try record(#"{"id":"a","place":{"latitude":"4","longitude":"5"}}"#, "place")
        #expect(object.position == Position(latitude: 4, longitude: 5))
        let ring = "[[[0,0],[2,0],[2,2],[0,0]]]"
        let geometry = try record(
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":\#(ring)}}"#, "geometry")
        #expect(try contains(geometry, 0.5, 1.5) && geometry.position != nil)
    }

    @Test func `other lists keep the meaning of their first element`() throws {
        let stops = #"[{"lat":0,"lon":0},{"lat":0,"lon":10},{"lat":10,"lon":10}]"#
        let found = try record(#"{"id":"a","stops":\#(stops)}"#, "stops.0.lat stops.0.lon")
        #expect(found.area == nil && found.position == Position(latitude: 0, longitude: 0))
        let plain = try record(#"{"id":"a","place":"4, 5"}"#, "place")
        #expect(plain.position == Position(latitude: 4, longitude: 5))
    }

    @Test(arguments: [
        #"[{"lat":91,"lon":0},{"lat":0,"lon":1},{"lat":1,"lon":1}]"#, #"[{"lat":"NaN","lon":0}]"#,
        #"[{"lat":0,"lon":999},{"lat":0,"lon":1}]"#,
        #"[{"lat":null,"lon":0},{"lat":0,"lon":1},{"lat":1,"lon":1}]"#,
        #"[[],[{"lat":0,"lon":1}]]"#, #"[[null]]"#,
    ])
    func `a corner that is no position is a reject, not an area`(corners: String) throws {
        let found = try decode(#"{"id":"a","coords":\#(corners)}"#, "coords")
        #expect(found.records.count == 1 && found.records[0].area == nil)
        #expect(found.rejects.map(\.field) == ["coords"])
    }

    @Test func `a geometry of any shape decodes`() throws {
        let shapes = [
            "[]", "{}", "7", "null", "[{}]", "[7]", "[[[]]]", #"{"type":"Polygon"}"#,
            #"{"type":"Polygon","coordinates":[]}"#, #"{"type":"Polygon","coordinates":[[[0,0]]]}"#,
            #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1]]],7]}"#, #"{"type":"Curve"}"#,
            #"{"type":"GeometryCollection","geometries":[{"type":"GeometryCollection","geometries":[7]}]}"#,
            String(repeating: #"{"type":"GeometryCollection","geometries":["#, count: 40) + "7"
                + String(repeating: "]}", count: 40),
        ]
        for shape in shapes {
            let found = try decode(#"{"id":"a","coords":\#(shape)}"#, "coords")
            #expect(found.records.count == 1 && found.records[0].area == nil, "\(shape)")
        }
    }

    @Test func `an area may have ten thousand corners`() throws {
        let corners = (0..<10_000).map { index -> String in
            let angle = Double(index) / 10_000 * 2 * .pi
            return #"{"lat":\#(10 * Self.sine(angle)),"lon":\#(10 * Self.sine(angle + .pi / 2))}"#
        }
        let found = try record(#"{"id":"a","coords":[\#(corners.joined(separator: ","))]}"#, "coords")
        #expect(try contains(found, 9.9, 0) && !contains(found, 8, 8))
    }

    /// The sine by its series, which is exact enough here.
    private static func sine(_ angle: Double) -> Double {
        let angle = angle.remainder(dividingBy: 2 * .pi)
        var (term, sum) = (angle, angle)
        for step in 1..<12 {
            term *= -angle * angle / Double(2 * step * (2 * step + 1))
            sum += term
        }
        return sum
    }
}
