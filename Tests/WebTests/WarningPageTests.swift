import Records
import TestDaemon
import Testing
import Varlink

/// Pages with warnings while a source of alerts has no current data.
@MainActor @Suite(.serialized) struct WarningPageTests {
    private static let failure = """
        "failure": {"reason": "configuration", "message": "api.weather.gov requires Contact= in almanac.conf",
        "realtimeUSec": 0, "count": 1}
        """
    private static let missing = #"{"health": "empty", "records": 0, \#(failure)}"#
    private static let fresh = #"{"health": "fresh", "records": 1, "generation": 1, "fetchedUSec": 1}"#
    private static let words =
        "unknown: alerts-us-point@KPWM has no data: api.weather.gov requires Contact= in almanac.conf"
    private static let alert = """
        {"source": "alerts-us-point@KPWM", "key": "w1", "title": "Gale Warning", "generation": 1,
        "realtimeUSec": 0, "data": {"phase": "in force", "severity": "Severe", "event": "Gale Warning"}}
        """
    private static let zoned = """
        {"source": "alerts-us-point@KPWM", "key": "z1", "title": "Red wind warning", "generation": 1,
        "realtimeUSec": 0, "data": {"phase": "in force", "severity": "Extreme", "event": "Red wind warning",
        "zones": {"NUTS3": ["FR101"]}}}
        """

    private func site(_ runtime: String, alerts: String = "", vague: String = "") throws -> WeatherSite {
        let site = try WeatherSite()
        try site.daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "metar@KPWM", "kind": "metar"}, "runtime": \(Self.fresh)},
            {"context": {"name": "forecast@home", "kind": "forecast"}, "runtime": \(Self.fresh)},
            {"context": {"name": "alerts-us-point@KPWM", "kind": "alert"}, "runtime": \(runtime)}]}
            """)
        site.daemon.on("GetSnapshot") { call in
            let selector = call.parameters["selector"]
            let kinds = selector?["kinds"]?.array ?? []
            let first = selector?["where"]?.array?.first?.string ?? ""
            let isVague = first.hasPrefix("not geometry")
            let isReport = selector?["keys"] == ["KPWM"] || kinds.contains("metar")
            let isForecast = selector?["sources"] == ["forecast@home"]
            let records =
                isVague
                ? vague
                : isReport
                    ? WeatherSite.report
                    : isForecast ? WeatherSite.forecast : first.hasPrefix("geometry exists") ? "" : alerts
            let text = #"{"cursor": "a.0", "records": [\#(records)]}"#
            if let json = try? JSON(parsing: Array(text.utf8)) { call.reply(json) }
        }
        return site
    }

    /// Returns the text of a page without its elements.
    private func text(_ page: String) -> String {
        var isText = true
        return String(
            page.filter { character in
                if character == "<" { isText = false }
                defer { if character == ">" { isText = true } }
                return isText
            })
    }

    @Test(arguments: ["Mozilla/5.0", "curl/8.0"], ["/KPWM", "/data/forecast@home", "/"])
    func `each page with warnings says what is unknown`(agent: String, path: String) throws {
        let accept = agent.hasPrefix("curl") ? "*/*" : "text/html"
        let target = agent.hasPrefix("curl") ? path + "?T&width=400" : path
        for alerts in ["", Self.alert] {
            let page = try site(Self.missing, alerts: alerts).answer(target, accept: accept, agent: agent)
            #expect(page.hasPrefix("HTTP/1.1 200"))
            #expect(text(page).contains(Self.words), "\(path) \(agent)")
        }
        let fresh = text(try site(Self.fresh).answer(target, accept: accept, agent: agent))
        #expect(!fresh.contains("unknown: alerts"))
    }

    @Test func `a warning that was not compared with the airport is named`() throws {
        let runtime = #"{"health": "fresh", "records": 1, "generation": 1, "fetchedUSec": 1}"#
        let page = try site(runtime, vague: Self.zoned).answer("/data/forecast@home")
        #expect(text(page).contains("place not compared: 1 warning names zones whose areas are not known"))
        #expect(text(page).contains(": Red wind warning"))
        // The source that is named after the airport has its warnings.
        let airport = text(try site(runtime, vague: Self.zoned).answer("/KPWM"))
        #expect(airport.contains("Red wind warning until") || airport.contains("Red wind warning"))
        #expect(!airport.contains("not compared"))
    }

    @Test func `the map says which warnings are not on it`() throws {
        let page = text(try site(Self.fresh, alerts: Self.zoned).answer("/map"))
        #expect(page.contains("unknown: alerts-us-point@KPWM: not on the map: 1 warning names zones"))
        #expect(try text(site(Self.missing).answer("/map")).contains(Self.words))
        #expect(try !text(site(Self.fresh).answer("/map")).contains("unknown: alerts"))
        for address in ["/api/map", "/api/map?form=places"] {
            let json = try site(Self.missing).answer(address, accept: "*/*", agent: "curl/8.0")
            #expect(json.contains(#""unknown":[{"source":"alerts-us-point@KPWM""#), "\(address)")
        }
    }

    @Test func `the interface for programs has warnings, the sources asked, and what is unknown`() throws {
        let answer = { (site: WeatherSite, query: String) throws -> (status: String, json: JSON) in
            let text = try site.answer("/api/warnings" + query, accept: "*/*", agent: "curl/8.0")
            let body = text.components(after: "\r\n\r\n")
            return (String(text.prefix(12)), try JSON(parsing: Array(body.utf8)))
        }
        for query in ["", "?near=43.6,-70.3", "?airport=KPWM"] {
            let known = try answer(site(Self.fresh, alerts: Self.alert), query)
            #expect(known.status == "HTTP/1.1 200" && known.json["unknown"] == nil)
            #expect(known.json["warnings"]?.array?.first?["key"] == "w1")
            #expect(known.json["asked"] == ["alerts-us-point@KPWM"] && known.json["oldestUSec"] == 1)
            let nothing = try answer(site(Self.missing), query)
            #expect(nothing.status == "HTTP/1.1 503")
            #expect(nothing.json["unknown"]?.array?.first?["source"] == "alerts-us-point@KPWM")
            let some = try answer(site(Self.missing, alerts: Self.alert), query)
            #expect(some.status == "HTTP/1.1 200" && some.json["unknown"]?.array?.count == 1)
        }
    }
}

extension String {
    /// Returns what follows the first occurrence of a text; an empty text if there is none.
    fileprivate func components(after text: String) -> String {
        firstRange(of: text).map { String(self[$0.upperBound...]) } ?? ""
    }
}
