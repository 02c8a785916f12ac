import Records
import Testing
import Weather

@Suite struct WeatherReportClockTests {
    @Test(arguments: [
        ("2026-11-20T08:00:00Z", 20, 7, 51, "2026-11-20T07:51:00Z"),
        ("2026-11-20T08:00:00Z", 20, 13, 0, "2026-11-20T13:00:00Z"),
        ("2026-11-20T08:00:00Z", 20, 15, 0, "2026-10-20T15:00:00Z"),
        ("2026-11-20T08:00:00Z", 25, 7, 0, "2026-10-25T07:00:00Z"),
        ("2026-03-01T00:10:00Z", 28, 23, 50, "2026-02-28T23:50:00Z"),
        ("2026-03-01T00:10:00Z", 31, 23, 50, "2026-01-31T23:50:00Z"),
        ("2026-12-31T23:55:00Z", 1, 0, 20, "2027-01-01T00:20:00Z"),
        ("2027-01-01T00:10:00Z", 31, 23, 50, "2026-12-31T23:50:00Z"),
    ])
    func `a day without a month is the latest one that is not hours ahead`(
        reference: String, day: Int, hour: Int, minute: Int, expected: String
    ) throws {
        let clock = ReportClock(reference: try #require(UTC(iso8601: reference)))
        #expect(clock.moment(day: day, hour: hour, minute: minute)?.description == expected)
    }

    @Test func `an impossible time has no moment`() throws {
        let clock = ReportClock(reference: try #require(UTC(iso8601: "2026-11-20T08:00:00Z")))
        #expect(clock.moment(day: 0, hour: 1, minute: 1) == nil)
        #expect(clock.moment(day: 32, hour: 1, minute: 1) == nil)
        #expect(clock.moment(day: 1, hour: 24, minute: 0) == nil)
        #expect(clock.moment(day: 1, hour: 1, minute: 60) == nil)
    }
}
