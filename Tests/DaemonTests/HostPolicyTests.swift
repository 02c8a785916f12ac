import Definitions
import Records
import Systemd
import Testing

@Suite(.serialized) struct HostPolicyTests {
    private let folder = Folder()
    private let etc = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/etc"

    private func define(_ url: String) {
        folder.write("etc/sources.d/weather.source", "[Source]\nKind=forecast\nURL=\(url)\n")
    }

    /// Defines a source with some settings, whose requests all go to a server on this machine.
    private func define(_ name: String, _ settings: String, through server: WebServer) {
        folder.write(
            "etc/sources.d/\(name).source",
            "[Source]\n\(settings)\nProxy=\(server.url(""))\nAllowHTTP=yes\nAllowPrivate=yes\n")
    }

    private func failure(_ fixture: LiveDaemon) throws -> JSON? {
        try fixture.runtime(of: "weather")?["failure"]
    }

    private func turn(_ fixture: LiveDaemon, until text: String) throws {
        try fixture.turn(until: { (try? failure(fixture))??["message"]?.string?.contains(text) ?? false })
        #expect(try failure(fixture)?["reason"] == "policy")
    }

    @Test(arguments: [
        "https://api.met.no/weatherapi/locationforecast/2.0/compact?lat=59.91&lon=10.75",
        "https://api.weather.gov/points/43.65,-70.31", "https://API.MET.NO:443/",
        "https://nominatim.openstreetmap.org/search?q=Portland",
    ])
    func `an upstream that requires a contact address is not fetched without one`(url: String) throws {
        define(url)
        let fixture = try LiveDaemon(folder)
        try turn(fixture, until: "set Contact= in almanac.conf")
        #expect(try fixture.runtime(of: "weather")?["health"] == "empty")
        fixture.end()
    }

    @Test func `a contact address takes effect as soon as the configuration is reloaded`() throws {
        define("https://api.met.no/weatherapi/locationforecast/2.0/compact?lat=59.912345&lon=10.75")
        let fixture = try LiveDaemon(folder)
        try turn(fixture, until: "set Contact=")
        folder.write("etc/almanac.conf", "[Almanac]\nContact=ops@example.org\n")
        _ = try fixture.call("Reload")
        try turn(fixture, until: "at most 4 decimals, not 59.912345")
        fixture.end()
    }

    @Test(arguments: [
        ("aviationweather.gov", 60), ("api.open-meteo.com", 900), ("air-quality-api.open-meteo.com", 900),
        ("www.reddit.com", 60),
    ])
    func `an upstream is not fetched more often than its host policy allows, whatever the definition says`(
        host: String, seconds: Int
    ) throws {
        let loop = try EventLoop()
        let server = try WebServer(on: loop)
        server.answer = { _ in WebServer.Reply(body: "KPWM 010000Z 27010KT 10SM CLR 10/05 A2992\n") }
        define("weather", "Kind=metar\nURL=http://\(host)/metar\nRefresh=1s", through: server)
        let fixture = try LiveDaemon(folder, on: loop)
        try fixture.turn(until: "weather", is: "fresh")
        let answer = try fixture.call("Refresh", ["wait": true])
        #expect(answer["skipped"] == ["weather"])
        #expect((answer["retryAfterUSec"]?.int ?? 0) > (seconds - 20) * 1_000_000)
        #expect(server.questions.count == 1)
        fixture.end()
    }

    @Test func `sources of Reddit share one request a minute, those of other hosts do not`() throws {
        let loop = try EventLoop()
        let server = try WebServer(on: loop)
        server.answer = { _ in WebServer.Reply(body: "<rss version=\"2.0\"><channel/></rss>") }
        for (name, address) in [
            ("one", "www.reddit.com/r/one"), ("two", "www.reddit.com/r/two"), ("a", "a.example/a"),
            ("b", "a.example/b"),
        ] {
            define(name, "Kind=feed\nURL=http://\(address)", through: server)
        }
        let fixture = try LiveDaemon(folder, on: loop)
        try fixture.turn(until: "a", is: "fresh")
        try fixture.turn(until: "b", is: "fresh")
        // The second request to a.example waited for a second, in which Reddit received no other one.
        #expect(server.questions.filter { "\($0)".contains("reddit") }.count == 1)
        #expect(server.questions.filter { "\($0)".contains("a.example") }.count == 2)
        fixture.end()
    }

    @Test func `every shipped definition can be used`() {
        let directories = Directories(
            configuration: folder.path + "/etc", state: folder.path + "/state", run: folder.path + "/run",
            library: etc)
        #expect(DefinitionCheckup(directories).faults == [])
    }

    @Test(arguments: [
        ("Batch=0", "is not a number from 1 to 1000"), ("Batch=many", "is not a number from 1 to 1000"),
        ("Batch=10", "requires a template whose URL= contains %i"),
    ])
    func `a batch that cannot work is refused`(setting: String, reason: String) throws {
        folder.write(
            "etc/sources.d/one@a.source", "[Source]\nKind=metar\nURL=https://a.example/\n\(setting)\n")
        let fixture = try LiveDaemon(folder)
        let sources = try fixture.call("ListSources")["sources"]?.array ?? []
        let message = sources.first?["runtime"]?["failure"]?["message"]?.string ?? ""
        #expect(message.contains(reason))
        fixture.end()
    }

    @Test(arguments: [
        ("www.youtube.com", "404 Not Found", "YouTube's feeds answer 404 for every channel at times"),
        ("www.youtube.com", "500 Oh", "YouTube's feeds answer 500 for every channel at times"),
        ("www.reddit.com", "403 Blocked", "Reddit refuses this address (403)"),
        ("www.reddit.com", "429 Too Many Requests", "it answers one request a minute of an address"),
    ])
    func `a known bad phase of a host has its words`(host: String, status: String, words: String) throws {
        let loop = try EventLoop()
        let server = try WebServer(on: loop)
        server.answer = { _ in .init(status: status) }
        define("weather", "Kind=feed\nURL=http://\(host)/feed", through: server)
        let fixture = try LiveDaemon(folder, on: loop)
        try fixture.turn(until: { ((try? failure(fixture))??["message"]) != nil })
        #expect(try failure(fixture)?["message"]?.string?.contains(words) == true)
        #expect(try failure(fixture)?["httpStatus"]?.int == Int(status.prefix(3)))
        fixture.end()
    }

    @Test func `the tides of a station are those of its local day, with the next ones`() throws {
        let shipped = try NotSo.unless(Folder(at: etc + "/sources.d").read("tides@.source"))
        let loop = try EventLoop()
        let server = try WebServer(on: loop)
        server.answer = { _ in
            .init(
                body: """
                    {"predictions":[{"t":"2026-11-28 04:30","v":"2.9","type":"H"},
                    {"t":"2026-11-29 05:10","v":"2.8","type":"H"}]}
                    """)
        }
        folder.wall = try NotSo.unless(UTC(iso8601: "2026-11-29T01:00:00Z"))
        folder.write(
            "etc/sources.d/tides@8418150.source",
            shipped.replacing("https://", with: "http://").replacing(
                "Refresh=", with: "Proxy=\(server.url(""))\nAllowHTTP=yes\nAllowPrivate=yes\nRefresh="))
        let fixture = try LiveDaemon(folder, on: loop)
        try fixture.turn(until: "tides@8418150", is: "fresh")
        #expect(server.questions.first?.target.contains("begin_date=20261128&range=72&") == true)
        #expect(try fixture.runtime(of: "tides@8418150")?["records"] == 2)
        fixture.end()
    }
}
