import Records
import TestDaemon
import Testing
import Varlink

/// SIGMETs on the page of an airport, as the web interface asks for them.
@MainActor @Suite(.serialized) struct HazardPageTests {
    private static let sigmet = """
        {"source": "sigmets", "key": "EISN/1", "generation": 1, "realtimeUSec": 0, "data": {"advisory": "SIGMET",
        "hazard": "TURB", "qualifier": "SEV", "levels": "SFC–6500 ft", "onset": "2020-01-01T00:00:00Z",
        "ends": "2099-01-01T00:00:00Z"}}
        """

    private func site(health: String, _ sigmets: String) throws -> WeatherSite {
        let site = try WeatherSite()
        let runtime = #"{"health": "\#(health)", "records": 1, "generation": 1, "fetchedUSec": 1}"#
        try site.daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "metar@KPWM", "kind": "metar"}, "runtime": \(runtime)},
            {"context": {"name": "sigmets", "kind": "sigmet", "url": "https://example.org/airsigmet"},
             "runtime": \(runtime)}]}
            """)
        site.daemon.on("GetSnapshot") { call in
            let selector = call.parameters["selector"]
            let isAround = selector?["kinds"] == ["sigmet"] && selector?["near"] != nil
            let isOther = selector?["kinds"] == ["sigmet"] || selector?["kinds"] == ["alert"]
            let records = isAround ? sigmets : isOther ? "" : WeatherSite.report
            let text = #"{"cursor": "a.0", "records": [\#(records)]}"#
            if let json = try? JSON(parsing: Array(text.utf8)) { call.reply(json) }
        }
        return site
    }

    @Test(arguments: ["Mozilla/5.0", "curl/8.0"])
    func `the page of an airport lists the SIGMETs there`(agent: String) throws {
        let accept = agent.hasPrefix("curl") ? "*/*" : "text/html"
        let answer = try site(health: "fresh", Self.sigmet).answer("/KPWM", accept: accept, agent: agent)
        #expect(answer.contains("SIGMETs and AIRMETs") && answer.contains("SEV TURB"))
    }

    @Test func `an empty answer of a stale source is unknown`() throws {
        let stale = try site(health: "stale", "").answer("/KPWM")
        #expect(stale.contains("sigmets is stale") && !stale.contains("no SIGMET"))
        #expect(try site(health: "fresh", "").answer("/KPWM").contains("no SIGMET here in sigmets"))
    }
}
