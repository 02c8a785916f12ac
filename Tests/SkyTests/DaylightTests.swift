import Records
import Sky
import Testing

@Suite struct DaylightTests {
    /// Moments of a year, none at the same time of day as the one before.
    private static let moments = stride(from: Int64(1_795_348_800), to: 1_826_884_800, by: 1_000_003)
        .map { UTC(seconds: $0) }

    private static let positions = stride(from: -90.0, through: 90, by: 7.5)
        .compactMap { Position(latitude: $0, longitude: $0 * 1.9) }

    @Test func `day and night last at least as long as stated`() {
        var changes: [String] = []
        for position in Self.positions {
            for moment in Self.moments {
                let light = Daylight(at: moment, position: position)
                for part in 0...4 {
                    let later = moment + .seconds(light.leastSeconds * Int64(part) / 4)
                    if SunTimes.isDay(at: later, position: position) != light.isDay {
                        changes.append("\(position) \(moment): \(later)")
                    }
                }
            }
        }
        #expect(changes == [])
    }

    @Test func `the Sun above the equator at noon stays up for hours`() throws {
        let position = try #require(Position(latitude: 0, longitude: 0))
        let noon = try #require(UTC(iso8601: "2026-03-20T12:00:00Z"))
        let light = Daylight(at: noon, position: position)
        #expect(light.isDay)
        #expect(light.leastSeconds > 5 * 3600)
    }
}
