import AlmanacValues
import Records
import Showing
import Testing

/// Weather in the formats of wttr.in, for the tests.
enum WttrSamples {
    static let zone = Zone { _ in -5 * 3600 }

    static let portland = WttrPlace(
        "Portland", position: Position(latitude: 43.6462, longitude: -70.3093), region: "Maine",
        country: "United States of America")

    /// A report with members in addition to the usual ones.
    static func report(_ members: String) -> Item {
        Samples.item(
            """
            {"source": "metar@KPWM", "key": "KPWM", "generation": 1, "realtimeUSec": \(Samples.at(13, 53)),
             "data": {"station": "KPWM", "time": "2026-11-20T13:51:00Z"\(members)}}
            """)
    }

    static let outlook = Samples.item(
        """
        {"source": "forecast@home", "key": "43.7,-79.4", "generation": 1, "realtimeUSec": 0, "data": {
         "provider": "open-meteo",
         "current": {"time": "2026-11-20T14:00:00Z", "temperature": 0.3, "apparentTemperature": -4.2, "weatherCode": 71,
          "relativeHumidity": 81, "wind": {"speed": 7.1, "direction": 250}, "pressure": 1008.4},
         "hourly": [
          {"time": "2026-11-20T11:00:00Z", "temperature": -1, "weatherCode": 3, "precipitation": 1},
          {"time": "2026-11-20T13:00:00Z", "temperature": -0.5, "weatherCode": 0, "precipitation": 0},
          {"time": "2026-11-20T14:00:00Z", "temperature": 0.6, "weatherCode": 61, "precipitation": 0.4,
           "precipitationProbability": 55, "ultravioletIndex": 1.2, "visibility": 8000, "cloudCover": 96},
          {"time": "2026-11-20T15:00:00Z", "temperature": 1.2, "weatherCode": 61, "precipitation": 1.25,
           "precipitationProbability": 70},
          {"time": "2026-11-21T06:00:00Z", "temperature": -3, "symbol": "clearsky_night"}],
         "daily": [
          {"date": "2026-11-19", "minimumTemperature": -9, "maximumTemperature": -8},
          {"date": "2026-11-20", "minimumTemperature": -2.4, "maximumTemperature": 3, "ultravioletIndex": 2.6,
           "snowfall": 1.4}]}}
        """)

    static func wttr(
        _ report: Item?, forecast: Item? = nil, place: WttrPlace = portland, units: WttrUnits = WttrUnits(),
        now: UTC = Golden.now, zone: Zone = zone
    ) -> Wttr {
        let clock = WttrClock(now: now, zone: zone, zoneName: nil)
        return Wttr(place: place, report: report, forecast: forecast, units: units, clock: clock)
    }

    static func line(
        _ format: String, _ report: Item? = Samples.report, forecast: Item? = nil,
        place: WttrPlace = portland, units: WttrUnits = WttrUnits()
    ) -> String? {
        wttr(report, forecast: forecast, place: place, units: units).answer(format: format)?.text
    }
}

@Suite struct WttrLineTests {
    @Test(arguments: [
        ("1", "🌦   +18°C\n"), ("2", "🌦   🌡️+18°C 🌬️↗22km/h\n"), ("3", "Portland: 🌦   +18°C\n"),
        ("4", "Portland: 🌦   🌡️+18°C 🌬️↗22km/h\n"),
    ])
    func `the preconfigured formats end their line`(_ format: String, _ text: String) {
        #expect(WttrSamples.line(format) == text)
    }

    @Test(arguments: [
        ("%c", "🌦  "), ("%C", "Light rain, mist"), ("%x", "/"), ("%i", "296"), ("%h", "90%"), ("%t", "+18°C"),
        ("%f", "+18°C"), ("%w", "↗22km/h"), ("%l", "Portland"), ("%m", "🌔"), ("%M", "11"), ("%P", "1013hPa"),
        ("%D", "06:10:22"), ("%S", "06:41:44"), ("%z", "11:26:52"), ("%s", "16:11:36"), ("%d", "16:42:58"),
        ("%T", "09:07:00-0500"), ("%Z", "UTC-05:00"),
        // A report does not state these.
        ("%p", ""), ("%o", ""), ("%u", ""),
    ])
    func `each letter stands for a value of the report`(_ format: String, _ text: String) {
        #expect(WttrSamples.line(format) == text)
    }

