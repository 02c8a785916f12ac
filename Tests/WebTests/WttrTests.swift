import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct WttrTests {
    /// Returns a site with a report of the present.
    private func current() throws -> WeatherSite { try WeatherSite(report: WeatherSite.currentReport) }

    private func body(_ response: String) -> String {
        response.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init) ?? ""
    }

    @Test(arguments: [("text/html", "Mozilla/5.0"), ("*/*", "curl/8.0"), ("application/json", "Waybar")])
    func `an airport answers in a line, whatever the client accepts`(accept: String, agent: String) throws {
        let answer = try current().answer("/KPWM?format=%l:+%t+%w", accept: accept, agent: agent)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("Content-Type: text/plain; charset=utf-8\r\n"))
        #expect(body(answer) == "KPWM: +5°C →19km/h")
    }

    @Test func `the formats with numbers end with a newline`() throws {
        let line = body(try current().answer("/KPWM?format=3"))
        #expect(line.hasPrefix("KPWM: "))
        #expect(line.hasSuffix("+5°C\n"))
    }

    @Test func `units are those of the options, or else of the user`() throws {
        let site = try current()
        #expect(body(try site.answer("/KPWM?u&format=%t")) == "+41°F")
        #expect(body(try site.answer("/KPWM?units=imperial&format=%t")) == "+41°F")
        #expect(body(try site.answer("/KPWM?m&units=imperial&format=%t")) == "+5°C")
    }

    @Test func `j1 is a document`() throws {
        let answer = try current().answer("/KPWM?format=j1")
        #expect(answer.contains("Content-Type: application/json\r\n"))
        let json = try JSON(parsing: Array(body(answer).utf8))
        #expect(json["current_condition"]?.array?.first?["temp_C"]?.string == "5")
    }

    @Test(arguments: ["/home?format=%l+%t", "/forecast@home?format=%l+%t"])
    func `a source of forecasts answers`(_ target: String) throws {
        let answer = body(try current().answer(target))
        #expect(answer.hasSuffix("home +7°C"))
    }

    @Test func `times are in the zone of the client, or else of the forecast`() throws {
        let site = try current()
        #expect(body(try site.answer("/home?format=%Z")) == "Europe/Berlin")
        #expect(body(try site.answer("/home?zone=Asia/Tokyo&format=%Z")) == "Asia/Tokyo")
        #expect(body(try site.answer("/KPWM?format=%Z")) == "UTC")
    }

    @Test func `a forecast near an airport completes its report`() throws {
        let site = try current()
        try site.daemon.answer(
            "Nearby", #"{"neighbors": [{"record": \#(WeatherSite.forecast), "distanceMeters": 900}]}"#)
        #expect(body(try site.answer("/KPWM?format=%Z")) == "Europe/Berlin")
    }

    @Test func `a document needs to know whether a forecast is near, a line does not`() throws {
        let site = try current()
        site.daemon.on("Nearby") { $0.fail("io.almanac.IndexIncomplete", [:]) }
        let answer = try site.answer("/KPWM?format=j1")
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(body(answer).contains("not all records are indexed yet"))
        #expect(body(try site.answer("/KPWM?format=%t")) == "+5°C")
    }

    @Test func `without a name, the first airport answers`() throws {
        #expect(body(try current().answer("/?format=%l+%t")) == "Portland Intl Jetport +5°C")
    }

    @Test(arguments: ["/~Portland?format=%l", "/Portland?format=%l", "/~portland+jetport?format=%l"])
    func `of the stations of a name, the one with a report answers`(_ target: String) throws {
        #expect(body(try current().answer(target)).lowercased().contains("portland"))
    }

    @Test func `searching for an airport redirects to its page`() throws {
        let answer = try current().answer("/~Portland?zone=Asia/Tokyo")
        #expect(answer.hasPrefix("HTTP/1.1 302 "))
        #expect(answer.contains("Location: /KPWM?zone=Asia%2FTokyo\r\n"))
    }

    @Test(arguments: ["/XXXX?format=3", "/~Atlantis?format=3", "/~Atlantis", "/KPDX?format=j1"])
    func `a place without weather is unknown`(_ target: String) throws {
        let answer = try current().answer(target)
        #expect(answer.hasPrefix("HTTP/1.1 404 "))
        #expect(body(answer).hasPrefix("Unknown location; please try ~"))
    }

    @Test func `an old report is not the present weather, and a header field says so`() throws {
        let answer = try WeatherSite().answer("/KPWM?format=%l:+%t+%w")
        #expect(body(answer).hasPrefix("KPWM: +5°C →19km/h ("))
        #expect(body(answer).hasSuffix(" d old)"))
        let missing = "missing=\"metar@KPWM: there is no current report\""
        #expect(answer.contains("Almanac-State: incomplete; \(missing)\r\n"))
        #expect(try !current().answer("/KPWM?format=%t").contains("Almanac-State"))
        let document = body(try WeatherSite().answer("/KPWM?format=j1"))
        let json = try JSON(parsing: Array(document.utf8))
        #expect(json["current_condition"]?.array?.first?["temp_C"]?.string != "5")
    }

    @Test func `a header field says that the source is not current`() throws {
        let site = try current()
        let runtime = #"{"health": "failing", "fetchedUSec": 1000000, "records": 1, "generation": 1}"#
        try site.daemon.answer(
            "ListSources",
            #"{"sources": [{"context": {"name": "metar@KPWM", "kind": "metar"}, "runtime": \#(runtime)}]}"#)
        let answer = try site.answer("/KPWM?format=%t")
        #expect(body(answer) == "+5°C")
        #expect(answer.contains("Almanac-State: stale; since=1970-01-01T00:00:01Z\r\n"))
    }

    @Test func `an unknown format is refused`() throws {
        let answer = try current().answer("/KPWM?format=v2")
        #expect(answer.hasPrefix("HTTP/1.1 400 "))
        #expect(body(answer).hasPrefix("there is no format v2"))
    }

    @Test func `pages are not places`() throws {
        #expect(try current().answer("/sources?format=3").contains("<h1>"))
    }
}
