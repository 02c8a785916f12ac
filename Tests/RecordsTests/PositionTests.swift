import Records
import Testing

@Suite struct PositionTests {
    private func position(_ latitude: Double, _ longitude: Double) throws -> Position {
        try #require(Position(latitude: latitude, longitude: longitude))
    }

    @Test func `a bearing is the initial direction of the great circle`() throws {
        let start = try position(50, 10)
        #expect(try start.bearing(to: position(51, 10)) == 0)
        #expect(try abs(start.bearing(to: position(49, 10)) - 180) < 1e-9)
        #expect(try abs(position(0, 10).bearing(to: position(0, 11)) - 90) < 1e-9)
        #expect(try abs(position(-17, 179.9).bearing(to: position(-17, -179.9)) - 90) < 0.1)
    }

    @Test(arguments: [
        (-90.0, 50.0, -90.0, 0.0), (90, -170, 90, 20), (-17, 180, -17, -180), (0, -180, 0, 180),
    ])
    func `two notations of the same point have no distance and no bearing`(
        _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
    ) throws {
        let (one, other) = try (position(latitude, longitude), position(otherLatitude, otherLongitude))
        #expect(one.distance(to: other) < 0.001 && one.bearing(to: other) == 0)
    }

    @Test func `a coordinate that is out of range or not a number makes no position`() {
        for degrees in [90.001, -90.001, .nan, .infinity] {
            #expect(Position(latitude: degrees, longitude: 0) == nil)
            #expect(Position(latitude: 0, longitude: degrees * 2) == nil)
        }
    }
}
