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

    /// A house of hospitals and schools, found as soon as they are there.
    private func house() throws -> LiveHouse {
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
        let house = try LiveHouse(folder)
        try house.turn(until: { (try? keys(house, "Search", ["text": "kent"]))?.count == 2 })
        return house
    }

    private func keys(_ house: LiveHouse, _ method: String, _ parameters: JSON) throws -> [String] {
        let answer = try house.call(method, parameters)
        let records =
            answer["records"]?.array ?? answer["neighbors"]?.array?.compactMap { $0["record"] } ?? []
        return records.compactMap { $0["key"]?.string }
    }

    @Test func `records of every source are found by words, and only those that are selected`() throws {
        let house = try house()
        #expect(try keys(house, "Search", ["text": "kent"]) == ["S1", "H1"])
        #expect(try keys(house, "Search", ["text": " HOPITAL "]) == ["H3"])
        #expect(try keys(house, "Search", ["text": "h", "limit": 2]).count == 2)
        #expect(try keys(house, "Search", ["text": "kent", "selector": ["sources": ["hosp*"]]]) == ["H1"])
        #expect(
            try keys(
                house, "Search", ["text": "ken", "selector": ["where": ["county = Kent"], "keys": ["S*"]]])
                == ["S1"])
        #expect(try keys(house, "Search", ["text": "\" OR title:*"]) == [])
        let record = try house.call("Search", ["text": "royal"])["records"]?.array?.first
        #expect(record?["source"] == "hospitals" && record?["title"] == "Royal London Hospital")
        #expect(record?["data"]?["county"] == "London")
        house.end()
    }

    @Test func `what changes and what is removed is found so within a second`() throws {
        let house = try house()
        folder.replace("hospitals.csv", "id,name,county,lat,lon\nH2,New London Clinic,London,51.5,-0.06\n")
        let heard = try house.subscribe(["snapshot": false])
        try house.turn(until: { heard.records.contains("changed H2") })
        let start = house.loop.now
        try house.turn(until: { (try? keys(house, "Search", ["text": "new clinic"])) == ["H2"] })
        #expect(house.loop.now - start < .seconds(1))
        #expect(try keys(house, "Search", ["text": "hospital"]) == [])
        #expect(try keys(house, "Nearby", ["latitude": 51.27, "longitude": 1.08]) == ["S1", "H2"])
        house.end()
    }

    @Test func `the nearest come first, with distance and bearing, within a radius`() throws {
        let house = try house()
        let here: JSON = ["latitude": 51.5, "longitude": -0.1]
        #expect(try keys(house, "Nearby", here) == ["H2", "S1", "H1", "H3"])
        let first = try house.call("Nearby", here)["neighbors"]?.array?.first
        let (from, to) = (
            Position(latitude: 51.5, longitude: -0.1), Position(latitude: 51.519, longitude: -0.0593)
        )
        #expect(first?["distanceMeters"]?.double == from.flatMap { from in to.map { from.distance(to: $0) } })
        #expect(first?["bearingDegrees"]?.double == from.flatMap { from in to.map { from.bearing(to: $0) } })
        let near: JSON = [
            "latitude": 51.5, "longitude": -0.1, "radiusMeters": 90_000, "selector": ["sources": ["schools"]],
        ]
        #expect(try keys(house, "Nearby", near) == ["S1"])
        #expect(try keys(house, "Nearby", ["latitude": 51.5, "longitude": -0.1, "limit": 1]) == ["H2"])
        #expect(
            house.refusal(of: "Nearby", ["latitude": 91, "longitude": 0])?.name
                == "org.varlink.service.InvalidParameter")
        house.end()
    }

    @Test func `questions that are too short are refused, characters counted as people count them`() throws {
        let house = try house()
        for text in ["", "  "] {
            let refused = house.refusal(of: "Search", ["text": .string(text)])
            #expect(refused?.name == "io.almanac.QueryTooShort" && refused?.parameters["minimum"] == 1)
        }
        for prefix in ["ken", "  ken ", "🇩🇪🇫🇷🇮🇹", "ke\u{301}n"] {
            let refused = house.refusal(of: "Suggest", ["prefix": .string(prefix)])
            #expect(refused?.name == "io.almanac.QueryTooShort" && refused?.parameters["minimum"] == 4)
        }
        #expect(try house.call("Suggest", ["prefix": "🇩🇪🇫🇷🇮🇹🇪🇸"])["suggestions"]?.array == [])
        house.end()
    }

    @Test func `suggestions are names that a prefix may become`() throws {
        let house = try house()
        let answer = try house.call("Suggest", ["prefix": "kent", "limit": 5])
        #expect(
            answer["suggestions"]?.array == [
                ["text": "Kent School", "detail": "Kent", "identifier": "schools/S1", "source": "schools"],
                [
                    "text": "Kent and Canterbury Hospital", "detail": "Kent", "identifier": "hospitals/H1",
                    "source": "hospitals",
                ],
            ])
        house.end()
    }

    @Test func `a newer Suggest of the same process ends the older one, with nothing`() throws {
        let house = try house()
        let clients = try (0..<2).map { _ in try house.client() }
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
            try house.turn(until: { answers.allSatisfy { $0 != nil } })
        }
        // Both connections are known then, and served in one turn.
        try ask("GetStatus", .object([]))
        try ask("Suggest", ["prefix": "kent"])
        #expect(answers.map { $0?["suggestions"]?.array?.count }.sorted { $0 ?? 0 < $1 ?? 0 } == [0, 2])
        house.end()
    }
}
