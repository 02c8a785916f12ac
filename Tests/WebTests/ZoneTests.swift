import Testing

@MainActor @Suite struct ZoneTests {
    @Test func `times are in the zone that the visitor chose`() throws {
        let site = try WeatherSite()
        #expect(try site.answer("/KPWM").contains("2020-11-20 13:51Z"))
        #expect(
            try site.answer("/KPWM?zone=America/New_York")
                .contains("2020-11-20 13:51Z (2020-11-20 08:51 EST)"))
        #expect(try site.answer("/KPWM?zone=Asia%2FKathmandu").contains("(2020-11-20 19:36 +0545)"))
    }

    @Test func `text for terminals has the zone, too`() throws {
        let site = try WeatherSite()
        let page = try site.answer("/KPWM?T&zone=America/New_York", accept: "*/*", agent: "curl/8.0")
        #expect(page.contains("2020-11-20 13:51Z\n(2020-11-20 08:51 EST), "))
        #expect(!page.contains("There is no time zone"))
    }

    @Test func `a page tells its script the zone, so that both write the same times`() throws {
        let site = try WeatherSite()
        #expect(try site.answer("/").contains("data-zone=\"Z\" data-offset=\"0\""))
        #expect(try site.answer("/?zone=Asia/Tokyo").contains("data-zone=\" JST\" data-offset=\"32400\""))
        #expect(
            try site.answer("/?zone=Asia/Kathmandu").contains("data-zone=\" +0545\" data-offset=\"20700\""))
        #expect(try site.answer("/?zone=Europe/Nowhere").contains("data-zone=\"Z\" data-offset=\"0\""))
    }

    @Test func `links and forms keep the zone`() throws {
        let page = try WeatherSite().answer("/sources?zone=Europe/Berlin&units=metric")
        #expect(page.contains("href=\"/map?units=metric&amp;zone=Europe%2FBerlin\""))
        #expect(page.contains("<input type=\"hidden\" name=\"zone\" value=\"Europe/Berlin\">"))
    }

    @Test func `the footer shows the zone, and its form keeps the rest of the query`() throws {
        let page = try WeatherSite().answer("/search?q=a%26b&zone=Asia/Tokyo&units=metric")
        let form = try #require(page.split(separator: "<form class=\"zone\"").last)
        #expect(form.contains("action=\"/search\""))
        #expect(form.contains("name=\"q\" value=\"a&amp;b\""))
        #expect(form.contains("name=\"units\" value=\"metric\""))
        #expect(form.contains("value=\"Asia/Tokyo\""))
        #expect(form.contains("<span>JST</span>"))
    }

    @Test(arguments: [
        "Europe/Nowhere", "../slim/Europe/Berlin", "/Europe/Berlin", "Europe//Berlin", "Europe/", "Europe",
        ".", "Europe/Berlin%00", "%C3%A9", String(repeating: "a", count: 5000),
    ])
    func `a page in an unknown zone is in UTC and says so`(_ name: String) throws {
        let site = try WeatherSite()
        let page = try site.answer("/KPWM?zone=\(name)")
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(page.contains("2020-11-20 13:51Z"))
        #expect(page.contains("<strong role=\"alert\">There is no time zone "))
        let text = try site.answer("/KPWM?zone=\(name)", accept: "text/plain")
        #expect(text.contains("There is no time zone "))
    }

    @Test func `an empty zone and UTC need no file`() throws {
        let site = try WeatherSite()
        for query in ["", "?zone=", "?zone=UTC"] {
            #expect(try !site.answer("/sources\(query)").contains("There is no time zone"))
        }
    }
}
