import Records
import Testing

/// Areas on the Earth.
@Suite struct GeoAreaTests {
    private func area(_ text: String) throws -> GeoArea {
        try #require(try GeoArea(JSON(parsing: Array(text.utf8))))
    }

    private func position(_ latitude: Double, _ longitude: Double) -> Position {
        Position(latitude: latitude, longitude: longitude)!
    }

    @Test func `a polygon contains what is within its outer ring and in no hole`() throws {
        let ring = "[[0,0],[10,0],[10,10],[0,10],[0,0]], [[4,4],[6,4],[6,6],[4,6],[4,4]]"
        let square = try area(#"{"type":"Polygon","coordinates":[\#(ring)]}"#)
        #expect(square.contains(position(2, 2)))
        #expect(!square.contains(position(5, 5)))
        #expect(!square.contains(position(2, 11)))
        #expect(square.contains(try #require(square.interior)))
        #expect(square.distance(from: position(2, 2)) == 0)
        let distance = try #require(square.distance(from: position(5, 11)))
        #expect(abs(distance - 110_771) < 500)
    }

    @Test func `a polygon may cross 180 degrees of longitude`() throws {
        let ring = "[[170,-10],[-170,-10],[-170,10],[170,10],[170,-10]]"
        let strip = try area(#"{"type":"Polygon","coordinates":[\#(ring)]}"#)
        #expect(strip.contains(position(0, 179)) && strip.contains(position(0, -179)))
        #expect(strip.contains(position(0, 180)) && strip.contains(position(0, -180)))
        #expect(!strip.contains(position(0, 0)) && !strip.contains(position(0, -169)))
        #expect(strip.bounds == GeoBounds(south: -10, west: 170, north: 10, east: -170))
        #expect(strip.contains(try #require(strip.interior)))
    }

    @Test func `a ring around the whole Earth crosses nothing`() throws {
        let ring = "[[-180,50],[180,50],[180,90],[-180,90],[-180,50]]"
        let cap = try area(#"{"type":"Polygon","coordinates":[\#(ring)]}"#)
        #expect(cap.contains(position(60, 0)) && cap.contains(position(60, -120)))
        #expect(!cap.contains(position(40, 0)))
    }

    @Test func `a circle is a point with a radius in metres`() throws {
        let circle = try area(#"{"type":"Point","coordinates":[179.9,0],"radius":50000}"#)
        #expect(circle.contains(position(0, -179.9)))
        #expect(!circle.contains(position(0, 179)))
        #expect(circle.bounds?.isCrossing == true)
    }

    @Test func `an area is written as it was read`() throws {
        let texts = [
            #"{"coordinates":[[[0,0],[1.5,0],[1,1],[0,0]]],"type":"Polygon"}"#,
            #"{"coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]],"type":"MultiPolygon"}"#,
            #"{"coordinates":[1,2],"radius":5000,"type":"Point"}"#,
            #"{"geometries":[{"coordinates":[1,2],"radius":0,"type":"Point"},{"coordinates":[[[0,0],[1,0],[1,1],[0,0]]],"type":"Polygon"}],"type":"GeometryCollection"}"#,
        ]
        for text in texts {
            var writer = JSONWriter()
            try area(text).write(to: &writer)
            #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
        }
    }

    private func written(_ text: String) throws -> String {
        var writer = JSONWriter()
        try area(text).write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (
            "[[[0,0],[0,10],[10,10],[10,0]]]",
            "{\"coordinates\":[[[0,0],[10,0],[10,10],[0,10],[0,0]]],\"type\":\"Polygon\"}"
        ),
        (
            "[[[0,0],[9,0],[9,9],[0,0]],[[4,1],[6,1],[6,3],[4,1]]]",
            "{\"coordinates\":[[[0,0],[9,0],[9,9],[0,0]],[[4,1],[6,3],[6,1],[4,1]]],\"type\":\"Polygon\"}"
        ),
        (
            "[[[170,-10],[-170,-10],[-170,10],[170,10],[170,-10]]]",
            "{\"coordinates\":[[[[170,-10],[180,-10],[180,10],[170,10],[170,-10]]],"
                + "[[[-180,-10],[-170,-10],[-170,10],[-180,10],[-180,-10]]]],\"type\":\"MultiPolygon\"}"
        ),
        (
            "[[[170,0],[-180,0],[-180,5],[170,5]]]",
            "{\"coordinates\":[[[170,0],[180,0],[180,5],[170,5],[170,0]]],\"type\":\"Polygon\"}"
        ),
    ])
    func `outer rings go counterclockwise, holes clockwise, and none across 180 degrees`(
        coordinates: String, expected: String
    ) throws {
        #expect(try written("{\"type\":\"Polygon\",\"coordinates\":\(coordinates)}") == expected)
    }

    @Test func `the parts of a polygon on both sides of 180 degrees contain what it contains`() throws {
        let ring = "[[170,-10],[-160,-5],[-170,10],[175,2],[170,10]]"
        let hole = "[[178,-4],[178,-2],[-178,-2],[-178,-4]]"
        let text = "{\"type\":\"Polygon\",\"coordinates\":[\(ring),\(hole)]}"
        let (whole, parts) = (try area(text), try area(written(text)))
        #expect(parts.shapes.count == 2)
        for latitude in stride(from: -10.5, to: 11, by: 1) {
            for east in stride(from: 169.0, through: 201, by: 0.5) {
                let place = position(latitude, east > 180 ? east - 360 : east)
                #expect(whole.contains(place) == parts.contains(place), "\(place)")
            }
            #expect(whole.contains(position(latitude, 180)) == parts.contains(position(latitude, -180)))
        }
    }

    @Test func `a wide area whose corners are near each other crosses nothing`() throws {
        let ring = "[[-100,0],[0,-1],[100,0],[100,9],[0,8],[-100,9]]"
        let wide = try area("{\"type\":\"Polygon\",\"coordinates\":[\(ring)]}")
        #expect(wide.contains(position(4, 0)) && wide.contains(position(4, -90)))
        #expect(!wide.contains(position(4, 150)))
    }

    @Test func `the position within a concave polygon is in it`() throws {
        let horseshoe = "[[0,0],[10,0],[10,10],[8,10],[8,1],[2,1],[2,10],[0,10],[0,0]]"
        let shape = try area(#"{"type":"Polygon","coordinates":[\#(horseshoe)]}"#)
        #expect(shape.contains(try #require(shape.interior)))
    }

    @Test func `longitudes may be counted on beyond 180 degrees`() throws {
        let strip = try area(#"{"type":"Polygon","coordinates":[[[170,-10],[190,-10],[190,10],[170,10]]]}"#)
        #expect(strip.contains(position(0, -175)) && !strip.contains(position(0, -165)))
        #expect(strip.bounds == GeoBounds(south: -10, west: 170, north: 10, east: -170))
    }

    @Test func `the distance is that to the nearest edge, also far away and across 180 degrees`() throws {
        let square = try area(#"{"type":"Polygon","coordinates":[[[170,-1],[179,-1],[179,1],[170,1]]]}"#)
        let distance = try #require(square.distance(from: position(0, -179)))
        #expect(abs(distance - position(0, -179).distance(to: position(0, 179))) < 1)
        let far = try #require(square.distance(from: position(60, 175)))
        #expect(abs(far - position(60, 175).distance(to: position(1, 175))) < 1000)
    }

    @Test func `the box around several areas is the narrowest, also across 180 degrees`() throws {
        func ring(_ west: Int, _ east: Int) -> String { "[[[\(west),0],[\(east),0],[\(east),5]]]" }
        let crossing = try area(
            #"{"type":"MultiPolygon","coordinates":[\#(ring(170, -170)),\#(ring(-150, -140))]}"#)
        #expect(crossing.bounds == GeoBounds(south: 0, west: 170, north: 5, east: -140))
        let wide = try area(
            #"{"type":"MultiPolygon","coordinates":[\#(ring(170, -170)),\#(ring(-10, 10))]}"#)
        let bounds = try #require(wide.bounds)
        #expect(bounds.contains(position(1, 0)) && bounds.contains(position(1, 180)))
    }

    @Test func `the area of a record is its member geometry`() throws {
        let polygon = #"{"coordinates":[[[0,0],[4,0],[4,4]]],"type":"Polygon"}"#
        func record(_ data: String) -> Record {
            Record(key: "a", position: position(50, 50), data: Array(data.utf8))
        }
        #expect(record(#"{"a":{"geometry":1},"geometry":\#(polygon),"z":"}"}"#).area?.shapes.count == 1)
        #expect(record(#"{"geometry":\#(polygon)}"#).distance(from: position(1, 3)) == 0)
        #expect(record(#"{"a":{"geometry":\#(polygon)}}"#).area == nil)
        let others = [
            "{}", "", "[", #"{"geometry":"#, #"{"geometry":null}"#, #"{"geometry":[1]}"#, #"{"b":1,}"#,
        ]
        for data in others + [#"{"geometry":{"coordinates":[1,2],"type":"Point"}}"#] {
            #expect(record(data).area == nil)
            #expect(record(data).distance(from: position(50, 50)) == 0)
        }
        let whole = Array(#"{"a":[1,"\"x"],"geometry":\#(polygon)}"#.utf8)
        for length in 0..<whole.count {
            #expect(GeoArea(ofRecord: Array(whole[..<length])) == nil || length > 70)
        }
    }

    @Test func `what is no area is refused`() throws {
        for text in [
            "null", "{}", #"{"type":"Polygon","coordinates":[[[0,0],[1,1]]]}"#, #"{"type":"LineString"}"#,
        ] {
            #expect(try GeoArea(JSON(parsing: Array(text.utf8))) == nil)
        }
    }

    @Test(
        arguments: [
            (["0,0,10,10"], 5.0, 5.0, 500.0, true), (["0,0,10,10"], 5, 5, 560, false),
            // Side by side, without the corner that the circle does not reach.
            (["0,0,10,8", "0,8,8.9,10"], 5, 5, 500, true), (["0,0,10,8", "0,8,8.9,10"], 5, 5, 550, false),
            (["0,0,10,5", "0,5.01,10,10"], 5, 5, 100, false), ([], 5, 5, 100, false),
            // Across 180 degrees of longitude, in one box or two.
            (["-10,175,10,-175"], 0, 180, 500, true),
            (["-10,175,10,180", "-10,-180,10,-175"], 0, -180, 500, true),
            (["-10,175,10,-175"], 0, -178, 500, false), (["60,-180,90,180"], 89, 0, 1000, true),
            // The nearest point of a meridian is nearer to the pole.
            (["60,-180,90,20"], 80, 0, 378, true), (["60,-180,90,20"], 80, 0, 381, false),
        ] as [([String], Double, Double, Double, Bool)])
    func `areas cover a circle if no part of it is outside all of them`(
        boxes: [String], latitude: Double, longitude: Double, kilometres: Double, isCovered: Bool
    ) {
        let areas = boxes.compactMap { CoveredArea([$0], of: nil) }
        let centre = position(latitude, longitude)
        #expect(CoveredArea.cover(areas, around: centre, within: kilometres * 1000) == isCovered)
    }
}
