import Records
import Testing
import Weather

/// Derived quantities compared with the tables of the services.
@Suite struct WeatherDerivedTests {
    private static let clock = ReportClock(reference: UTC(iso8601: "2026-11-20T08:00:00Z")!)

    @Test func `relative humidity follows from temperature and dew point`() {
        #expect(abs(Derived.relativeHumidity(temperature: 20, dewPoint: 10) - 52.5) < 0.2)
        #expect(Derived.relativeHumidity(temperature: 20, dewPoint: 20) == 100)
        #expect(Derived.relativeHumidity(temperature: 20, dewPoint: 21) == 100)
    }

    @Test func `wind chill agrees with Environment Canada's table and is defined only in the cold`() throws {
        #expect(try #require(Derived.windChill(temperature: -10, wind: 30 / 1.852)).rounded() == -20)
        #expect(try #require(Derived.windChill(temperature: -25, wind: 50 / 1.852)).rounded() == -42)
        #expect(Derived.windChill(temperature: 11, wind: 20) == nil)
        #expect(Derived.windChill(temperature: 0, wind: 2) == nil)
    }

    @Test func `heat index agrees with the National Weather Service's table and is defined only in the heat`()
        throws
    {
        let index = try #require(Derived.heatIndex(temperature: (90 - 32) / 1.8, humidity: 70))
        #expect((index * 1.8 + 32).rounded() == 106)
        #expect(Derived.heatIndex(temperature: 25, humidity: 70) == nil)
        #expect(Derived.heatIndex(temperature: 30, humidity: 30) == nil)
    }

    @Test func `altitudes are zero in the standard atmosphere`() {
        #expect(abs(Derived.pressureAltitude(elevation: 0, altimeter: 1013.25)) < 0.1)
        let density = Derived.densityAltitude(
            elevation: 0, altimeter: 1013.25, temperature: 15, dewPoint: nil)
        #expect(abs(density) < 50)
    }

    @Test func `density altitude rises by about 120 feet per degree, and with moisture`() {
        func altitude(_ temperature: Double, _ dewPoint: Double?) -> Double {
            Derived.densityAltitude(
                elevation: 5000, altimeter: 1013.25, temperature: temperature, dewPoint: dewPoint)
        }
        #expect((1000...1300).contains(altitude(30, nil) - altitude(20, nil)))
        #expect(altitude(30, 20) > altitude(30, nil) + 100)
    }

    @Test func `crosswind is positive from the right, along-track wind is positive as headwind`() throws {
        let wind = try #require(METAR("KPWM 200751Z 30020KT", clock: Self.clock).conditions.wind)
        let parts = try #require(wind.components(heading: 270))
        #expect(abs(parts.across - 10) < 0.01)
        #expect(abs(parts.along - 17.32) < 0.01)
        let left = try #require(wind.components(heading: 330))
        #expect(abs(left.across + 10) < 0.01)
    }

    @Test func `a variable wind has no components`() throws {
        let wind = try #require(METAR("KPWM 200751Z VRB05KT", clock: Self.clock).conditions.wind)
        #expect(wind.components(heading: 270) == nil)
    }

    @Test func `flight rules sort from worst to best`() {
        #expect(FlightRules.allCases.sorted().map(\.rawValue) == ["LIFR", "IFR", "MVFR", "VFR"])
    }
}
