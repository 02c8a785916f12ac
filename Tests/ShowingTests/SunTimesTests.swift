import Records
import Showing
import Sky
import Testing

@Suite struct SunTimesTests {
    /// A day whose times have been published to the minute.
    struct Day: CustomTestStringConvertible, Sendable {
        let name: String
        let latitude: Double
        let longitude: Double
        /// The hours by which the published times are ahead of UTC.
        let hoursEast: Int
        let date: String
        /// The dawn, sunrise, zenith, sunset and dusk; `-` if the Sun does not reach the altitude.
        let times: String

        var testDescription: String { "\(name) \(date)" }
    }

    /// Source: U.S. Naval Observatory, "Sun and Moon Data for One Day", for Tromsø; timeanddate.com for
    /// London in 2015; the package Astral, another implementation of NOAA's algorithm, for the others.
    static let days = [
        Day(
            name: "Tromsø", latitude: 69.5, longitude: 19, hoursEast: 1, date: "2014-04-01",
            times: "03:46 04:50 11:48 18:49 19:53"),
        Day(
            name: "Tromsø", latitude: 69.5, longitude: 19, hoursEast: 1, date: "2014-04-30",
            times: "- 02:29 11:41 20:58 -"),
        Day(
            name: "London", latitude: 51.5, longitude: -0.13, hoursEast: 0, date: "2015-12-01",
            times: "07:04 07:43 11:49 15:55 16:34"),
        Day(
            name: "London", latitude: 51.5, longitude: -0.13, hoursEast: 1, date: "2024-06-20",
            times: "03:55 04:43 13:02 21:21 22:10"),
        Day(
            name: "New York", latitude: 40.71, longitude: -74.01, hoursEast: -5, date: "2024-12-21",
            times: "06:45 07:17 11:54 16:32 17:03"),
        Day(
            name: "Sydney", latitude: -33.87, longitude: 151.21, hoursEast: 11, date: "2026-03-21",
            times: "06:34 07:00 13:02 19:05 19:31"),
        Day(
            name: "Apia, whose clocks are a day ahead of the Sun", latitude: -13.83, longitude: -171.77,
            hoursEast: 13, date: "2026-06-01", times: "06:21 06:44 12:25 18:05 18:29"),
    ]

    @Test(arguments: days) func `the times of the Sun are those of other sources, to a minute`(_ day: Day)
        throws
    {
        let zone = Zone { _ in day.hoursEast * 3600 }
        for hour in [0, 12, 23] {
            let moment = try #require(UTC(iso8601: day.date)) + .seconds((hour - day.hoursEast) * 3600)
            let position = try #require(Position(latitude: day.latitude, longitude: day.longitude))
            let sun = SunTimes(on: moment, in: zone, at: position)
            let times = [sun.dawn, sun.sunrise, sun.zenith, sun.sunset, sun.dusk]
            for (time, text) in zip(times, day.times.split(separator: " ")) {
                let published = text == "-" ? nil : UTC(iso8601: "\(day.date) \(text)")
                let local = time.map { $0 + .seconds(day.hoursEast * 3600) }
                let difference = published.flatMap { published in local.map { $0 - published } }
                #expect((local == nil) == (published == nil), "\(text)")
                #expect(abs(difference?.microseconds ?? 0) <= 90_000_000, "\(text) is \(local as Any)")
            }
        }
    }

    private let north = Position(latitude: 69.65, longitude: 18.96)!

    @Test func `in the polar night the Sun does not rise, but there is twilight`() throws {
        let sun = SunTimes(on: try #require(UTC(iso8601: "2026-12-21T11:00Z")), in: .utc, at: north)
        #expect(sun.sunrise == nil)
        #expect(sun.sunset == nil)
        #expect(sun.dawn != nil)
        #expect(sun.dusk != nil)
    }

    @Test func `in the polar day the Sun does not set`() throws {
        let noon = try #require(UTC(iso8601: "2026-06-21T11:00Z"))
        let sun = SunTimes(on: noon, in: .utc, at: north)
        #expect([sun.dawn, sun.sunrise, sun.sunset, sun.dusk].allSatisfy { $0 == nil })
        #expect(SunTimes.isDay(at: noon + .seconds(43_200), position: north))
    }

    @Test(arguments: [90.0, -90]) func `at the poles there is only a zenith`(_ latitude: Double) throws {
        let pole = try #require(Position(latitude: latitude, longitude: 0))
        let sun = SunTimes(on: Golden.now, in: .utc, at: pole)
        #expect([sun.dawn, sun.sunrise, sun.sunset, sun.dusk].allSatisfy { $0 == nil })
    }

    @Test func `it is day between sunrise and sunset`() throws {
        let london = try #require(Position(latitude: 51.5, longitude: -0.13))
        let sun = SunTimes(on: Golden.now, in: .utc, at: london)
        let sunrise = try #require(sun.sunrise)
        let sunset = try #require(sun.sunset)
        #expect(!SunTimes.isDay(at: sunrise - .seconds(60), position: london))
        #expect(SunTimes.isDay(at: sunrise + .seconds(60), position: london))
        #expect(SunTimes.isDay(at: sunset - .seconds(60), position: london))
        #expect(!SunTimes.isDay(at: sunset + .seconds(60), position: london))
    }
}
