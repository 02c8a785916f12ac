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

    /// The heat index in °F at 40, 45, 50, … % of humidity, by °F.
    ///
    /// Source: NWS, the heat index chart.
    private static let chart: [(Double, [Double])] = [
        (82, [81, 82, 83, 84, 84, 85, 86, 88, 89]), (84, [83, 84, 85, 86, 88, 89, 90, 92, 94]),
        (86, [85, 87, 88, 89, 91, 93, 95, 97, 100]), (88, [88, 89, 91, 93, 95, 98, 100, 103, 106]),
        (90, [91, 93, 95, 97, 100, 103, 105, 109, 113, 117, 122, 127, 132]),
        (94, [97, 100, 103, 106, 110, 114, 119, 124, 129, 135]), (98, [105, 109, 113, 117, 123, 128, 134]),
        (100, [109, 114, 118, 124, 129, 136]), (104, [119, 124, 131, 137]), (108, [130, 137]), (110, [136]),
    ]

    @Test func `heat index agrees with the National Weather Service's chart`() throws {
        for (fahrenheit, row) in Self.chart {
            for (index, expected) in row.enumerated() {
                let found = try #require(Self.heatIndex(fahrenheit, humidity: Double(40 + 5 * index)))
                #expect(abs(found - expected) <= 1, "\(fahrenheit) °F, \(40 + 5 * index) %")
            }
        }
    }

    @Test(
        arguments: [
            // The regression, and what the adjustment adds or takes away at these limits.
            (95.0, 5.0, 90.177 - 2), (100, 10, 94.753 - 0.630), (112, 5, 103.651), (95, 13, 90.411),
            (81, 100, 90.767 + 1.8), (82, 90, 91.492 + 0.5), (87, 95, 112.625), (84, 85, 95.942),
        ] as [(Double, Double, Double)])
    func `heat index has the adjustments for very dry and very damp air`(
        fahrenheit: Double, humidity: Double, expected: Double
    ) throws {
        let found = try #require(Self.heatIndex(fahrenheit, humidity: humidity))
        #expect(abs(found - expected) < 0.05, "\(found)")
    }

    @Test func `heat index follows the simple formula below 80 degrees Fahrenheit, and ends there`() throws {
        #expect(abs(try #require(Self.heatIndex(80, humidity: 5)) - 78.9675) < 0.001)
        #expect(abs(try #require(Self.heatIndex(79.5, humidity: 100)) - 85.47) < 0.01)
        #expect(Self.heatIndex(79.5, humidity: 60) == nil)
        #expect(Derived.heatIndex(temperature: 25, humidity: 70) == nil)
        #expect(Derived.heatIndex(temperature: 30, humidity: 30) != nil)
    }

    private static func heatIndex(_ fahrenheit: Double, humidity: Double) -> Double? {
        Derived.heatIndex(temperature: (fahrenheit - 32) / 1.8, humidity: humidity).map { $0 * 1.8 + 32 }
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
