import Records
import Testing

@Suite struct PositionTests {
    private func position(_ latitude: Double, _ longitude: Double) throws -> Position {
        try #require(Position(latitude: latitude, longitude: longitude))
    }

    @Test func `a bearing is where the great circle begins`() throws {
        let start = try position(50, 10)
        #expect(try start.bearing(to: position(51, 10)) == 0)
        #expect(try abs(start.bearing(to: position(49, 10)) - 180) < 1e-9)
        #expect(try abs(position(0, 10).bearing(to: position(0, 11)) - 90) < 1e-9)
        #expect(try abs(position(-17, 179.9).bearing(to: position(-17, -179.9)) - 90) < 0.1)
    }

    @Test(arguments: [
        (-90.0, 50.0, -90.0, 0.0), (90, -170, 90, 20), (-17, 180, -17, -180), (0, -180, 0, 180),
    ])
    func `one point written in two ways is no distance away, in no direction`(
        _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
    ) throws {
        let (one, other) = try (position(latitude, longitude), position(otherLatitude, otherLongitude))
        #expect(one.distance(to: other) < 0.001 && one.bearing(to: other) == 0)
    }

    @Test func `what is out of range or no number is no position`() {
        for degrees in [90.001, -90.001, .nan, .infinity] {
            #expect(Position(latitude: degrees, longitude: 0) == nil)
            #expect(Position(latitude: 0, longitude: degrees * 2) == nil)
        }
    }
}
