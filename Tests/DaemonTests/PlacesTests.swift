import Daemon
import Glibc
import Reactive
import Records
import Systemd
import TestServer
import Testing
import Varlink

@Suite(.serialized) struct PlacesTests {
    private let folder = Folder()
    private static let feature = """
        {"geometry":{"type":"Point","coordinates":[-73.99,40.75]},"type":"Feature","properties":{"name":"Kent Garden",
        "osm_type":"W","osm_id":7,"city":"New York","country":"United States","countrycode":"US"}}
        """
    private static let answer = "{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}"

    private func define(_ name: String, _ places: String, _ source: String = "") {
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

    @Test func `recorded answers are told as the definition names them`() throws {
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
        let house = try LiveHouse(folder)
        try house.turn(until: "places", is: "fresh")
        let place: JSON = [
            "identifier": "places/W7@40.75,-73.99/Kent Garden", "name": "Kent Garden",
            "detail": "New York, United States", "latitude": 40.75, "longitude": -73.99, "source": "places",
        ]
        #expect(try house.call("Geocode", ["text": "Kent Garden"])["places"] == [place])
        #expect(try house.call("Geocode", ["text": "elsewhere"])["places"] == [])
        #expect(
            try house.call("ReverseGeocode", ["latitude": 40.75, "longitude": -73.99])["places"] == [place])
        #expect(try house.call("GetPlace", ["identifier": place["identifier"] ?? ""])["place"] == place)
        let gone = house.refusal(of: "GetPlace", ["identifier": "places/W8@40.75,-73.99/Kent Garden"])
        #expect(gone?.name == "io.almanac.NoSuchPlace")
        #expect(house.refusal(of: "GetPlace", ["identifier": "places"])?.name == "io.almanac.NoSuchPlace")
        house.end()
    }

    @Test func `the store's suggestions come first, then a service's, which can be asked for as places`()
        throws
    {
        folder.write("answers/kent.json", Self.answer)
        define(
            "places",
            "Provider=recorded\nOf=photon\nAnswer=suggest kent.json kent*\nAnswer=details kent.json *",
            "Path=\(folder.path)/answers")
        defineSchools()
        let house = try LiveHouse(folder)
        try house.turn(until: {
            (try? house.call("Search", ["text": "kent"]))?["records"]?.array?.count == 2
        })
        let school: JSON = [
            "text": "Kent School", "detail": "Kent", "identifier": "schools/S1", "source": "schools",
        ]
        let garden: JSON = [
            "text": "Kent Garden", "detail": "New York, United States",
            "identifier": "places/W7@40.75,-73.99/Kent Garden", "source": "places",
        ]
        let replies = Replies(house, "Suggest", ["prefix": "kent"])
        try house.turn(until: { replies.isOver })
        #expect(replies.all == [["suggestions": [school]], ["suggestions": [garden]]])
        #expect(try house.call("Suggest", ["prefix": "kent"])["suggestions"] == [school, garden])
        #expect(try house.call("GetPlace", ["identifier": "schools/S1"])["place"]?["latitude"] == 51.28)
        #expect(house.refusal(of: "GetPlace", ["identifier": "schools/S2"])?.name == "io.almanac.NoSuchPlace")
        let chosen = try house.call("GetPlace", ["identifier": garden["identifier"] ?? ""])
        #expect(chosen["place"]?["name"] == "Kent Garden")
        house.end()
    }

    /// A call, as it goes over the socket.
    private static func suggest(_ text: String) -> String {
        #"{"method":"io.almanac.Suggest","parameters":{"prefix":"\#(text)"},"more":true}"# + "\n"
    }

    @Test func `letters that follow each other are one question, and what was answered is not asked again`()
        throws
    {
        let (house, server) = try LiveHouse.asking("photon", in: folder)
        server.answer = { _ in .init(body: Self.answer) }
        let peer = RawPeer(house.door)
        peer.send(["Kent", "Kent ", "Kent G"].map(Self.suggest).joined())
        try house.turn(until: { peer.lines.count == 6 })
        #expect(server.questions.map(\.target) == ["/api?q=Kent%20G&limit=20"])
        let counts = try peer.lines.map {
            try JSON(parsing: Array($0.utf8))["parameters"]?["suggestions"]?.array?.count
        }
        #expect(counts == [0, 0, 0, 0, 0, 1])
        for _ in 0..<2 { _ = try house.call("Suggest", ["prefix": "Kent G"]) }
        let one = try house.call("Geocode", ["text": "Kent Garden"])
        #expect(try house.call("Geocode", ["text": "Kent Garden"]) == one)
        #expect(server.questions.count == 2)
        let identifier = one["places"]?.array?.first?["identifier"] ?? ""
        #expect(try house.call("GetPlace", ["identifier": identifier])["place"]?["longitude"] == -73.99)
        #expect(server.questions.count == 2)
        house.end()
    }

