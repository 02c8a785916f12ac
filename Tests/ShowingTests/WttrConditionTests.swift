import AlmanacValues
import Records
import Showing
import Testing

@Suite struct WttrConditionTests {
    private func code(report members: String) -> String? {
        WttrSamples.line("%i %x", WttrSamples.report(members))
    }

    @Test(arguments: [
        ("-RA", "296 /"), ("RA", "302 ///"), ("+RA", "308 ///"), ("-SHRA", "353 ."), ("SHRA", "356 //"),
        ("+SHRA", "359 ///"), ("VCSH", "176 ."), ("DZ", "266 /"), ("-FZDZ", "281 x"), ("+FZDZ", "284 x"),
        ("-FZRA", "311 x"), ("FZRA", "314 x"), ("-SN", "326 */"), ("SN", "332 **"), ("+SN", "338 **"),
        ("-SHSN", "368 */"), ("SHSN", "371 */*"), ("BLSN", "227 *"), ("-RASN", "317 x"), ("SNRA", "320 *"),
        ("-SHRASN", "362 x/"), ("PL", "350 x"), ("-SHPL", "374 x/"), ("SHGS", "377 x"), ("UP", "302 ///"),
        ("TS", "200 !/"), ("VCTS", "200 !/"), ("-TSRA", "386 !/"), ("TSRA", "389 /!/"),
        ("+TSRAGR", "389 /!/"),
        ("-TSSN", "392 *!*"), ("TSSN", "395 */*"), ("FG", "248 ="), ("FZFG", "260 ="), ("BCFG", "248 ="),
        ("MIFG", "143 ="), ("BR", "143 ="), ("HZ", "143 ="), ("FU", "143 ="), ("BLDU", "143 ="),
        ("VCFG", " ?"), ("NSW", " ?"), ("//", " ?"), ("", " ?"), ("-", " ?"), ("R", " ?"),
    ])
    func `weather groups of a report have a code and a symbol`(_ group: String, _ code: String) {
        #expect(self.code(report: ", \"weather\": [\"\(group)\"]") == code)
    }

    @Test func `the most severe of several groups counts`() {
        #expect(code(report: #", "weather": ["BR", "-RA", "VCTS"]"#) == "200 !/")
        #expect(code(report: #", "weather": ["VCFG"], "clouds": [{"cover": "OVC"}]"#) == "122 mmm")
    }

    @Test(arguments: [
        (#""clouds": [{"cover": "FEW", "base": 900}]"#, "113 o"),
        (#""clouds": [{"cover": "FEW"}, {"cover": "SCT"}]"#, "116 m"),
        (#""clouds": [{"cover": "BKN"}, {"cover": "SCT"}]"#, "119 mm"),
        (#""clouds": [{"cover": "OVC"}]"#, "122 mmm"),
        (#""clouds": [{"cover": "VV", "base": 200}]"#, "122 mmm"), (#""sky": "NSC""#, "113 o"),
        (#""cavok": true"#, "113 o"), (#""clouds": [{"type": "CB"}]"#, " ?"),
    ])
    func `without weather, the cloud that covers most counts`(_ members: String, _ code: String) {
        #expect(self.code(report: ", " + members) == code)
    }

    private func line(_ format: String, step: String) -> String? {
        let forecast = Samples.item(
            """
            {"source": "f", "key": "k", "data": {"hourly": [{"time": "2026-11-20T14:00:00Z", \(step)}]}}
            """)
        return WttrSamples.line(format, nil, forecast: forecast)
    }

    @Test(arguments: [
        (0, "☀️   Sunny"), (1, "☀️   Sunny"), (2, "⛅️  Partly cloudy"), (3, "☁️   Overcast"), (45, "🌫  Fog"),
        (48, "🌫  Freezing fog"), (55, "🌦   Light drizzle"), (57, "🌧   Heavy freezing drizzle"),
        (61, "🌦   Light rain"), (65, "🌧   Heavy rain"), (67, "🌧   Moderate or heavy freezing rain"),
        (71, "🌨  Light snow"), (75, "❄️   Heavy snow"), (80, "🌦   Light rain shower"),
        (82, "🌧   Torrential rain shower"), (86, "❄️   Moderate or heavy snow showers"),
        (95, "⛈   Patchy light rain with thunder"), (99, "🌩  Moderate or heavy rain with thunder"),
        (4, "✨  "),
    ])
    func `codes of WMO have a symbol and a text`(_ code: Int, _ text: String) {
        #expect(line("%c %C", step: "\"weatherCode\": \(code)") == text)
    }

    @Test(arguments: [
        ("clearsky_day", "113"), ("fair_night", "116"), ("partlycloudy_polartwilight", "116"),
        ("cloudy", "119"),
        ("fog", "248"), ("lightrain", "296"), ("heavyrainshowers_day", "359"), ("sleet", "320"),
        ("lightssleetshowersandthunder_day", "392"), ("snowshowers_night", "371"), ("heavysnow", "338"),
        ("rainandthunder", "389"), ("lightrainshowersandthunder_day", "386"), ("unknown", ""), ("", ""),
    ])
    func `symbols of MET Norway have a code`(_ symbol: String, _ code: String) {
        #expect(line("%i", step: "\"symbol\": \"\(symbol)\"") == code)
    }

    @Test(arguments: [
        ("Sunny", "113"), ("Clear", "113"), ("Mostly Sunny", "116"), ("Partly Cloudy", "116"),
        ("Mostly Cloudy", "119"), ("Overcast", "122"), ("Chance Light Rain", "296"), ("Rain", "302"),
        ("Heavy Rain", "308"), ("Slight Chance Rain Showers", "353"), ("Rain Showers", "356"),
        ("Showers And Thunderstorms Likely", "389"), ("Chance Showers And Thunderstorms", "386"),
        ("Snow", "332"), ("Scattered Flurries", "326"), ("Rain And Snow", "320"), ("Wintry Mix", "320"),
        ("Light Freezing Rain", "311"), ("Chance Freezing Drizzle", "281"), ("Blizzard", "230"),
        ("Patchy Fog then Sunny", "248"), ("Freezing Fog", "260"), ("Areas Of Smoke", "143"),
        ("Patchy Drizzle", "266"), ("Hot", ""),
    ])
    func `words of the National Weather Service have a code`(_ words: String, _ code: String) {
        #expect(line("%i", step: "\"summary\": \"\(words)\"") == code)
    }

    @Test func `a clear sky is sunny only by day`() {
        #expect(line("%C", step: #""symbol": "clearsky_night""#) == "Clear")
        let clear = WttrSamples.report(#", "sky": "CLR""#)
        let auckland = WttrPlace(
            "Auckland", position: Position(latitude: -37, longitude: 174.8), region: nil, country: nil)
        #expect(WttrSamples.wttr(clear, place: auckland).answer(format: "%C")?.text == "Clear")
        #expect(WttrSamples.wttr(clear).answer(format: "%C")?.text == "Sunny")
    }
}
