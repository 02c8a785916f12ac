import AlmanacValues
import Records
import Showing
import Testing

@Suite struct WttrDocumentTests {
    private func document(
        _ format: String = "j1", report: Item? = Samples.report, forecast: Item? = WttrSamples.outlook,
        place: WttrPlace = WttrSamples.portland
    ) throws -> JSON {
        let wttr = WttrSamples.wttr(report, forecast: forecast, place: place)
        return try JSON(parsing: Array(try #require(wttr.answer(format: format)).text.utf8))
    }

    private func first(_ name: String, in json: JSON) throws -> JSON {
        try #require(json[name]?.array?.first)
    }

    /// Source: chubin/wttr.in, internal/domain/weather.go: the members that clients expect.
    static let members = [
        "current_condition": """
        FeelsLikeC FeelsLikeF cloudcover humidity localObsDateTime observation_time precipInches precipMM pressure
        pressureInches temp_C temp_F uvIndex visibility visibilityMiles weatherCode weatherDesc weatherIconUrl
        winddir16Point winddirDegree windspeedKmph windspeedMiles
        """,
        "nearest_area": "areaName country latitude longitude population region weatherUrl",
        "request": "query type",
        "weather": """
        astronomy avgtempC avgtempF date hourly maxtempC maxtempF mintempC mintempF sunHour totalSnow_cm uvIndex
        """,
        "astronomy": "moon_illumination moon_phase moonrise moonset sunrise sunset",
        "hourly": """
        DewPointC DewPointF FeelsLikeC FeelsLikeF HeatIndexC HeatIndexF WindChillC WindChillF WindGustKmph
        WindGustMiles chanceoffog chanceoffrost chanceofhightemp chanceofovercast chanceofrain chanceofremdry
        chanceofsnow chanceofsunshine chanceofthunder chanceofwindy cloudcover diffRad humidity precipInches
        precipMM pressure pressureInches shortRad tempC tempF time uvIndex visibility visibilityMiles weatherCode
        weatherDesc weatherIconUrl winddir16Point winddirDegree windspeedKmph windspeedMiles
        """,
    ]

    private func check(_ json: JSON, _ name: String) throws {
        let names = try #require(json.object).map(\.name)
        let expected = try #require(Self.members[name]).split { $0 == " " || $0 == "\n" }.map(String.init)
        #expect(names == expected, "\(name)")
    }

    @Test func `the document has all members that clients expect, in order`() throws {
        let json = try document()
        for name in ["current_condition", "nearest_area", "request", "weather"] {
            try check(try first(name, in: json), name)
        }
        let day = try first("weather", in: json)
        try check(try first("astronomy", in: day), "astronomy")
        try check(try first("hourly", in: day), "hourly")
        #expect(json.object?.count == 4)
    }

    @Test func `the present weather comes from the report`() throws {
        let now = try first("current_condition", in: try document())
        let expected: [(String, JSON)] = [
            ("temp_C", "18"), ("temp_F", "64"), ("FeelsLikeC", "18"), ("humidity", "90"),
            ("pressure", "1013"),
            ("pressureInches", "30"), ("visibility", "4"), ("visibilityMiles", "3"), ("weatherCode", "296"),
            ("weatherDesc", [["value": "Light rain, mist"]]), ("weatherIconUrl", [["value": ""]]),
            ("winddir16Point", "SW"), ("winddirDegree", "230"), ("windspeedKmph", "22"),
            ("windspeedMiles", "14"),
            ("cloudcover", "100"), ("precipMM", "0.4"), ("precipInches", "0.0"), ("uvIndex", "1"),
            ("localObsDateTime", "2026-11-20 08:51 AM"), ("observation_time", "01:51 PM"),
        ]
        for (name, value) in expected { #expect(now[name] == value, "\(name)") }
    }

    @Test func `the place and the request state the position`() throws {
        let json = try document()
        let area = try first("nearest_area", in: json)
        #expect(area["areaName"] == [["value": "Portland"]])
        #expect(area["region"] == [["value": "Maine"]])
        #expect(area["country"] == [["value": "United States of America"]])
        #expect(area["latitude"] == "43.646")
        #expect(area["longitude"] == "-70.309")
        let request: JSON = ["query": "Lat 43.65 and Lon -70.31", "type": "LatLon"]
        #expect(try first("request", in: json) == request)
        let near = WttrPlace("Null", position: Position(latitude: -0.0504, longitude: 0.05))
        let zero = try first("nearest_area", in: try document(place: near))
        #expect(zero["latitude"] == "-0.050")
        #expect(zero["longitude"] == "0.050")
    }

    @Test func `days begin today and have the times of Sun and Moon`() throws {
        let days = try #require(try document()["weather"]?.array)
        #expect(days.map { $0["date"] } == ["2026-11-20", "2026-11-21"])
        let expected: [(String, JSON)] = [
            ("maxtempC", "3"), ("maxtempF", "37"), ("mintempC", "-2"), ("avgtempC", "0"), ("uvIndex", "3"),
            ("totalSnow_cm", "1.4"), ("sunHour", ""),
        ]
        for (name, value) in expected { #expect(days[0][name] == value, "\(name)") }
        let astronomy = try first("astronomy", in: days[0])
        #expect(astronomy["sunrise"] == "06:41 AM")
        #expect(astronomy["sunset"] == "04:11 PM")
        #expect(astronomy["moonrise"] == "01:40 PM")
        #expect(astronomy["moonset"] == "01:51 AM")
        #expect(astronomy["moon_phase"] == "Waxing Gibbous")
        #expect(astronomy["moon_illumination"] == "81")
        #expect(days[1]["maxtempC"] == "-3")
    }

    @Test func `hours are gathered by three`() throws {
        let hours = try #require(try first("weather", in: try document())["hourly"]?.array)
        #expect(hours.map { $0["time"] } == ["600", "900"])
        #expect(hours.map { $0["tempC"] } == ["-1", "1"])
        #expect(hours.map { $0["precipMM"] } == ["1.0", "1.7"])
        #expect(hours.map { $0["chanceofrain"] } == ["0", "70"])
        #expect(hours.map { $0["chanceofremdry"] } == ["0", "30"])
        #expect(hours[1]["weatherDesc"] == [["value": "Light rain"]])
    }

    @Test func `an hour of a step of six hours has half of its precipitation`() throws {
        let forecast = Samples.item(
            """
            {"source": "f", "key": "k", "data": {"hourly": [{"time": "2026-11-20T18:00:00Z",
             "until": "2026-11-21T00:00:00Z", "temperature": -2, "symbol": "snow", "precipitation": 5,
             "precipitationProbability": 80, "wind": {"speed": 10, "direction": 359, "gust": 20}}]}}
            """)
        let hour = try first("hourly", in: try first("weather", in: try document(forecast: forecast)))
        let expected: [(String, JSON)] = [
            ("time", "1200"), ("precipMM", "2.5"), ("chanceofsnow", "80"), ("chanceofrain", "0"),
            ("WindGustKmph", "37"), ("WindGustMiles", "23"), ("winddir16Point", "N"), ("WindChillC", "-2"),
        ]
        for (name, value) in expected { #expect(hour[name] == value, "\(name)") }
    }

    @Test func `the light document has no hours`() throws {
        let days = try #require(try document("j2")["weather"]?.array)
        #expect(days.allSatisfy { $0["hourly"] == nil && $0["date"] != nil })
    }

    @Test func `without any weather, all members are there and empty`() throws {
        let nowhere = WttrPlace("Nowhere", position: nil)
        let json = try document(report: nil, forecast: nil, place: nowhere)
        let now = try first("current_condition", in: json)
        try check(now, "current_condition")
        #expect(now["temp_C"] == "")
        #expect(now["weatherDesc"] == [["value": ""]])
        let day = try first("weather", in: json)
        try check(day, "weather")
        #expect(day["date"] == "2026-11-20")
        #expect(day["hourly"] == [])
        #expect(try first("astronomy", in: day)["sunrise"] == "")
        #expect(try first("request", in: json) == ["query": "Nowhere", "type": "City"])
    }

    @Test func `in the polar night there is no sunrise`() throws {
        let north = WttrPlace("Alert", position: Position(latitude: 82.5, longitude: -62.3))
        let day = try first("weather", in: try document(place: north))
        #expect(try first("astronomy", in: day)["sunrise"] == "No sunrise")
        #expect(try first("astronomy", in: day)["sunset"] == "No sunset")
        let pole = WttrPlace("North Pole", position: Position(latitude: 90, longitude: 0))
        let there = try first("astronomy", in: try first("weather", in: try document(place: pole)))
        #expect(there["moonrise"] == "No moonrise")
        #expect(there["moonset"] == "No moonset")
    }

    @Test func `the text is indented, sorted and ends with a newline`() throws {
        let text = try #require(WttrSamples.line("j1"))
        #expect(
            text.hasPrefix(
                "{\n    \"current_condition\": [\n        {\n            \"FeelsLikeC\": \"18\",\n"))
        #expect(text.hasSuffix("\n}\n"))
    }
}
