import Daemon
import Records
import Systemd
import Testing

@Suite(.serialized) struct EtiquetteTests {
    private let folder = Folder()
    private let etc = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/etc"

    private func define(_ url: String) {
        folder.write("etc/sources.d/weather.source", "[Source]\nKind=forecast\nURL=\(url)\n")
    }

    private func failure(_ house: LiveHouse) throws -> JSON? { try house.runtime(of: "weather")?["failure"] }

    private func turn(_ house: LiveHouse, until text: String) throws {
        try house.turn(until: { (try? failure(house))??["message"]?.string?.contains(text) ?? false })
        #expect(try failure(house)?["reason"] == "policy")
    }

    @Test(arguments: [
        "https://api.met.no/weatherapi/locationforecast/2.0/compact?lat=59.91&lon=10.75",
        "https://api.weather.gov/points/43.65,-70.31", "https://API.MET.NO:443/",
        "https://nominatim.openstreetmap.org/search?q=Portland",
    ])
    func `an upstream that wants to know who asks is not asked before that is said`(url: String) throws {
        define(url)
        let house = try LiveHouse(folder)
        try turn(house, until: "set Contact= in almanac.conf")
        #expect(try house.runtime(of: "weather")?["health"] == "empty")
        house.end()
    }

    @Test func `a contact counts as soon as the configuration is read again`() throws {
        define("https://api.met.no/weatherapi/locationforecast/2.0/compact?lat=59.912345&lon=10.75")
        let house = try LiveHouse(folder)
        try turn(house, until: "set Contact=")
        folder.write("etc/almanac.conf", "[Almanac]\nContact=ops@example.org\n")
        _ = try house.call("Reload")
        try turn(house, until: "at most 4 decimals, not 59.912345")
        house.end()
    }

    @Test(arguments: [("aviationweather.gov", 60), ("api.open-meteo.com", 900)])
    func `an upstream is not asked more often than it wants, whatever the definition says`(
        host: String, seconds: Int
    ) throws {
        let loop = try EventLoop()
        let server = try WebServer(on: loop)
        server.answer = { _ in WebServer.Reply(body: "KPWM 010000Z 27010KT 10SM CLR 10/05 A2992\n") }
        folder.write(
            "etc/sources.d/weather.source",
            "[Source]\nKind=metar\nURL=http://\(host)/metar\nProxy=\(server.url(""))\nRefresh=1s\nAllowHTTP=yes\n"
                + "AllowPrivate=yes\n")
        let house = try LiveHouse(folder, on: loop)
        try house.turn(until: "weather", is: "fresh")
        let answer = try house.call("Refresh", ["wait": true])
        #expect(answer["skipped"] == ["weather"])
        #expect((answer["retryAfterUSec"]?.int ?? 0) > (seconds - 20) * 1_000_000)
        #expect(server.questions.count == 1)
        house.end()
    }

    @Test func `every definition that is shipped can be used`() {
        let directories = Directories(
            configuration: folder.path + "/etc", state: folder.path + "/state", run: folder.path + "/run",
            library: etc)
        #expect(DefinitionCheckup(directories).faults == [])
    }

    @Test(arguments: [
        ("Batch=0", "is not a number from 1 to 1000"), ("Batch=many", "is not a number from 1 to 1000"),
        ("Batch=10", "wants a template whose URL= has %i"),
    ])
    func `a batch that cannot work is refused`(setting: String, reason: String) throws {
        folder.write(
            "etc/sources.d/one@a.source", "[Source]\nKind=metar\nURL=https://a.example/\n\(setting)\n")
        let house = try LiveHouse(folder)
        let sources = try house.call("ListSources")["sources"]?.array ?? []
        let message = sources.first?["runtime"]?["failure"]?["message"]?.string ?? ""
        #expect(message.contains(reason))
        house.end()
    }
}