    @Test func `what is asked about has no blanks around it, and is no longer than a name can be`() throws {
        let (house, server) = try LiveHouse.asking("photon", in: folder)
        server.answer = { _ in .init(body: Self.answer) }
        _ = try house.call("Geocode", ["text": "  Kent Garden\t\n"])
        _ = try house.call("Suggest", ["prefix": " Kent Garden "])
        let targets = ["/api?q=Kent%20Garden&limit=20", "/api?q=Kent%20Garden&limit=20"]
        #expect(server.questions.map(\.target) == targets)
        let long = JSON.string(String(repeating: "kent ", count: 1000))
        #expect(throws: VarlinkError.self) { try house.call("Geocode", ["text": long]) }
        #expect(try house.call("Suggest", ["prefix": long])["suggestions"] == [])
        #expect(server.questions.count == 2)
        house.end()
    }

    @Test func `an answer that is larger than wanted is refused, and MaxBytes allows more`() throws {
        let padding = "," + String(repeating: " ", count: 1 << 20)
        for (setting, isRead) in [("", false), ("MaxBytes=2M", true)] {
            let (house, server) = try LiveHouse.asking("photon", setting, in: folder)
            server.answer = { _ in .init(body: Self.answer.replacing(",", with: padding, maxReplacements: 1))
            }
            if isRead {
                #expect(try house.call("Geocode", ["text": "kent"])["places"]?.array?.count == 1)
            } else {
                let refused = house.refusal(of: "Geocode", ["text": "kent"])
                #expect(refused?.parameters["message"]?.string?.contains("MaxBytes=") == true)
            }
            house.end()
        }
    }

    @Test func `a place without an identifier is told by where it is, and can be asked for by that`() throws {
        let (house, server) = try LiveHouse.asking("nominatim", in: folder)
        let kent = #"{"display_name":"Kent, England","lat":"51.20","lon":"0.7"}"#
        server.answer = { _ in .init(body: "[\(kent)]") }
        let place = try house.call("Geocode", ["text": "kent"])["places"]?.array?.first
        #expect(place?["identifier"] == "places/51.2,0.7")
        #expect(try house.call("GetPlace", ["identifier": "places/51.2,0.7"])["place"] == place)
        #expect(server.questions.count == 1)
        server.answer = { _ in .init(body: kent) }
        let other = try house.call("GetPlace", ["identifier": "places/51.3,0.7"])["place"]
        #expect(other?["name"] == "Kent")
        #expect(server.questions.last?.target == "/reverse?format=jsonv2&lat=51.3&lon=0.7")
        house.end()
    }

    @Test func `who asks the same at the same time shares one request`() throws {
        let (house, server) = try LiveHouse.asking("photon", in: folder)
        server.answer = { _ in .init(body: Self.answer) }
        let asked = (0..<3).map { _ in Replies(house, "Geocode", ["text": "Kent"], more: false) }
        try house.turn(until: { asked.allSatisfy(\.isOver) })
        #expect(server.questions.count == 1)
        #expect(asked.allSatisfy { $0.all.first?["places"]?.array?.count == 1 })
        house.end()
    }

    @Test func `a newer call on the same connection ends the older one as well`() throws {
        let loop = try EventLoop()
        let server = try HTTPServer(on: loop)
        server.script = { _ in [.keepSilent] }
        define("places", "Provider=photon", "URL=\(server.url("/"))\nAllowHTTP=yes\nAllowPrivate=yes")
        let house = try LiveHouse(folder, on: loop)
        try house.turn(until: "places", is: "fresh")
        let peer = RawPeer(house.door)
        peer.send(Self.suggest("kent"))
        try house.turn(until: { peer.lines.count == 1 })
        peer.send(Self.suggest("kent g"))
        try house.turn(until: { peer.lines.count == 3 })
        peer.send(Self.suggest("kent ga") + Self.suggest("kent gar"))
        try house.turn(until: { peer.lines.count == 7 })
        let more = #"{"parameters":{"suggestions":[]},"continues":true}"#
        let last = #"{"parameters":{"suggestions":[]}}"#
        #expect(peer.lines == [more, last, more, last, more, last, more])
        house.end()
    }

