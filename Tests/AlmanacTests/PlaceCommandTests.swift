import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct PlaceCommandTests {
    private let daemon: ScriptedDaemon
    private let garden = """
        {"identifier": "places/W7", "name": "Garden", "detail": "New York", "latitude": 40.75, "longitude": -73.99,
         "source": "places"}
        """

    init() throws {
        daemon = try ScriptedDaemon()
        try daemon.answer("ListSources", #"{"sources": []}"#)
    }

    private var asked: [String] { daemon.asked.map { "\($0.method) \($0.parameters.text)" } }

    @Test func `a place is found by name, by coordinates, or by identifier`() throws {
        try daemon.answer("Geocode", "{\"places\": [\(garden)]}")
        try daemon.answer("ReverseGeocode", #"{"places": []}"#)
        try daemon.answer("GetPlace", "{\"place\": \(garden)}")
        let (status, output, _) = try daemon.run("place", "madison", "square", "garden", "--limit", "3")
        #expect(status == 0 && output.contains("Garden  New York  geo:40.75,-73.99  places/W7"))
        let nothing = try daemon.run("place", "40.75,-73.99")
        #expect(nothing.status == 1 && nothing.output == "no such place\n")
        #expect(try daemon.run("place", "places/W7").output.hasPrefix("Garden\nWhere       New York\n"))
        #expect(try daemon.run("place", "places/W7", "-j").output == JSON.parsed(garden).text + "\n")
        #expect(
            asked == [
                #"Geocode {"text":"madison square garden","limit":3}"#,
                #"ReverseGeocode {"latitude":40.75,"longitude":-73.99}"#,
                #"GetPlace {"identifier":"places/W7"}"#, #"GetPlace {"identifier":"places/W7"}"#,
            ])
    }

    @Test func `near, show and watch accept the name of a place`()
        throws
    {
        try daemon.answer("Geocode", "{\"places\": [\(garden)]}")
        try daemon.answer("Nearby", #"{"neighbors": []}"#)
        _ = try daemon.run("near", "the", "garden")
        #expect(asked.last == #"Nearby {"latitude":40.75,"longitude":-73.99}"#)
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "schools", "kind": "table"},
             "runtime": {"health": "fresh", "records": 0, "rejected": 0, "generation": 1}}]}
            """)
        try daemon.answer("GetSnapshot", #"{"cursor": "a.1", "records": []}"#)
        _ = try daemon.run("show", "schools", "--near", "garden", "--radius", "2")
        let circle = daemon.asked.last?.parameters["selector"]?["near"]
        #expect(circle == ["latitude": 40.75, "longitude": -73.99, "radiusMeters": 2000])
        _ = try daemon.run("show", "schools", "--near", "1,2")
        let other = daemon.asked.last?.parameters["selector"]?["near"]
        #expect(other == ["latitude": 1, "longitude": 2, "radiusMeters": 50_000])
    }

    @Test(arguments: [
        ["near", "pizza"], ["show", "schools", "--near", "pizza"], ["watch", "--near", "pizza"],
    ])
    func `a name of several places lists them, and --pick selects one`(words: [String]) throws {
        let other = garden.replacing("Garden", with: "Pizza Hut").replacing("40.75", with: "51.5")
        try daemon.answer("Geocode", "{\"places\": [\(garden), \(other)]}")
        try daemon.answer("Nearby", #"{"neighbors": []}"#)
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "schools", "kind": "table"},
             "runtime": {"health": "fresh", "records": 0, "rejected": 0, "generation": 1}}]}
            """)
        try daemon.answer("GetSnapshot", #"{"cursor": "a.1", "records": []}"#)
        let (status, output, error) = try daemon.run(words)
        #expect(status == 64 && output.isEmpty)
        #expect(error.hasPrefix("almanac: \"pizza\" may be one of 2 places\n"))
        #expect(error.contains("   1  Garden, New York (40.75,-73.99)\n"))
        #expect(error.contains("   2  Pizza Hut, New York (51.5,-73.99)\n"))
        #expect(error.contains("--pick 2"))
        #expect(!asked.contains { $0.hasPrefix("Nearby") || $0.hasPrefix("GetSnapshot") })
        #expect(try daemon.run(words + ["--pick", "3"]).status == 64)
        guard words[0] != "watch" else { return }
        _ = try daemon.run(words + ["--pick", "2"])
        let parameters = daemon.asked.last?.parameters
        let latitude = parameters?["latitude"] ?? parameters?["selector"]?["near"]?["latitude"]
        #expect(latitude == 51.5)
    }

    @Test(arguments: [
        ("2", "aviation", 3704), ("2", "metric", 2000), ("2", "imperial", 3219), ("2nm", "metric", 3704),
        ("2 km", "aviation", 2000), ("0.5MI", "metric", 805),
    ])
    func `a radius has the unit in which distances are shown, or states its own`(
        radius: String, units: String, metres: Int
    ) throws {
        try daemon.answer("Nearby", #"{"neighbors": []}"#)
        _ = try daemon.run("near", "1,2", "--radius", radius, "--units", units)
        #expect(daemon.asked.last?.parameters["radiusMeters"]?.int == metres)
    }

    @Test
    func `results can be printed as map features, and a radius may be a fraction of a kilometre`()
        throws
    {
        let record =
            #"{"source": "s", "key": "k", "generation": 1, "realtimeUSec": 1, "latitude": 1, "longitude": 2, "data": {}}"#
        let feature =
            #"{"type":"Feature","id":"s/k","geometry":{"type":"Point","coordinates":[2,1]},"properties":{}}"#
        let map = #"{"type":"FeatureCollection","features":[\#(feature)]}"# + "\n"
        try daemon.answer("Search", "{\"records\": [\(record)]}")
        #expect(try daemon.run("search", "k", "--format", "geojson").output == map)
        try daemon.answer(
            "Nearby",
            "{\"neighbors\": [{\"record\": \(record), \"distanceMeters\": 1, \"bearingDegrees\": 0}]}")
        #expect(try daemon.run("near", "1,2", "--radius", "0.5", "--format", "geojson").output == map)
        #expect(asked.last == #"Nearby {"latitude":1,"longitude":2,"radiusMeters":500}"#)
        try daemon.answer("Geocode", "{\"places\": [\(garden)]}")
        #expect(try daemon.run("place", "garden", "--format", "geojson").output.contains("[-73.99,40.75]"))
        for radius in ["0", "-1", "nan", "inf", "far"] {
            #expect(try daemon.run("near", "1,2", "--radius", radius).status == 64)
        }
        #expect(try daemon.run("near", "1,2", "--format", "xml").status == 64)
    }

    @Test func `an unknown place and a missing place service are reported`() throws {
        try daemon.answer("Geocode", #"{"places": []}"#)
        let unknown = try daemon.run("near", "nowhere")
        #expect(unknown.status == 1 && unknown.error.hasPrefix("almanac: no place \"nowhere\" is known\n"))
        daemon.on("Geocode") { $0.fail("io.almanac.NoSuchSource", ["name": "places"]) }
        let nobody = try daemon.run("near", "nowhere")
        #expect(nobody.status == 1 && nobody.error.contains("almanac add places"))
        daemon.on("GetPlace") { $0.fail("io.almanac.NoSuchPlace", ["identifier": "places/W8"]) }
        #expect(try daemon.run("place", "places/W8").error == "almanac: no place \"places/W8\"\n")
    }

    @Test(arguments: [("denied", 78), ("configuration", 78), ("policy", 78), ("timeout", 75), ("http", 75)])
    func `a failing place service is reported with advice`(
        _ reason: String, _ wanted: Int32
    ) throws {
        daemon.on("Geocode") { call in
            call.fail(
                "io.almanac.UpstreamFailed",
                ["source": "places", "reason": .string(reason), "message": "google: check the key"])
        }
        let (status, _, error) = try daemon.run("place", "kent")
        #expect(status == wanted)
        #expect(error == "almanac: google: check the key\n  to see its state: almanac status places\n")
    }

    @Test func `suggestions are listed with the command that shows them`() throws {
        try daemon.answer(
            "Suggest",
            #"{"suggestions": [{"text": "Kent School", "identifier": "schools/S1", "source": "schools"}]}"#)
        let (status, output, _) = try daemon.run("suggest", "kent", "sch")
        #expect(status == 0 && output.hasSuffix("Kent School  schools/S1\n"))
        #expect(asked == [#"Suggest {"prefix":"kent sch"}"#])
        try daemon.answer("Suggest", #"{"suggestions": [], "partial": true}"#)
        let partial = try daemon.run("suggest", "kent")
        let reason = "unknown: search: not all records are indexed yet"
        #expect(partial.status == 4 && partial.output == "no known suggestions\n\n\(reason)\n")
        try daemon.answer(
            "Suggest",
            #"{"suggestions": [], "failure": {"source": "photon", "reason": "timeout", "message": "it is late"}}"#
        )
        let silent = try daemon.run("suggest", "kent")
        #expect(silent.status == 4)
        #expect(silent.output == "no known suggestions\n\nunknown: photon: it is late\n")
        let lines = try daemon.run("suggest", "kent", "--json=short").output
        #expect(lines.contains(#"{"unknown":[{"source":"photon","reason":"it is late"}]}"#), "\(lines)")
        daemon.on("Suggest") { $0.fail("io.almanac.QueryTooShort", ["minimum": 4]) }
        #expect(try daemon.run("suggest", "ken").error.contains("at least 4 characters"))
    }
}

extension JSON {
    /// The value on one line.
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
