import Definitions
import Records
import Testing

@Suite struct MirrorRuleTests {
    private func rule(_ lines: String) throws -> MirrorRule {
        var options = Options()
        try options.read(Array("[Mirror]\n\(lines)\n".utf8), file: "hub.source")
        return try MirrorRule(options)
    }

    @Test func `without settings, everything is mirrored`() throws {
        #expect(try rule("").json == [:])
        #expect(try rule("").sources == [:])
    }

    @Test func `all settings together select`() throws {
        let rule = try rule(
            "Sources=a b*\nKinds=metar\nTags=x\nKeys=K*\nWhere=t < 0\nWhere=wind exists\nNear=43.65,-70.31 50km"
        )
        #expect(
            rule.json == [
                "sources": ["a", "b*"], "kinds": ["metar"], "tags": ["x"], "keys": ["K*"],
                "where": ["t < 0", "wind exists"],
                "near": ["latitude": 43.65, "longitude": -70.31, "radiusMeters": 50000],
            ])
        #expect(rule.sources == ["sources": ["a", "b*"], "kinds": ["metar"], "tags": ["x"]])
    }

    @Test(arguments: [
        ("0 0 1.5km", 1500), ("-90,180 10nm", 18520), ("-90, -180\t1mi", 1609), ("1,2 20000KM", 20_000_000),
    ])
    func `a radius has a unit`(text: String, metres: Int) throws {
        #expect(try rule("Near=\(text)").json["near"]?["radiusMeters"]?.int == metres)
    }

    @Test(arguments: [
        "43.65,-70.31", "43.65,-70.31 50", "43.65,-70.31 0km", "43.65,-70.31 -1km", "91,0 1km", "0,181 1km",
        "nan,0 1km", "0,0 infkm", "0,0 nankm", "0,0 20101km", "KPWM 50km", "0,0 1 km", "0,0 1km 2km",
    ])
    func `a circle that is none is an error with its place`(text: String) {
        #expect(
            performing: { try rule("Near=\(text)") },
            throws: {
                "\($0)"
                    == "hub.source:2: Near=\(text) is not a latitude, a longitude and a radius, as in "
                    + "43.65,-70.31 50km"
            })
    }

    @Test func `a condition that is none is an error with its place`() {
        #expect(
            performing: { try rule("Where=a = 1\nWhere=and") },
            throws: { "\($0)".hasPrefix("hub.source:3: Where=and is not a condition: ") })
    }

    @Test func `an unknown setting is an error`() {
        #expect(
            performing: { try rule("Source=a") },
            throws: { "\($0)" == "hub.source:2: Source=a is not a known setting; did you mean Sources?" })
    }
}
