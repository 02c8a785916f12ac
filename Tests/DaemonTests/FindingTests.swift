import Daemon
import Reactive
import Records
import Systemd
import Testing
import Varlink

@Suite(.serialized) struct FindingTests {
    private let folder = Folder()

    private func define(_ name: String) {
        folder.write(
            "etc/sources.d/\(name).source",
            """
            [Source]
            Kind=table
            Path=\(folder.path)/\(name).csv
            [Table]
            Delimiter=,
            [Record]
            Key=id
            Title=name
            Group=county
            Number=lat lon
            Location=lat lon
            """)
    }

    /// A daemon with hospitals and schools, indexed as soon as they are there.
    private func fixture() throws -> LiveDaemon {
        define("hospitals")
        define("schools")
        folder.write(
            "hospitals.csv",
            """
            id,name,county,lat,lon
            H1,Kent and Canterbury Hospital,Kent,51.2664,1.0872
            H2,Royal London Hospital,London,51.5190,-0.0593
            H3,Hôpital Saint-Louis,Paris,48.8739,2.3689

            """)
        folder.write("schools.csv", "id,name,county,lat,lon\nS1,Kent School,Kent,51.28,1.08\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: { (try? keys(fixture, "Search", ["text": "kent"]))?.count == 2 })
        return fixture
    }

    private func keys(_ fixture: LiveDaemon, _ method: String, _ parameters: JSON) throws -> [String] {
        let answer = try fixture.call(method, parameters)
        let records =
            answer["records"]?.array ?? answer["neighbors"]?.array?.compactMap { $0["record"] } ?? []
        return records.compactMap { $0["key"]?.string }
    }

    @Test func `records of every source are found by words, if the selector matches`() throws {
        let fixture = try fixture()
        #expect(try keys(fixture, "Search", ["text": "kent"]) == ["S1", "H1"])
        #expect(try keys(fixture, "Search", ["text": " HOPITAL "]) == ["H3"])
        #expect(try keys(fixture, "Search", ["text": "h", "limit": 2]).count == 2)
        #expect(try keys(fixture, "Search", ["text": "kent", "selector": ["sources": ["hosp*"]]]) == ["H1"])
        #expect(
            try keys(
                fixture, "Search", ["text": "ken", "selector": ["where": ["county = Kent"], "keys": ["S*"]]])
                == ["S1"])
        #expect(try keys(fixture, "Search", ["text": "\" OR title:*"]) == [])
        let record = try fixture.call("Search", ["text": "royal"])["records"]?.array?.first
        #expect(record?["source"] == "hospitals" && record?["title"] == "Royal London Hospital")
        #expect(record?["data"]?["county"] == "London")
        fixture.end()
    }

    @Test func `search reflects changes and removals within a second`() throws {
        let fixture = try fixture()
        folder.replace("hospitals.csv", "id,name,county,lat,lon\nH2,New London Clinic,London,51.5,-0.06\n")
        let heard = try fixture.subscribe(["snapshot": false])
        try fixture.turn(until: { heard.records.contains("changed H2") })
        let start = folder.wall
        try fixture.turn(until: { (try? keys(fixture, "Search", ["text": "new clinic"])) == ["H2"] })
        #expect(folder.wall - start < .seconds(1))
        #expect(try keys(fixture, "Search", ["text": "hospital"]) == [])
        #expect(try keys(fixture, "Nearby", ["latitude": 51.27, "longitude": 1.08]) == ["S1", "H2"])
        fixture.end()
    }

