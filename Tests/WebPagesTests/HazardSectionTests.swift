import AlmanacValues
import Records
import Showing
import Testing
import WebPages

/// SIGMETs and pilot reports on the web page of an airport.
@Suite struct HazardSectionTests {
    private func page(_ items: [Item], health: String = "fresh") throws -> Markup {
        let text = #"""
            {"context": {"name": "sigmets", "kind": "sigmet", "url": "https://example.org/airsigmet"},
            "runtime": {"health": "\#(health)", "records": 1, "generation": 1, "fetchedUSec": 1}}
            """#
        let source = try #require(Source(JSON(parsing: Array(text.utf8))))
        let hazards = AirportHazards(
            airport: "KPWM", sources: [source], items: items, unlocated: [], reports: [],
            at: Reports.paper(.aviation).now)
        let content = AirportPage([Reports.source], items: Reports.all, hazards: hazards)
        return Markup(content.html(on: Reports.paper(.aviation)))
    }

    private func sigmet(_ hazard: String) -> Item {
        let data: JSON = [
            "advisory": "SIGMET", "hazard": .string(hazard), "qualifier": "SEV", "levels": "SFC–6500 ft",
            "movement": "moving NE 15 kt", "onset": "2020-01-01T00:00:00Z", "ends": "2099-01-01T00:00:00Z",
        ]
        return Item(source: "sigmets", key: "EISN/1", data: data)
    }

    @Test func `an airport lists the advisories there with their levels, movement and a link`() throws {
        let page = try page([sigmet("TURB")])
        #expect(page.faults == [])
        for text in ["SIGMETs and AIRMETs", "SEV TURB", "SFC–6500 ft", "moving NE 15 kt"] {
            #expect(page.text.contains(text), "\(text)")
        }
        #expect(page.names.contains("KPWM-hazards"))
        #expect(!page.text.contains("Pilot reports"))
    }

    @Test func `without an advisory, the page says so only if the source is current`() throws {
        #expect(try page([]).text.contains("no SIGMET here in sigmets"))
        let stale = try page([], health: "stale").text
        #expect(stale.contains("sigmets is stale") && !stale.contains("no SIGMET"))
    }

    @Test func `hostile text stays text`() throws {
        let page = try page([sigmet("<script>alert(1)</script>")])
        #expect(page.faults == [])
        #expect(page.text.contains("<script>alert(1)</script>"))
    }
}
