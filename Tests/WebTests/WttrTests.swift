import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct WttrTests {
    private func body(_ response: String) -> String {
        response.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init) ?? ""
    }

    /// Returns a line without the age of its report, which the report of the fixture must have.
    private func line(_ response: String) throws -> String {
        let parts = body(response).split(separator: "(")
        try #require(parts.count == 2 && parts[1].contains(" d old)"))
        return String(parts[0].dropLast() + parts[1].drop { $0 != ")" }.dropFirst())
    }

    @Test(arguments: [("text/html", "Mozilla/5.0"), ("*/*", "curl/8.0"), ("application/json", "Waybar")])
    func `an airport answers in a line, whatever the client accepts`(accept: String, agent: String) throws {
        let answer = try WeatherSite().answer("/KPWM?format=%l:+%t+%w", accept: accept, agent: agent)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("Content-Type: text/plain; charset=utf-8\r\n"))
        #expect(try line(answer) == "KPWM: +5°C →19km/h")
    }

    @Test func `the formats with numbers end with a newline`() throws {
        let line = try line(WeatherSite().answer("/KPWM?format=3"))
        #expect(line.hasPrefix("KPWM: "))
        #expect(line.hasSuffix("+5°C\n"))
    }

    @Test func `units are those of the options, or else of the user`() throws {
        let site = try WeatherSite()
        #expect(try line(site.answer("/KPWM?u&format=%t")) == "+41°F")
        #expect(try line(site.answer("/KPWM?units=imperial&format=%t")) == "+41°F")
        #expect(try line(site.answer("/KPWM?m&units=imperial&format=%t")) == "+5°C")
    }

    @Test func `j1 is a document`() throws {
        let answer = try WeatherSite().answer("/KPWM?format=j1")
        #expect(answer.contains("Content-Type: application/json\r\n"))
        let json = try JSON(parsing: Array(body(answer).utf8))
        #expect(json["current_condition"]?.array?.first?["temp_C"]?.string == "5")
    }

    @Test(arguments: ["/home?format=%l+%t", "/forecast@home?format=%l+%t"])
    func `a source of forecasts answers`(_ target: String) throws {
        let answer = body(try WeatherSite().answer(target))
        #expect(answer.hasSuffix("home +7°C"))
    }

    @Test func `times are in the zone of the client, or else of the forecast`() throws {
        let site = try WeatherSite()
        #expect(body(try site.answer("/home?format=%Z")) == "Europe/Berlin")
        #expect(body(try site.answer("/home?zone=Asia/Tokyo&format=%Z")) == "Asia/Tokyo")
        #expect(body(try site.answer("/KPWM?format=%Z")) == "UTC")
    }

    @Test func `a forecast near an airport completes its report`() throws {
        let site = try WeatherSite()
        try site.daemon.answer(
            "Nearby", #"{"neighbors": [{"record": \#(WeatherSite.forecast), "distanceMeters": 900}]}"#)
        #expect(body(try site.answer("/KPWM?format=%Z")) == "Europe/Berlin")
    }

    @Test func `a document needs to know whether a forecast is near, a line does not`() throws {
        let site = try WeatherSite()
        site.daemon.on("Nearby") { $0.fail("io.almanac.IndexIncomplete", [:]) }
        let answer = try site.answer("/KPWM?format=j1")
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(body(answer).contains("not all records are indexed yet"))
        #expect(try line(site.answer("/KPWM?format=%t")) == "+5°C")
    }

    @Test func `without a name, the first airport answers`() throws {
        #expect(try line(WeatherSite().answer("/?format=%l+%t")) == "Portland Intl Jetport +5°C")
    }

    @Test(arguments: ["/~Portland?format=%l", "/Portland?format=%l", "/~portland+jetport?format=%l"])
    func `of the stations of a name, the one with a report answers`(_ target: String) throws {
        #expect(body(try WeatherSite().answer(target)).lowercased().contains("portland"))
    }

    @Test func `searching for an airport redirects to its page`() throws {
        let answer = try WeatherSite().answer("/~Portland?zone=Asia/Tokyo")
        #expect(answer.hasPrefix("HTTP/1.1 302 "))
        #expect(answer.contains("Location: /KPWM?zone=Asia%2FTokyo\r\n"))
    }

    @Test(arguments: ["/XXXX?format=3", "/~Atlantis?format=3", "/~Atlantis", "/KPDX?format=j1"])
    func `a place without weather is unknown`(_ target: String) throws {
        let answer = try WeatherSite().answer(target)
        #expect(answer.hasPrefix("HTTP/1.1 404 "))
        #expect(body(answer).hasPrefix("Unknown location; please try ~"))
    }

    @Test func `an unknown format is refused`() throws {
        let answer = try WeatherSite().answer("/KPWM?format=v2")
        #expect(answer.hasPrefix("HTTP/1.1 400 "))
        #expect(body(answer).hasPrefix("there is no format v2"))
    }

    @Test func `pages are not places`() throws {
        #expect(try WeatherSite().answer("/sources?format=3").contains("<h1>"))
    }
}
