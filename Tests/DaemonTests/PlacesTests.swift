import Daemon
import Glibc
import Reactive
import Records
import Systemd
import TestServer
import Testing
import Varlink

@Suite(.serialized) struct PlacesTests {
    let folder = Folder()
    private static let feature = """
        {"geometry":{"type":"Point","coordinates":[-73.99,40.75]},"type":"Feature","properties":{"name":"Kent Garden",
        "osm_type":"W","osm_id":7,"city":"New York","country":"United States","countrycode":"US"}}
        """
    private static let answer = "{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}"

    /// Defines a place service.
    func define(_ name: String, _ places: String, _ source: String = "") {
        folder.write(
            "etc/sources.d/\(name).source", "[Source]\nKind=places\n\(source)\n[Places]\n\(places)\n")
    }

    private func defineSchools() {
        folder.write(
            "etc/sources.d/schools.source",
            "[Source]\nKind=table\nPath=\(folder.path)/schools.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\nTitle=name\n"
                + "Group=county\nNumber=lat lon\nLocation=lat lon\n")
        folder.write(
            "schools.csv", "id,name,county,lat,lon\nS1,Kent School,Kent,51.28,1.08\nS2,Nowhere,Kent,,\n")
    }

    @Test func `recorded answers are returned as the definition assigns them`() throws {
        folder.write("answers/kent.json", Self.answer)
        define(
            "places",
            """
            Provider=recorded
            Of=photon
            Answer=suggest kent.json kent*
            Answer=geocode kent.json kent garden
            Answer=reverse kent.json 40.75,-73.99
            Answer=details kent.json *
            """, "Path=\(folder.path)/answers")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "places", is: "fresh")
        let place: JSON = [
            "identifier": "places/W7@40.75,-73.99/Kent Garden", "name": "Kent Garden",
            "detail": "New York, United States", "latitude": 40.75, "longitude": -73.99, "source": "places",
        ]
        #expect(try fixture.call("Geocode", ["text": "Kent Garden"])["places"] == [place])
        #expect(try fixture.call("Geocode", ["text": "elsewhere"])["places"] == [])
        #expect(
            try fixture.call("ReverseGeocode", ["latitude": 40.75, "longitude": -73.99])["places"] == [place])
        #expect(try fixture.call("GetPlace", ["identifier": place["identifier"] ?? ""])["place"] == place)
        let gone = fixture.refusal(of: "GetPlace", ["identifier": "places/W8@40.75,-73.99/Kent Garden"])
        #expect(gone?.name == "io.almanac.NoSuchPlace")
        #expect(fixture.refusal(of: "GetPlace", ["identifier": "places"])?.name == "io.almanac.NoSuchPlace")
        fixture.end()
    }

    @Test func `suggestions from the store come first, then a service's, which GetPlace accepts`()
        throws
    {
        folder.write("answers/kent.json", Self.answer)
        define(
            "places",
            "Provider=recorded\nOf=photon\nAnswer=suggest kent.json kent*\nAnswer=details kent.json *",
            "Path=\(folder.path)/answers")
        defineSchools()
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: {
            (try? fixture.call("Search", ["text": "kent"]))?["records"]?.array?.count == 2
        })
        let school: JSON = [
            "text": "Kent School", "detail": "Kent", "identifier": "schools/S1", "source": "schools",
        ]
        let garden: JSON = [
            "text": "Kent Garden", "detail": "New York, United States",
            "identifier": "places/W7@40.75,-73.99/Kent Garden", "source": "places",
        ]
        let replies = Replies(fixture, "Suggest", ["prefix": "kent"])
        try fixture.turn(until: { replies.isOver })
        #expect(replies.all == [["suggestions": [school]], ["suggestions": [garden]]])
        #expect(try fixture.call("Suggest", ["prefix": "kent"])["suggestions"] == [school, garden])
        #expect(try fixture.call("GetPlace", ["identifier": "schools/S1"])["place"]?["latitude"] == 51.28)
        #expect(
            fixture.refusal(of: "GetPlace", ["identifier": "schools/S2"])?.name == "io.almanac.NoSuchPlace")
        let chosen = try fixture.call("GetPlace", ["identifier": garden["identifier"] ?? ""])
        #expect(chosen["place"]?["name"] == "Kent Garden")
        fixture.end()
    }

    /// Returns a call as it is sent over the socket.
    private static func suggest(_ text: String) -> String {
        #"{"method":"io.almanac.Suggest","parameters":{"prefix":"\#(text)"},"more":true}"# + "\n"
    }

    @Test func `successive keystrokes cause one query, and a cached answer is not queried again`()
        throws
    {
        let (fixture, server) = try LiveDaemon.asking("photon", in: folder)
        server.answer = { _ in .init(body: Self.answer) }
        let peer = RawPeer(fixture.socketPath)
        peer.send(["Kent", "Kent ", "Kent G"].map(Self.suggest).joined())
        try fixture.turn(until: { peer.lines.count == 6 })
        #expect(server.questions.map(\.target) == ["/api?q=Kent%20G&limit=20"])
        let counts = try peer.lines.map {
            try JSON(parsing: Array($0.utf8))["parameters"]?["suggestions"]?.array?.count
        }
        #expect(counts == [0, 0, 0, 0, 0, 1])
        for _ in 0..<2 { _ = try fixture.call("Suggest", ["prefix": "Kent G"]) }
        let one = try fixture.call("Geocode", ["text": "Kent Garden"])
        #expect(try fixture.call("Geocode", ["text": "Kent Garden"]) == one)
        #expect(server.questions.count == 2)
        let identifier = one["places"]?.array?.first?["identifier"] ?? ""
        #expect(try fixture.call("GetPlace", ["identifier": identifier])["place"]?["longitude"] == -73.99)
        #expect(server.questions.count == 2)
        fixture.end()
    }

    @Test func `a place service that fails is named, beside the suggestions from the store`() throws {
        let (fixture, server) = try LiveDaemon.asking("photon", in: folder)
        server.answer = { _ in .init(status: "503 Busy") }
        let replies = Replies(fixture, "Suggest", ["prefix": "kent"])
        try fixture.turn(until: { replies.isOver })
        #expect(replies.all.count == 2 && replies.all[0] == ["suggestions": []])
        let failure = try #require(replies.all.last?["failure"])
        #expect(failure["source"] == "places" && failure["reason"] == "http")
        #expect(failure["message"]?.string?.contains("503") == true)
        // Until the service may be asked again, its silence says nothing either.
        let again = try fixture.call("Suggest", ["prefix": "kents"])
        #expect(again["suggestions"] == [] && again["failure"]?["source"] == "places")
        fixture.end()
    }

    @Test func `queries have no surrounding whitespace and a maximum length`() throws {
        let (fixture, server) = try LiveDaemon.asking("photon", in: folder)
        server.answer = { _ in .init(body: Self.answer) }
        _ = try fixture.call("Geocode", ["text": "  Kent Garden\t\n"])
        _ = try fixture.call("Suggest", ["prefix": " Kent Garden "])
        let targets = ["/api?q=Kent%20Garden&limit=20", "/api?q=Kent%20Garden&limit=20"]
        #expect(server.questions.map(\.target) == targets)
        let long = JSON.string(String(repeating: "kent ", count: 1000))
        #expect(throws: VarlinkError.self) { try fixture.call("Geocode", ["text": long]) }
        let unasked = try fixture.call("Suggest", ["prefix": long])
        #expect(unasked["suggestions"] == [] && unasked["failure"]?["reason"] == "policy")
        #expect(server.questions.count == 2)
        fixture.end()
    }

    @Test func `a response that is too large is refused, unless MaxBytes allows it`() throws {
        let padding = "," + String(repeating: " ", count: 1 << 20)
        for (setting, isRead) in [("", false), ("MaxBytes=2M", true)] {
            let (fixture, server) = try LiveDaemon.asking("photon", setting, in: folder)
            server.answer = { _ in .init(body: Self.answer.replacing(",", with: padding, maxReplacements: 1))
            }
            if isRead {
                #expect(try fixture.call("Geocode", ["text": "kent"])["places"]?.array?.count == 1)
            } else {
                let refused = fixture.refusal(of: "Geocode", ["text": "kent"])
                #expect(refused?.parameters["message"]?.string?.contains("MaxBytes=") == true)
            }
            fixture.end()
        }
    }

    @Test func `a place without an identifier is identified by its position`() throws {
        let (fixture, server) = try LiveDaemon.asking("nominatim", in: folder)
        let kent = #"{"display_name":"Kent, England","lat":"51.20","lon":"0.7"}"#
        server.answer = { _ in .init(body: "[\(kent)]") }
        let place = try fixture.call("Geocode", ["text": "kent"])["places"]?.array?.first
        #expect(place?["identifier"] == "places/51.2,0.7")
        #expect(try fixture.call("GetPlace", ["identifier": "places/51.2,0.7"])["place"] == place)
        #expect(server.questions.count == 1)
        server.answer = { _ in .init(body: kent) }
        let other = try fixture.call("GetPlace", ["identifier": "places/51.3,0.7"])["place"]
        #expect(other?["name"] == "Kent")
        #expect(server.questions.last?.target == "/reverse?format=jsonv2&lat=51.3&lon=0.7")
        fixture.end()
    }

    @Test func `equal queries at the same time share one request`() throws {
        let (fixture, server) = try LiveDaemon.asking("photon", in: folder)
        server.answer = { _ in .init(body: Self.answer) }
        let asked = (0..<3).map { _ in Replies(fixture, "Geocode", ["text": "Kent"], more: false) }
        try fixture.turn(until: { asked.allSatisfy(\.isOver) })
        #expect(server.questions.count == 1)
        #expect(asked.allSatisfy { $0.all.first?["places"]?.array?.count == 1 })
        fixture.end()
    }

    @Test func `a newer call on the same connection ends the older one as well`() throws {
        let loop = try EventLoop()
        let server = try HTTPServer(on: loop)
        server.script = { _ in [.keepSilent] }
        define("places", "Provider=photon", "URL=\(server.url("/"))\nAllowHTTP=yes\nAllowPrivate=yes")
        let fixture = try LiveDaemon(folder, on: loop)
        try fixture.turn(until: "places", is: "fresh")
        let peer = RawPeer(fixture.socketPath)
        peer.send(Self.suggest("kent"))
        try fixture.turn(until: { peer.lines.count == 1 })
        peer.send(Self.suggest("kent g"))
        try fixture.turn(until: { peer.lines.count == 3 })
        peer.send(Self.suggest("kent ga") + Self.suggest("kent gar"))
        try fixture.turn(until: { peer.lines.count == 7 })
        let more = #"{"parameters":{"suggestions":[]},"continues":true}"#
        let last = #"{"parameters":{"suggestions":[]}}"#
        #expect(peer.lines == [more, last, more, last, more, last, more])
        fixture.end()
    }

    @Test func `Nominatim is queried for complete addresses, not during typing`() throws {
        let (fixture, server) = try LiveDaemon.asking("nominatim", in: folder)
        server.answer = { _ in
            .init(
                body:
                    #"[{"display_name":"Kent, England","lat":"51.2","lon":"0.7","osm_type":"relation","osm_id":3}]"#
            )
        }
        #expect(try fixture.call("Suggest", ["prefix": "kent"])["suggestions"] == [])
        #expect(server.questions.isEmpty)
        let found = try fixture.call("Geocode", ["text": "kent"])["places"]?.array?.first
        #expect(
            found?["name"] == "Kent" && found?["detail"] == "England" && found?["identifier"] == "places/R3")
        #expect(server.questions.map(\.target) == ["/search?format=jsonv2&q=kent&limit=20"])
        fixture.end()
    }

    @Test func `the next service is queried if one fails, and the failure is shown`() throws {
        let (fixture, server) = try LiveDaemon.asking("photon", in: folder)
        server.answer = { _ in .init(status: "500 Sorry") }
        folder.write("answers/kent.json", Self.answer)
        define(
            "second", "Provider=recorded\nOf=photon\nAnswer=geocode kent.json *",
            "Path=\(folder.path)/answers")
        try fixture.turn(until: "second", is: "fresh")
        let found = try fixture.call("Geocode", ["text": "kent"])["places"]?.array?.first
        #expect(found?["source"] == "second")
        // This reference cannot be one of the service, so no request is sent and the failure of the service
        // stays.
        #expect(fixture.refusal(of: "GetPlace", ["identifier": "places/x"])?.name == "io.almanac.NoSuchPlace")
        #expect(try fixture.runtime(of: "places")?["failure"]?["reason"] == "http")
        server.answer = { _ in .init(body: Self.answer) }
        #expect(try fixture.call("Geocode", ["text": "kent"])["places"]?.array?.first?["source"] == "places")
        try fixture.turn(until: "places", is: "fresh")
        fixture.end()
    }

    @Test func `a service that asks to wait is not queried, and callers receive the time to wait`() throws {
        let (fixture, server) = try LiveDaemon.asking("photon", in: folder)
        server.answer = { _ in .init(status: "429 Slow down", headers: ["Retry-After: 60"]) }
        for _ in 0..<3 {
            let refused = fixture.refusal(of: "Geocode", ["text": "kent"])
            #expect(refused?.name == "io.almanac.RateLimited")
            #expect((1...60_000_000).contains(refused?.parameters["retryAfterUSec"]?.int ?? 0))
        }
        #expect(server.questions.count == 1)
        fixture.end()
    }

    @Test func `queries beyond the limit are refused with a time to retry`() throws {
        let loop = try EventLoop()
        let server = try HTTPServer(on: loop)
        server.script = { _ in [.keepSilent] }
        define(
            "places", "Provider=photon", "URL=\(server.url("/"))\nAllowHTTP=yes\nAllowPrivate=yes")
        let fixture = try LiveDaemon(folder, on: loop)
        try fixture.turn(until: "places", is: "fresh")
        let asked = (0..<12).map { Replies(fixture, "Geocode", ["text": .string("kent \($0)")], more: false) }
        try fixture.turn(until: { asked.filter(\.isOver).count == 4 })
        for case .service(let error)? in asked.map(\.failure) {
            #expect(error.name == "io.almanac.RateLimited")
        }
        #expect(asked.filter { $0.failure != nil }.count == 4)
        fixture.end()
    }
}
