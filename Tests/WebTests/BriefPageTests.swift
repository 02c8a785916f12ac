import Records
import TestDaemon
import Testing

/// The page of a pilot's briefing, as the web interface asks for it.
@MainActor @Suite(.serialized) struct BriefPageTests {
    @Test func `the page states what is known and unknown at each airport, as HTML, text and JSON`() throws {
        let site = try WeatherSite()
        let page = try site.answer("/brief?stations=KPWM+KPDX")
        #expect(page.contains("Briefing KPWM – KPDX") && page.contains("KPWM 201351Z 27010KT"))
        #expect(page.contains("no source keeps it (almanac add KPDX)"))
        #expect(page.contains("overdue") && page.contains("reported wind: 270° 10 kt"))
        let text = try site.answer("/brief?stations=KPWM,KPDX", accept: "*/*", agent: "curl/8.0")
        #expect(text.contains("PRODUCT") && text.contains("7200 ft long"))
        let json = try site.answer("/brief?stations=KPWM+KPDX&format=json")
        #expect(
            json.contains("application/json") && json.contains(#""product":"METAR","standing":"overdue""#))
    }

    @Test func `without airports the page has a form`() throws {
        let page = try WeatherSite().answer("/brief?units=metric")
        #expect(page.contains(#"name="stations""#) && page.contains(#"name="units" value="metric""#))
        #expect(try WeatherSite().answer("/brief?format=json").contains(#"{"error":"give the airports"#))
    }

    @Test(arguments: [
        ("/brief?stations=nowhere-at-all", "is not an airport"),
        ("/brief?stations=KPWM&at=soon", "is not a time"),
        ("/brief?stations=KPWM+KPWM+KPWM+KPWM+KPWM+KPWM+KPWM+KPWM+KPWM+KPWM+KPWM", "at most 10 airports"),
        ("/brief?stations=%3Cb%3E", "&lt;b&gt; is not an airport"),
    ])
    func `what cannot be briefed is refused with the reason`(target: String, reason: String) throws {
        let page = try WeatherSite().answer(target)
        #expect(page.hasPrefix("HTTP/1.1 400") && page.contains(reason))
    }

    @Test func `a position leads to the nearest airport`() throws {
        #expect(try WeatherSite().answer("/43.6,-70.3").contains("KPWM 201351Z"))
    }
}
