import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct PageTests {
    private static let sources = """
        {"sources": [{"context": {"name": "towns", "kind": "table", "title": "Towns"}, "runtime":
        {"health": "fresh", "records": 2, "rejected": 0, "generation": 3}}]}
        """
    private static let twoSources = sources.replacing(
        #"{"sources": ["#,
        with: #"""
            {"sources": [{"context": {"name": "hospitals", "kind": "table"}, "runtime": {"health": "fresh"}},
            """#)
    static let records = """
        {"cursor": "a.0", "records": [
        {"source": "towns", "key": "1", "title": "Bath", "generation": 0, "realtimeUSec": 0, "data": {"Name": "Bath"}},
        {"source": "towns", "key": "2", "title": "Ely", "generation": 0, "realtimeUSec": 0, "data": {"Name": "Ely"}}]}
        """

    /// Returns a site of a source with two records.
    func site() throws -> Website {
        let site = try Website()
        try site.daemon.answer("ListSources", PageTests.sources)
        try site.daemon.answer("GetSnapshot", PageTests.records)
        return site
    }

    /// Returns a site whose pages are kept, because it follows the changes.
    func siteWithStream() throws -> Website {
        let site = try Website()
        try site.daemon.answer("ListSources", PageTests.twoSources)
        try site.daemon.answer("GetSnapshot", PageTests.records)
        try site.follow()
        return site
    }

    @Test func `the records of a source are a table`() throws {
        let page = try site().answer("/data/towns")
        #expect(page.status == 200)
        #expect(page.header("Content-Type") == "text/html; charset=utf-8")
        #expect(page.text.contains("<h1>Towns"))
        #expect(page.text.contains("href=\"/data/towns/1\""))
        #expect(page.text.contains("2 records"))
    }

    @Test(arguments: ["/", "/sources"])
    func `the start page and the list of sources say what is not well`(path: String) throws {
        #expect(!(try site().answer(path).text.contains("without data")))
        let site = try Website()
        try site.daemon.answer(
            "ListSources",
            #"""
            {"sources": [{"context": {"name": "bad"}, "runtime": {"health": "empty", "standing": "failing",
            "records": 0, "rejected": 0, "generation": 0, "failure": {"reason": "configuration",
            "message": "/etc/bad.source:4: no", "realtimeUSec": 1000000, "count": 1}}}]}
            """#)
        try site.daemon.answer(
            "GetStatus",
            #"{"version": "2", "failures": [{"message": "the <disk> is full", "sinceUSec": 1000000}]}"#)
        let page = try site.answer(path).text
        #expect(page.contains("the &lt;disk&gt; is full, since "))
        #expect(page.contains("/etc/bad.source:4: no"))
        #expect(page.contains("1 without data"))
    }

    @Test func `a name leads to the source`() throws {
        let answer = try site().answer("/towns?units=metric")
        #expect(answer.status == 302)
        #expect(answer.header("Location") == "/data/towns?units=metric")
    }

    @Test func `the start page shows warnings among what needs attention`() throws {
        let site = try Website()
        try site.daemon.answer("ListSources", PageTests.sources.replacing("\"table\"", with: "\"json\""))
        let warning = PageTests.records.replacing(
            #"{"Name": "Bath"}"#,
            with: #"{"severity": "Severe", "geometry": {"type": "Point", "coordinates": [-2.36, 51.38]}}"#)
        site.daemon.on("GetSnapshot") { call in
            let isWarning = call.parameters["selector"]?["where"]?.array?.isEmpty == false
            let records = isWarning ? warning : #"{"cursor": "a.0", "records": []}"#
            if let json = try? JSON(parsing: Array(records.utf8)) { call.reply(json) }
        }
        let page = try site.answer("/")
        #expect(
            page.text.contains("<strong class=\"bad\">Severe</strong>: <a href=\"/data/towns/1\">Bath</a>"))
        #expect(!page.text.contains("Ely"))
    }

    @Test(arguments: ["Mozilla/5.0", "curl/8.0"])
    func `the page of a forecast shows the warnings whose area contains the place`(agent: String) throws {
        let site = try Website()
        let sources = #"""
            {"sources": [{"context": {"name": "forecast@home", "kind": "forecast"}, "runtime": {"health": "fresh"}},
            {"context": {"name": "alerts", "kind": "alert"}, "runtime": {"health": "fresh"}}]}
            """#
        let warning = #"""
            {"cursor": "a.0", "records": [{"source": "alerts", "key": "w1", "title": "Storm Warning",
            "realtimeUSec": 0, "generation": 1, "data": {"severity": "Severe", "event": "Storm Warning",
            "geometry": {"type": "Point", "coordinates": [13.4, 52.5]}}}]}
            """#
        try site.daemon.answer("ListSources", sources)
        var selectors: [JSON] = []
        site.daemon.on("GetSnapshot") { call in
            let selector = call.parameters["selector"] ?? .null
            let isOfForecast = selector["sources"] == ["forecast@home"]
            if !isOfForecast { selectors.append(selector) }
            let forecast = #"{"cursor": "a.0", "records": [\#(WeatherSite.forecast)]}"#
            let none = #"{"cursor": "a.0", "records": []}"#
            let answer = isOfForecast ? forecast : selector["near"] == nil ? none : warning
            if let json = try? JSON(parsing: Array(answer.utf8)) { call.reply(json) }
        }
        let page = try site.answer("/data/forecast@home", headers: ["Accept: */*", "User-Agent: \(agent)"])
        #expect(page.text.contains("Storm Warning"))
        #expect(page.text.contains("<h2>Warnings</h2>") == agent.hasPrefix("Mozilla"))
        #expect(selectors.first?["near"] == ["latitude": 52.5, "longitude": 13.4, "radiusMeters": 0])
        #expect(selectors.contains { $0["sources"] == ["*@home"] })
    }

    @Test func `curl gets text`() throws {
        let page = try site().answer("/data/towns?T", headers: ["Accept: */*", "User-Agent: curl/8.0"])
        #expect(page.header("Content-Type") == "text/plain; charset=utf-8")
        #expect(page.text.contains("Bath"))
        #expect(!page.text.contains("<"))
    }

    @Test func `content is compressed for clients that accept it`() throws {
        let site = try site()
        let page = try site.answer(
            "/data/towns", headers: ["Accept: text/html", "Accept-Encoding: br, gzip"])
        #expect(page.header("Content-Encoding") == "gzip")
        let plain = try site.answer(
            "/data/towns", headers: ["Accept: text/html", "Accept-Encoding: gzip;q=0"])
        #expect(plain.header("Content-Encoding") == nil)
        #expect(plain.header("Vary") == "Accept, User-Agent, Accept-Encoding")
    }

    @Test func `without a daemon, the page says so`() throws {
        let site = try site()
        site.daemon.stop()
        let page = try site.answer("/data/towns")
        #expect(page.status == 503)
        #expect(page.text.contains("almanacd does not answer"))
        try site.daemon.start()
        #expect(try site.answer("/data/towns").status == 200)
    }

    @Test func `records that were kept before a loss are not shown before the missed changes have arrived`()
        throws
    {
        let site = try siteWithStream()
        let stream = try site.client("/live")
        #expect(try site.answer("/data/towns").text.contains("Bath"))
        site.daemon.stop()
        try stream.wait { $0.text.contains(#"{"reachable":false}"#) }
        try site.daemon.answer(
            "GetSnapshot", PageTests.records.replacing("Bath", with: "Leeds"))
        site.daemon.on("Subscribe") {
            $0.stream(["event": "subscribed", "cursor": "a.0s", "realtimeUSec": 0])
        }
        try site.daemon.start()
        try stream.wait { $0.text.contains(#"{"reachable":true}"#) }
        let page = try site.answer("/data/towns").text
        #expect(page.contains("Leeds"))
        // The browser's stream continues with the missed changes, although they have not arrived here.
        #expect(page.contains(#"data-cursor="a.0""#))
    }

    @Test func `an unknown source, record or page is missing`() throws {
        let site = try site()
        #expect(try site.answer("/data/nosuch").status == 404)
        #expect(try site.answer("/nosuch").status == 404)
        #expect(try site.answer("/a/b/c/d").status == 404)
        #expect(try site.answer("/data/%FF").status == 400)
        try site.daemon.answer("GetSnapshot", #"{"cursor": "a.0", "records": []}"#)
        #expect(try site.answer("/data/towns/9").status == 404)
    }

    @Test func `the interface answers with JSON, GeoJSON and CSV`() throws {
        let site = try site()
        let json = try site.answer("/api/records?source=towns")
        #expect(json.header("Content-Type") == "application/json")
        #expect(json.body.contains(#""title":"Bath""#))
        let table = try site.answer("/api/records?source=towns&format=csv")
        #expect(table.body.contains("Bath"))
        #expect(table.header("Content-Type") == "text/csv; charset=utf-8")
        #expect(try site.answer("/api/nosuch").status == 404)
    }

    @Test(arguments: [
        "/api/records?near=abc", "/api/records?near=1,2,3,4", "/api/records?near=91,0",
        "/api/records?limit=x", "/api/records?limit=-1", "/data/towns?first=x", "/api/records?format=xml",
    ])
    func `a value that cannot be read is refused`(target: String) throws {
        #expect(try site().answer(target).status == 400)
    }

    @Test func `a daemon that has too much to do is not reported as missing`() throws {
        let site = try site()
        site.daemon.on("GetSnapshot") { $0.fail("io.almanac.TooManyCalls", ["limit": 1]) }
        let page = try site.answer("/data/towns")
        #expect(page.status == 429)
        #expect(!page.text.contains("does not answer"))
    }
}