    @Test(arguments: [
        ("%c", "🌨 "), ("%C", "Light snow"), ("%x", "*/"), ("%h", "81%"), ("%t", "+0°C"), ("%f", "-4°C"),
        ("%w", "→13km/h"), ("%p", "0.4mm"), ("%o", "55%"), ("%P", "1008hPa"), ("%u", "1"),
    ])
    func `without a report, the forecast of the present hour counts`(_ format: String, _ text: String) {
        #expect(WttrSamples.line(format, nil, forecast: WttrSamples.outlook) == text)
    }

    @Test func `a forecast completes a report`() {
        let text = WttrSamples.line("%t %p %o %u", forecast: WttrSamples.outlook)
        #expect(text == "+18°C 0.4mm 55% 1")
    }

    /// Source: chubin/wttr.in, README.md, and the answers of wttr.in that its issues 615 and others quote;
    /// `%c` is three columns wide, which README does not show.
    @Test(arguments: [
        ("3", "Nuremberg", #""temperature": 11, "weather": ["-RA"]"#, "Nuremberg: 🌦   +11°C\n"),
        ("3", "London", #""temperature": 7, "clouds": [{"cover": "SCT"}]"#, "London: ⛅️  +7°C\n"),
        (#"%l: %c %t\n"#, "London", #""temperature": 7, "clouds": [{"cover": "SCT"}]"#, "London: ⛅️  +7°C\n"),
        (
            "2", "x", #""temperature": 12, "sky": "CLR", "wind": {"direction": 45, "speed": 2}"#,
            "☀️   🌡️+12°C 🌬️↙4km/h\n"
        ),
        (
            "%c%l: %C %h", "ATL", #""relativeHumidity": 61, "clouds": [{"cover": "SCT"}]"#,
            "⛅️ ATL: Partly cloudy 61%"
        ),
        ("%c %C %t", "x", #""temperature": 2, "clouds": [{"cover": "OVC"}]"#, "☁️   Overcast +2°C"),
    ])
    func `lines are those that wttr.in documents and prints`(
        _ format: String, _ name: String, _ members: String, _ text: String
    ) {
        let place = WttrPlace(name, position: WttrSamples.portland.position)
        #expect(WttrSamples.line(format, WttrSamples.report(", " + members), place: place) == text)
    }

    @Test func `an old report hides no newer forecast, and is not the present weather`() {
        let later = Golden.now + .seconds(4 * 3600)
        let forecast = Samples.item(
            """
            {"source": "forecast@x", "key": "x", "data": {"provider": "nws", "hourly": [
             {"time": "2026-11-20T18:00:00Z", "temperature": 5, "summary": "Mostly Cloudy", "day": true}]}}
            """)
        let both = WttrSamples.wttr(Samples.report, forecast: forecast, now: later)
        #expect(both.answer(format: "%t %C")?.text == "+5°C Mostly Cloudy")
        // A value that the forecast lacks is unknown: those of the old report are not those of now.
        #expect(both.answer(format: "%t %P")?.text == "+5°C ")
        let old = WttrSamples.wttr(Samples.report, now: later)
        #expect(old.answer(format: "%t")?.text == "+18°C (4 h old)")
        #expect(old.answer(format: "3")?.text == "Portland: 🌦   +18°C (4 h old)\n")
        #expect(old.answer(format: "%l")?.text == "Portland")
    }

    @Test func `the age of a report without a time is unknown`() {
        let report = Samples.item(#"{"source": "m", "key": "KPWM", "data": {"temperature": 2}}"#)
        #expect(WttrSamples.wttr(report).answer(format: "%t")?.text == "+2°C (of unknown age)")
        let early = WttrSamples.wttr(Samples.report, now: Golden.now - .seconds(4 * 3600))
        #expect(early.answer(format: "%t")?.text == "+18°C (of unknown age)")
    }

    @Test func `units are those that the client asked for`() {
        func text(_ letters: String, _ units: Units = .metric) -> String? {
            WttrSamples.line("%t %w %P", units: WttrUnits(letters: letters, byDefault: units))
        }
        #expect(text("m") == "+18°C ↗22km/h 1013hPa")
        #expect(text("u") == "+64°F ↗14mph 1013hPa")
        #expect(text("M") == "+18°C ↗6.2m/s 1013hPa")
        #expect(text("uM") == "+64°F ↗6.2m/s 1013hPa")
        #expect(text("0q", .imperial) == "+64°F ↗14mph 1013hPa")
        #expect(text("mu", .imperial) == "+64°F ↗14mph 1013hPa")
        #expect(text("m", .imperial) == "+18°C ↗22km/h 1013hPa")
    }

    @Test(arguments: [
        ("", "✨  ?    "), (#", "temperature": -0.4"#, "✨  ?  +0°C +0°C "),
        (#", "temperature": -12, "windChill": -19.4"#, "✨  ?  -12°C -19°C "),
        (#", "sky": "CLR", "wind": {"speed": 0}"#, "☀️   o Sunny   0km/h"),
        (#", "cavok": true, "wind": {"speed": 3, "variable": true}"#, "☀️   o Sunny   6km/h"),
        (#", "wind": {"speed": 10, "direction": 360}"#, "✨  ?    ↓19km/h"),
        (#", "wind": {"direction": 90}"#, "✨  ?    "),
    ])
    func `unknown values are empty, and an unknown condition has its own symbols`(
        _ members: String, _ text: String
    ) {
        #expect(WttrSamples.line("%c %x %C %t %f %w", WttrSamples.report(members)) == text)
    }

    @Test func `without any weather, place, time and Moon are known`() {
        #expect(WttrSamples.line("%l|%c|%x|%t|%w|%S|%m", nil) == "Portland|✨ |?|||06:41:44|🌔")
    }

    @Test func `times of the Sun are unknown without a position, and in the polar night`() {
        let nowhere = WttrPlace("Nowhere", position: nil)
        #expect(WttrSamples.line("%D %z %d", place: nowhere) == "??:??:?? ??:??:?? ??:??:??")
        let north = WttrPlace("Alert", position: Position(latitude: 82.5, longitude: -62.3))
        #expect(WttrSamples.line("%S %s", place: north) == "??:??:?? ??:??:??")
    }

    @Test(arguments: [
        ("%l:+%t", "Portland:++18°C"), (#"%t\n%h\n"#, "+18°C\n90%\n"), ("%t\n\n", "+18°C"),
        ("100% %q|%", "100% |%"),
        ("%%t", "%+18°C"), ("Température: %t", "Température: +18°C"), ("%5t", "%5t"),
    ])
    func `other text of a format stays as it is`(_ format: String, _ text: String) {
        #expect(WttrSamples.line(format) == text)
    }

    @Test(arguments: ["", "5", "69", "p1", "v1", "v2d", "geojson", "j3", "J1"])
    func `other formats are not of wttr.in`(_ format: String) {
        #expect(WttrSamples.line(format) == nil)
    }

    @Test func `hostile text does not reach the terminal`() throws {
        let place = WttrPlace("a\u{1B}[31m\\n\nb\u{202E}", position: nil)
        let report = WttrSamples.report(#", "weather": ["\u001b]0;x\u0007"]"#)
        let clock = WttrClock(now: Golden.now, zone: .utc, zoneName: "\u{9B}1m")
        let wttr = Wttr(place: place, report: report, forecast: nil, units: WttrUnits(), clock: clock)
        let line = try #require(wttr.answer(format: "%l %C %Z \u{1B}[1m")).text
        #expect(line == #"a\x1b[31m\n\nb\u{202e} \x1b]0;x\x07 \x9b1m \x1b[1m"#)
        let json = try #require(wttr.answer(format: "j1")).text
        #expect(json.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x202E) })
        #expect(Wttr.unknownLocation("\u{1B}c") == #"Unknown location; please try ~\x1bc"#)
    }

    @Test func `lines are text, documents are JSON`() {
        let wttr = WttrSamples.wttr(Samples.report)
        #expect(wttr.answer(format: "3")?.contentType == "text/plain; charset=utf-8")
        #expect(wttr.answer(format: "j1")?.contentType == "application/json")
    }
}

@Suite struct WttrQueryTests {
    @Test(arguments: [
        ("format=3", "3", ""), ("format=%l:+%c+%t", "%l: %c %t", ""), ("m&format=%25t", "%t", "m"),
        ("format=%c%20%t%60%w&period=60", "%c %t`%w", ""), ("0pq&lang=fr", nil, "0pq"), ("", nil, ""),
        ("view=j1&format=2", "j1", ""), ("format=2&view=j1", "j1", ""), ("M&u&format=%C", "%C", "Mu"),
        ("format=%t\\n", "%t\\n", ""), ("format=%", "%", ""), ("format=a=b%ff", "a=b\u{FFFD}", ""),
        ("=&&=", nil, ""),
    ])
    func `queries are read before they are decoded`(_ query: String, _ format: String?, _ letters: String) {
        #expect(WttrQuery(query).format == format)
        #expect(WttrQuery(query).letters == letters)
    }

    @Test func `every prefix of a query can be read`() {
        let query = Array("m&format=%l:+%c%20%t%e6%97\\n&view=%".utf8)
        for count in query.indices { _ = WttrQuery(String(decoding: query[..<count], as: UTF8.self)) }
    }
}