    @Test func `Nominatim is asked for what is wanted, not while somebody types`() throws {
        let (house, server) = try LiveHouse.asking("nominatim", in: folder)
        server.answer = { _ in
            .init(
                body:
                    #"[{"display_name":"Kent, England","lat":"51.2","lon":"0.7","osm_type":"relation","osm_id":3}]"#
            )
        }
        #expect(try house.call("Suggest", ["prefix": "kent"])["suggestions"] == [])
        #expect(server.questions.isEmpty)
        let found = try house.call("Geocode", ["text": "kent"])["places"]?.array?.first
        #expect(
            found?["name"] == "Kent" && found?["detail"] == "England" && found?["identifier"] == "places/R3")
        #expect(server.questions.map(\.target) == ["/search?format=jsonv2&q=kent&limit=20"])
        house.end()
    }

    @Test func `when one service fails the next one is asked, and which fails is shown`() throws {
        let (house, server) = try LiveHouse.asking("photon", in: folder)
        server.answer = { _ in .init(status: "500 Sorry") }
        folder.write("answers/kent.json", Self.answer)
        define(
            "second", "Provider=recorded\nOf=photon\nAnswer=geocode kent.json *",
            "Path=\(folder.path)/answers")
        try house.turn(until: "second", is: "fresh")
        let found = try house.call("Geocode", ["text": "kent"])["places"]?.array?.first
        #expect(found?["source"] == "second")
        // What is known to be no place of its own is no answer of it either.
        #expect(house.refusal(of: "GetPlace", ["identifier": "places/x"])?.name == "io.almanac.NoSuchPlace")
        #expect(try house.runtime(of: "places")?["failure"]?["reason"] == "http")
        server.answer = { _ in .init(body: Self.answer) }
        #expect(try house.call("Geocode", ["text": "kent"])["places"]?.array?.first?["source"] == "places")
        try house.turn(until: "places", is: "fresh")
        house.end()
    }

    @Test func `a service that wants us to wait is not asked, and callers are told how long`() throws {
        let (house, server) = try LiveHouse.asking("photon", in: folder)
        server.answer = { _ in .init(status: "200 OK", body: "<!doctype html><title>Slow down</title>") }
        for _ in 0..<3 {
            let refused = house.refusal(of: "Geocode", ["text": "kent"])
            #expect(refused?.name == "io.almanac.RateLimited")
            #expect((1...60_000_000).contains(refused?.parameters["retryAfterUSec"]?.int ?? 0))
        }
        #expect(server.questions.count == 1)
        house.end()
    }

    @Test func `more questions than may wait are told to come again`() throws {
        let loop = try EventLoop()
        let server = try HTTPServer(on: loop)
        server.script = { _ in [.keepSilent] }
        define(
            "places", "Provider=photon", "URL=\(server.url("/"))\nAllowHTTP=yes\nAllowPrivate=yes")
        let house = try LiveHouse(folder, on: loop)
        try house.turn(until: "places", is: "fresh")
        let asked = (0..<12).map { Replies(house, "Geocode", ["text": .string("kent \($0)")], more: false) }
        try house.turn(until: { asked.filter(\.isOver).count == 4 })
        for case .service(let error)? in asked.map(\.failure) {
            #expect(error.name == "io.almanac.RateLimited")
        }
        #expect(asked.filter { $0.failure != nil }.count == 4)
        house.end()
    }

    @Test func `without a service that finds places there is none to be asked`() throws {
        let house = try LiveHouse(folder)
        #expect(house.refusal(of: "Geocode", ["text": "kent"])?.name == "io.almanac.NoSuchSource")
        house.end()
    }

    @Test func `a definition that lacks what its service needs says so`() throws {
        define("a", "Provider=google")
        define("b", "Provider=google", "Credential=nothing-there")
        define("c", "Provider=photon", "Refresh=1h")
        define("d", "Provider=nominatim\nSuggest=yes")
        define("e", "Provider=nominatim")
        let house = try LiveHouse(folder)
        try house.turn(until: { (try? house.runtime(of: "e"))?["failure"] != nil })
        func message(_ name: String) throws -> String {
            try house.runtime(of: name)?["failure"]?["message"]?.string ?? ""
        }
        #expect(try message("a").contains("needs a key"))
        #expect(try message("b").contains("there is no credential nothing-there"))
        #expect(try message("c").contains("Refresh=1h stands with places"))
        #expect(try message("d").contains("forbids search as one types"))
        #expect(try message("e").contains("set Contact= in almanac.conf"))
        let refused = house.refusal(of: "Geocode", ["text": "kent"])
        #expect(refused?.name == "io.almanac.UpstreamFailed")
        #expect(refused?.parameters["source"] == "e" && refused?.parameters["reason"] == "policy")
        house.end()
    }
}
