import Records
import Testing
import WebPages

@Suite struct MapShapeTests {
    @Test func `points, polygons and groups of polygons are read`() throws {
        #expect(try shape(#"{"type":"Point","coordinates":[8.5,47]}"#) == .point(place(47, 8.5)))
        let ring = [place(0, 0), place(0, 1), place(1, 1), place(0, 0)]
        let text = "[[0,0],[1,0],[1,1,200],[0,0]]"
        #expect(try shape(#"{"type":"Polygon","coordinates":[\#(text)]}"#) == .area([[ring]]))
        #expect(
            try shape(#"{"type":"MultiPolygon","coordinates":[[\#(text),\#(text)],[\#(text)]]}"#)
                == .area([[ring, ring], [ring]]))
    }

    @Test(arguments: [
        #"{"type":"Polygon"}"#, #"{"type":"Polygon","coordinates":[]}"#,
        #"{"type":"Polygon","coordinates":7}"#,
        #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,0]]]}"#,
        #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}"#,
        #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,91],[0,0]]]}"#,
        #"{"type":"Polygon","coordinates":[[[0,0],[1,0],["1","1"],[0,0]]]}"#,
        #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1e999,1],[0,0]]]}"#,
        #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[]]}"#,
        #"{"type":"MultiPolygon","coordinates":[]}"#, #"{"type":"Point","coordinates":[1]}"#,
        #"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#, #"{"coordinates":[1,1]}"#, "null", "[]",
    ])
    func `a geometry that is not well-formed is no shape`(text: String) throws {
        #expect(try shape(text) == nil)
    }

    @Test func `a shape with too many points is left out`() throws {
        func polygon(_ count: Int) -> String {
            let points = (0..<count).map { $0 == count - 1 ? "[0,0]" : "[\(Double($0) / 1000),0]" }
            return #"{"type":"Polygon","coordinates":[[\#(points.joined(separator: ","))]]}"#
        }
        #expect(try shape(polygon(MapShape.mostPoints)) != nil)
        #expect(try shape(polygon(MapShape.mostPoints + 1)) == nil)
    }

    private func shape(_ text: String) throws -> MapShape? {
        MapShape(geoJSON: try JSON(parsing: Array(text.utf8)))
    }

    private func place(_ latitude: Double, _ longitude: Double) -> Position {
        Position(latitude: latitude, longitude: longitude)!
    }
}