    @Test func `the nearest records come first, with distance and bearing, within a radius`() throws {
        let fixture = try fixture()
        let here: JSON = ["latitude": 51.5, "longitude": -0.1]
        #expect(try keys(fixture, "Nearby", here) == ["H2", "S1", "H1", "H3"])
        let first = try fixture.call("Nearby", here)["neighbors"]?.array?.first
        let (from, to) = (
            Position(latitude: 51.5, longitude: -0.1), Position(latitude: 51.519, longitude: -0.0593)
        )
        #expect(first?["distanceMeters"]?.double == from.flatMap { from in to.map { from.distance(to: $0) } })
        #expect(first?["bearingDegrees"]?.double == from.flatMap { from in to.map { from.bearing(to: $0) } })
        let near: JSON = [
            "latitude": 51.5, "longitude": -0.1, "radiusMeters": 90_000, "selector": ["sources": ["schools"]],
        ]
        #expect(try keys(fixture, "Nearby", near) == ["S1"])
        #expect(try keys(fixture, "Nearby", ["latitude": 51.5, "longitude": -0.1, "limit": 1]) == ["H2"])
        #expect(
            fixture.refusal(of: "Nearby", ["latitude": 91, "longitude": 0])?.name
                == "org.varlink.service.InvalidParameter")
        fixture.end()
    }

    @Test(arguments: [
        (JSON.null, 2, 4), (["sources": ["hospitals"]] as JSON, 1, 3),
        (["where": ["county = Kent"]] as JSON, 2, 2), (["keys": ["H*"]] as JSON, 1, 3),
    ])
    func `the number of all results is counted on request, whatever the limit`(
        selector: JSON, named: Int, all: Int
    ) throws {
        let fixture = try fixture()
        let here: [JSON.Member] = [.init("latitude", 51.5), .init("longitude", -0.1)]
        let questions: [(method: String, members: [JSON.Member], total: Int)] = [
            ("Search", [.init("text", "kent")], named), ("Nearby", here, all), ("GetSnapshot", [], all),
            ("Nearby", here + [.init("radiusMeters", 1_000_000)], all),
        ]
        for (method, members, total) in questions {
            for limit in [1, 20] {
                let common: JSON = ["selector": selector, "limit": .int(limit), "count": true]
                let answer = try fixture.call(method, .object(members + (common.object ?? [])))
                #expect(answer["total"]?.int == total, "\(method) \(limit)")
            }
            let plain = try fixture.call(method, .object(members + [.init("selector", selector)]))
            #expect(plain["total"] == nil)
        }
        let near: JSON = [
            "latitude": 51.5, "longitude": -0.1, "radiusMeters": 20_000, "limit": 1, "count": true,
        ]
        #expect(try fixture.call("Nearby", near)["total"] == 1)
        fixture.end()
    }

    @Test func `words that are corrected are counted, and removed records are not`() throws {
        let fixture = try fixture()
        let search: JSON = ["text": "hosptial", "limit": 1, "count": true]
        #expect(try fixture.call("Search", search)["total"] == 2)
        folder.replace("hospitals.csv", "id,name,county,lat,lon\nH2,New London Hospital,London,51.5,-0.06\n")
        try fixture.turn(until: { (try? keys(fixture, "Search", ["text": "new"])) == ["H2"] })
        #expect(try fixture.call("Search", search)["total"] == 1)
        let near: JSON = ["latitude": 51.5, "longitude": -0.1, "limit": 1, "count": true]
        #expect(try fixture.call("Nearby", near)["total"] == 2)
        fixture.end()
    }

    @Test func `a limit that one reply cannot reach is refused`() throws {
        let fixture = try fixture()
        _ = try fixture.call("Search", ["text": "kent", "limit": 1000])
        let questions: [(String, JSON)] = [
            ("Search", ["text": "kent", "limit": 1001]),
            ("Nearby", ["latitude": 51.5, "longitude": -0.1, "limit": 1001]),
            ("Suggest", ["prefix": "kent", "limit": 1001]),
        ]
        for (method, parameters) in questions {
            let refused = fixture.refusal(of: method, parameters)
            #expect(refused?.name == "org.varlink.service.InvalidParameter")
            #expect(refused?.parameters["parameter"] == "limit")
        }
        fixture.end()
    }

    @Test func `an unknown source is refused with the names that may be meant`() throws {
        let fixture = try fixture()
        let refused = fixture.refusal(of: "DescribeSource", ["name": "hopsitals"])
        #expect(refused?.parameters == ["name": "hopsitals", "similar": ["hospitals"]])
        #expect(fixture.refusal(of: "GetRejects", ["source": "nope"])?.parameters == ["name": "nope"])
        fixture.end()
    }

    @Test func `a query that is too short is refused, with its length in visible characters`() throws {
        let fixture = try fixture()
        for text in ["", "  "] {
            let refused = fixture.refusal(of: "Search", ["text": .string(text)])
            #expect(refused?.name == "io.almanac.QueryTooShort" && refused?.parameters["minimum"] == 1)
        }
        for prefix in ["ken", "  ken ", "🇩🇪🇫🇷🇮🇹", "ke\u{301}n"] {
            let refused = fixture.refusal(of: "Suggest", ["prefix": .string(prefix)])
            #expect(refused?.name == "io.almanac.QueryTooShort" && refused?.parameters["minimum"] == 4)
        }
        #expect(try fixture.call("Suggest", ["prefix": "🇩🇪🇫🇷🇮🇹🇪🇸"])["suggestions"]?.array == [])
        fixture.end()
    }

    @Test func `suggestions are names that begin with a prefix`() throws {
        let fixture = try fixture()
        let answer = try fixture.call("Suggest", ["prefix": "kent", "limit": 5])
        #expect(
            answer["suggestions"]?.array == [
                ["text": "Kent School", "detail": "Kent", "identifier": "schools/S1", "source": "schools"],
                [
                    "text": "Kent and Canterbury Hospital", "detail": "Kent", "identifier": "hospitals/H1",
                    "source": "hospitals",
                ],
            ])
        fixture.end()
    }

    @Test func `a newer Suggest of the same process ends the older one with an empty reply`() throws {
        let fixture = try fixture()
        let clients = try (0..<2).map { _ in try fixture.client() }
        var answers: [JSON?] = [nil, nil]
        var holds: Set<AnyCancellable> = []
        func ask(_ method: String, _ parameters: JSON) throws {
            answers = [nil, nil]
            for (index, client) in clients.enumerated() {
                client.call("io.almanac." + method, parameters).sink { _ in
                } receiveValue: {
                    answers[index] = $0.parameters
                }.store(in: &holds)
            }
            try fixture.turn(until: { answers.allSatisfy { $0 != nil } })
        }
        // The older call has so much to read that the newer one arrives before its answer.
        let schools = (0..<10_000).map { "S\($0),Kent \($0),,,\n" }
        folder.write("schools.csv", "id,name,county,lat,lon\n" + schools.joined())
        let many: JSON = ["text": "kent", "limit": 1000]
        try fixture.turn(until: { (try? keys(fixture, "Search", many))?.count == 1000 })
        // Both connections are accepted by then, so that their calls are usually served one after the other.
        try ask("GetStatus", .object([]))
        var counts: Set<Int?> = []
        for _ in 0..<100 where counts != [0, 500] {
            try ask("Suggest", ["prefix": "kent", "limit": 500])
            counts = Set(answers.map { $0?["suggestions"]?.array?.count })
        }
        #expect(counts == [0, 500])
        fixture.end()
    }

    /// Returns the message with which a strict call refuses a condition; `nil` if it does not.
    private func refusal(of condition: String, _ method: String, _ fixture: LiveDaemon) throws -> String? {
        let parameters = JSON.members([
            "selector": ["sources": ["hospitals"], "where": [.string(condition)]], "strict": true,
            "text": method == "Search" ? "kent" : nil, "latitude": method == "Nearby" ? 51 : nil,
            "longitude": method == "Nearby" ? 1 : nil,
        ])
        return fixture.refusal(of: method, parameters)?.parameters["message"]?.string
    }

    @Test(arguments: ["GetSnapshot", "Search", "Nearby"])
    func `a strict call refuses a member that no record has had`(method: String) throws {
        let fixture = try fixture()
        #expect(
            try refusal(of: "County = Kent", method, fixture)
                == "no record of hospitals has \"County\"; did you mean county?")
        #expect(
            try refusal(of: "lat > 0 and not (zzzzz exists)", method, fixture)
                == "no record of hospitals has \"zzzzz\"")
        let known: JSON = ["sources": ["hospitals"], "where": ["lat > 50 and county = Nowhere"]]
        _ = try fixture.call(
            method,
            JSON.members([
                "selector": known, "strict": true, "text": method == "Search" ? "kent" : nil,
                "latitude": method == "Nearby" ? 51 : nil, "longitude": method == "Nearby" ? 1 : nil,
            ]))
        fixture.end()
    }

    @Test func `a subscriber is warned of a member that no record has had`() throws {
        let fixture = try fixture()
        let stream = try fixture.subscribe([
            "selector": ["sources": ["hospitals"], "where": ["countty = Kent"]]
        ])
        try fixture.turn(until: { stream.events.contains { $0["event"] == "ready" } })
        #expect(
            stream.events.first?["warnings"] == [
                "no record of hospitals has \"countty\"; did you mean county?"
            ])
        let plain = try fixture.subscribe([
            "selector": ["sources": ["hospitals"], "where": ["county = Kent"]]
        ])
        try fixture.turn(until: { plain.events.contains { $0["event"] == "ready" } })
        #expect(plain.events.first?["event"] == "subscribed" && plain.events.first?["warnings"] == nil)
        fixture.end()
    }

    @Test func `misspelt words find records if nothing else does`() throws {
        let fixture = try fixture()
        for text in ["hosptial", "hopital", "hospitl", "hospitall", "hispital", "hosptial kent", "hospitak"] {
            #expect(
                try keys(fixture, "Search", ["text": .string(text)]).contains("H1") || text == "hopital",
                "\(text)")
        }
        #expect(try keys(fixture, "Search", ["text": "hopital"]) == ["H3"])
        #expect(try keys(fixture, "Search", ["text": "canterburry"]) == ["H1"])
        #expect(try keys(fixture, "Search", ["text": "ketn"]).sorted() == ["H1", "S1"])
        #expect(try keys(fixture, "Search", ["text": "zzzzzzzz"]) == [])
        #expect(try keys(fixture, "Search", ["text": "kent", "selector": ["where": ["county = X"]]]) == [])
        fixture.end()
    }
}
