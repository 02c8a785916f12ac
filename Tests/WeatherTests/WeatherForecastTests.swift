import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Forecasts of three services in the same form.
@Suite struct WeatherForecastTests {
    private static func decode(_ bytes: [UInt8]) throws -> Decoded {
        let context = DocumentContext(reference: UTC(iso8601: "2026-03-05T00:00:00Z")!)
        var decoder = try Kind.forecast.decoder(options: Options(), context: context)
        return try decoder.decode(whole: bytes)
    }

    private static func expected(_ file: String) throws -> JSON {
        let all = try WeatherCorpus.objects("weather-forecasts.jsonl")
        return all.first { $0["file"]?.string == file } ?? .null
    }

    private static func isNear(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left - right) <= 0.011
    }

    /// Returns a number of the oracle in our units.
    private static func ours(_ value: JSON?, _ unit: String?) -> Double? {
        value?.double.map { number in
            switch unit {
            case "°F": (number - 32) / 1.8
            case "mp/h": number * 1609.344 / 1852
            case "km/h": number / 1.852
            case "m/s": number * 3600 / 1852
            case "inch": number * 25.4
            default: number
            }
        }
    }

    @Test(arguments: ["weather-openmeteo-toronto.json", "weather-openmeteo-melbourne.json"])
    func `a forecast of Open-Meteo has every hour and day in our units`(file: String) throws {
        let expected = try Self.expected(file)
        let out = try Self.decode(try CorpusFile.bytes(file))
        let data = try JSON(parsing: out.records[0].data)
        #expect(out.rejects.isEmpty)
        let east = expected["utc_offset_s"]?.int ?? 0
        for (part, name) in [("points", "hourly"), ("daily", "daily")] {
            let wanted = expected[part]?.array ?? []
            let steps = data[name]?.array ?? []
            #expect(steps.count == wanted.count)
            for (step, point) in zip(steps, wanted) {
                compare(step, point, expected["units"]?["\(name)_units"], east)
            }
        }
        #expect(data["latitude"] == expected["lat"])
        #expect(Self.isNear(data["elevation"]?.double, expected["elevation_m"]?.double))
    }

    @Test func `a day of the polar night or day has no sunrise and no sunset`() throws {
        let document = """
            {"latitude":78.2,"longitude":15.6,"utc_offset_seconds":3600,"daily":{
              "time":["2026-11-28","2026-11-29","2026-11-30","2026-12-01"],
              "sunrise":["2026-11-28T00:00","2026-11-29T00:00","1970-01-01T00:00","2026-12-01T09:10"],
              "sunset":["2026-11-28T00:00","2026-11-30T00:00","1970-01-01T00:00","2026-12-01T14:20"],
              "temperature_2m_max":[-9,-8,-7,-6]}}
            """
        let out = try Self.decode(Array(document.utf8))
        let days = try JSON(parsing: out.records[0].data)["daily"]?.array ?? []
        #expect(days.map { $0["sunrise"] } == [nil, nil, nil, "2026-12-01T08:10:00Z"])
        #expect(days.map { $0["sunset"] } == [nil, nil, nil, "2026-12-01T13:20:00Z"])
        #expect(out.rejects.isEmpty)
        let zero = """
            {"latitude":78.2,"longitude":15.6,"utc_offset_seconds":0,
             "daily":{"time":[1795824000],"sunrise":[0],"sunset":[0],"temperature_2m_max":[-9]}}
            """
        let old = try JSON(parsing: Self.decode(Array(zero.utf8)).records[0].data)["daily"]?.array ?? []
        #expect(old.map { $0["sunrise"] } == [nil])
    }

    private func compare(_ step: JSON, _ point: JSON, _ units: JSON?, _ east: Int) {
        let names = [
            ("temperature_2m", "temperature"), ("apparent_temperature", "apparentTemperature"),
            ("precipitation", "precipitation"), ("precipitation_probability", "precipitationProbability"),
            ("weather_code", "weatherCode"), ("relative_humidity_2m", "relativeHumidity"),
            ("cloud_cover", "cloudCover"),
            ("temperature_2m_max", "maximumTemperature"), ("temperature_2m_min", "minimumTemperature"),
        ]
        for (theirs, ours) in names where point[theirs] != nil {
            #expect(
                Self.isNear(step[ours]?.double, Self.ours(point[theirs], units?[theirs]?.string)), "\(theirs)"
            )
        }
        let winds = [
            ("wind_speed_10m", "speed"), ("wind_gusts_10m", "gust"), ("wind_direction_10m", "direction"),
        ]
        for (theirs, ours) in winds where point[theirs] != nil {
            #expect(
                Self.isNear(step["wind"]?[ours]?.double, Self.ours(point[theirs], units?[theirs]?.string)))
        }
        let local = (point["time"] ?? point["date"])?.string.flatMap { UTC(iso8601: $0) }
        #expect(step["time"]?.string == local.map { ($0 - .seconds(east)).description })
    }

    @Test func `a forecast of MET Norway has every step in our units`() throws {
        let expected = try Self.expected("weather-metno.json")
        let out = try Self.decode(try CorpusFile.bytes("weather-metno.json"))
        let data = try JSON(parsing: out.records[0].data)
        let wanted = expected["points"]?.array ?? []
        let steps = data["hourly"]?.array ?? []
        #expect(steps.count == wanted.count)
        for (step, point) in zip(steps, wanted) {
            #expect(step["time"] == point["time"])
            #expect(Self.isNear(step["temperature"]?.double, point["air_temperature"]?.double))
            #expect(Self.isNear(step["pressure"]?.double, point["air_pressure_at_sea_level"]?.double))
            #expect(Self.isNear(step["relativeHumidity"]?.double, point["relative_humidity"]?.double))
            #expect(Self.isNear(step["wind"]?["speed"]?.double, Self.ours(point["wind_speed"], "m/s")))
            #expect(Self.isNear(step["wind"]?["direction"]?.double, point["wind_from_direction"]?.double))
            if point["next_1h"]?.string != nil { #expect(step["symbol"] == point["next_1h"]) }
        }
        #expect(data["updated"] == expected["updated"])
        #expect(out.records[0].key == "40.7,-74")
    }

    @Test func `a forecast of the National Weather Service has its hours and periods in our units`() throws {
        for (file, name) in [("weather-nws-hourly.json", "hourly"), ("weather-nws-forecast.json", "periods")]
        {
            let wanted = try Self.expected(file)["points"]?.array ?? []
            let data = try JSON(parsing: Self.decode(try CorpusFile.bytes(file)).records[0].data)
            let steps = data[name]?.array ?? []
            #expect(steps.count == wanted.count)
            for (step, point) in zip(steps, wanted) {
                #expect(Self.isNear(step["temperature"]?.double, Self.ours(point["temperature"], "°F")))
                #expect(step["summary"] == point["shortForecast"])
                #expect(step["day"] == point["isDaytime"])
                let start = point["startTime"]?.string.flatMap { UTC(iso8601: $0) }
                #expect(step["time"]?.string == start?.description)
            }
        }
    }

    @Test func `a range of speeds keeps both limits`() throws {
        let data = try JSON(
            parsing: Self.decode(try CorpusFile.bytes("weather-nws-forecast.json")).records[0].data)
        #expect(
            data["periods"]?.array?[1]["wind"] == ["direction": 180, "speed": 4.34, "speedFrom": 0])
    }

    @Test(arguments: [
        ("temperature_2m", "K", 280, 6.85), ("temperature_2m", "°R", 500, nil),
        ("temperature_2m", "°C", 999, nil), ("wind_speed_10m", "kn", 10, 10),
        ("wind_speed_10m", "furlong/h", 10, nil), ("wind_speed_10m", "m/s", -1, nil),
        ("wind_speed_10m", "", 18.52, 10), ("pressure_msl", "inHg", 29.92, nil),
        ("visibility", "km", 5, 5000),
    ])
    func `a number of an unknown unit, and one that cannot be right, is rejected`(
        name: String, unit: String, value: Double, expected: Double?
    ) throws {
        let units = unit.isEmpty ? "{}" : "{\"\(name)\":\"\(unit)\"}"
        let text = """
            {"latitude":1,"longitude":2,"utc_offset_seconds":0,"hourly_units":\(units),
            "hourly":{"time":["2026-01-01T00:00"],"\(name)":[\(value)],"cloud_cover":[1]}}
            """
        let out = try Self.decode(Array(text.utf8))
        let step = try JSON(parsing: out.records[0].data)["hourly"]?.array?.first
        let members = ["temperature", "pressure", "visibility"]
        let found = members.compactMap { step?[$0] }.first ?? step?["wind"]?["speed"]
        #expect(Self.isNear(found?.double, expected))
        #expect(out.rejects.count == (expected == nil ? 1 : 0))
    }

    @Test(arguments: [
        (#""utc_offset_seconds":-18000"#, "2026-01-01T05:00:00Z"),
        (#""timezone":"GMT""#, "2026-01-01T00:00:00Z"),
        (#""utc_offset_seconds":null,"timezone":"America/New_York""#, nil),
        (#""utc_offset_seconds":900000"#, nil),
    ])
    func `a local time is no moment without its offset from UTC`(offset: String, expected: String?) throws {
        let text = """
            {"latitude":1,"longitude":2,\(offset),"hourly":{"time":["2026-01-01T00:00"],"cloud_cover":[1]},
            "daily":{"time":["2026-01-01"],"cloud_cover_mean":[1]}}
            """
        let out = try Self.decode(Array(text.utf8))
        let data = try JSON(parsing: out.records[0].data)
        #expect(data["hourly"]?.array?.first?["time"]?.string == expected)
        #expect(data["hourly"]?.array?.first?["cloudCover"] == 1)
        #expect(data["daily"]?.array?.first?["date"] == "2026-01-01")
        #expect(out.rejects.map(\.field) == (expected == nil ? ["hourly.time", "daily.time"] : []))
    }

    @Test func `a field of a wrong type is rejected alone`() throws {
        let out = try Self.decode(
            Array(
                (#"{"latitude":1,"longitude":2,"utc_offset_seconds":0,"generationtime_ms":0.7,"#
                    + #""hourly":{"time":["2026-01-01T00:00","2026-01-01T01:00"],"temperature_2m":["warm",2],"#
                    + #""cloud_cover":[1]}}"#).utf8))
        let data = try JSON(parsing: out.records[0].data)
        #expect(data["hourly"] == [["temperature": 2, "time": "2026-01-01T01:00:00Z"]])
        #expect(out.rejects.map(\.field) == ["hourly.temperature_2m", "hourly.cloud_cover"])
    }

    @Test func `an error of the service is reported in its own words`() {
        let text = #"{"error":true,"reason":"Latitude must be in range of -90 to 90°."}"#
        #expect(
            throws: DecodeError(
                .shape, part: "forecast", found: "Latitude must be in range of -90 to 90°.", offset: 0)
        ) { try Self.decode(Array(text.utf8)) }
        #expect(throws: DecodeError.self) { try Self.decode(try CorpusFile.bytes("weather-nws-points.json")) }
    }

    @Test(arguments: [
        "weather-openmeteo-toronto.json", "weather-metno.json", "weather-nws-forecast.json",
    ])
    func `the decoder reads or rejects altered copies`(file: String) throws {
        let bytes = try CorpusFile.bytes(file)
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<60 {
            try WeatherRobustnessTests.check(
                .forecast, WeatherRobustnessTests.mutated(bytes, with: &generator))
        }
    }
}
