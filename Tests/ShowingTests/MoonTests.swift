import Records
import Showing
import Sky
import Testing

@Suite struct MoonPhaseTests {
    /// Source: Astronomical Applications Department of the U.S. Naval Observatory, phases of the Moon; four
    /// of them are eclipses.
    @Test(arguments: [
        ("2000-01-06T18:14Z", 0.0, "🌑", "New Moon"), ("2024-04-08T18:21Z", 0, "🌑", "New Moon"),
        ("2026-08-12T17:37Z", 0, "🌑", "New Moon"), ("2024-04-15T19:13Z", 0.25, "🌓", "First Quarter"),
        ("2018-07-27T20:21Z", 0.5, "🌕", "Full Moon"), ("2025-03-14T06:55Z", 0.5, "🌕", "Full Moon"),
        ("2026-03-03T11:38Z", 0.5, "🌕", "Full Moon"), ("2024-04-02T03:15Z", 0.75, "🌗", "Last Quarter"),
    ])
    func `the phases of the Moon are those published, to a few hours`(
        _ time: String, _ fraction: Double, _ symbol: String, _ name: String
    ) throws {
        let moment = try #require(UTC(iso8601: time))
        let phase = MoonPhase(at: moment)
        let difference = phase.fraction - fraction
        #expect(abs(difference - difference.rounded()) < 0.006)
        #expect(phase.symbol == symbol)
        #expect(phase.name == name)
    }

    /// Source: Jean Meeus, Astronomical Algorithms, example 48.a: k = 0.6786.
    @Test func `the illuminated part of the disk is that of the textbook`() throws {
        let phase = MoonPhase(at: try #require(UTC(iso8601: "1992-04-12T00:00Z")))
        #expect(abs(phase.illumination - 0.6786) < 0.001)
    }

    @Test func `the day of the Moon counts from the new moon`() throws {
        let new = try #require(UTC(iso8601: "2026-08-12T17:37Z"))
        let days = (0..<30).map { MoonPhase(at: new + .seconds($0 * 86_400 + 43_200)).day }
        // This month has 29 days and ten hours.
        #expect(days == Array(0...28) + [0])
    }

    @Test func `the symbols of a month are in order`() throws {
        let new = try #require(UTC(iso8601: "2026-08-12T17:37Z"))
        let symbols = (0..<8).map { MoonPhase(at: new + .seconds($0 * 318_930)).symbol }
        #expect(symbols.joined() == "🌑🌒🌓🌔🌕🌖🌗🌘")
    }

    @Test func `only the day of a principal phase has its name`() throws {
        let new = try #require(UTC(iso8601: "2026-08-12T17:37Z"))
        func name(_ hours: Int) -> String { MoonPhase(at: new + .seconds(hours * 3600)).name }
        #expect(
            [-20, -6, 6, 20].map(name) == ["Waning Crescent", "New Moon", "New Moon", "Waxing Crescent"])
        #expect(name(5 * 24) == "Waxing Crescent")
        #expect(name(11 * 24) == "Waxing Gibbous")
        #expect(name(19 * 24) == "Waning Gibbous")
    }
}

@Suite struct MoonTimesTests {
    /// Source: an answer of wttr.in for Stockholm; libastro, the library of XEphem, for the others.
    @Test(arguments: [
        ("2024-11-30", 59.33, 18.07, 1, "07:57", "13:37"),
        ("2026-11-20", 43.6462, -70.3093, -5, "13:41", "01:52"),
        ("2026-06-15", 51.5, -0.13, 1, "04:15", "22:32"),
        ("2026-03-21", -33.87, 151.21, 11, "09:05", "20:06"),
        ("2025-01-13", -0.18, -78.47, -5, "18:30", "05:59"),
    ])
    func `the Moon rises and sets as other sources state, to a few minutes`(
        _ date: String, _ latitude: Double, _ longitude: Double, _ hoursEast: Int, _ rise: String,
        _ set: String
    ) throws {
        let position = try #require(Position(latitude: latitude, longitude: longitude))
        let noon = try #require(UTC(iso8601: "\(date)T12:00Z")) - .seconds(hoursEast * 3600)
        let moon = MoonTimes(on: noon, in: Zone { _ in hoursEast * 3600 }, at: position)
        for (time, text) in [(moon.moonrise, rise), (moon.moonset, set)] {
            let local = try #require(time) + .seconds(hoursEast * 3600)
            let difference = local - (try #require(UTC(iso8601: "\(date) \(text)")))
            #expect(abs(difference.microseconds) <= 180_000_000, "\(text) is \(local)")
        }
    }

    @Test func `on one day of a month, the Moon does not rise`() throws {
        let london = try #require(Position(latitude: 51.5, longitude: -0.13))
        let days = (0..<30).map { MoonTimes(on: Golden.now + .seconds($0 * 86_400), in: .utc, at: london) }
        #expect(days.count { $0.moonrise == nil } == 1)
        #expect(days.count { $0.moonset == nil } == 1)
    }
}
