import Records
import TestDaemon
import Testing
import Varlink

/// `almanac warnings` for places and zones while the areas of zones are known or not.
@MainActor @Suite struct WarningZonesTests {
    private let daemon: ScriptedDaemon

    /// A red warning that names Paris, a polygon elsewhere, and a warning with a code of another table.
    private static let named: JSON = [
        "source": "alerts-europe@france", "key": "red", "title": "Red wind warning",
        "data": [
            "phase": "in force", "severity": "Extreme", "area": "Paris", "identifier": "a", "sender": "s",
            "zones": ["NUTS3": ["FR101"]], "ends": "2999-01-01T00:00:00Z",
        ],
    ]
    private static let polygon: JSON = [
        "source": "alerts-europe@france", "key": "far", "title": "Snow",
        "data": [
            "phase": "in force", "severity": "Minor", "area": "Alps", "zones": ["NUTS3": ["FR718"]],
            "geometry": [
                "type": "Polygon", "coordinates": [[[6, 45], [7, 45], [7, 46], [6, 46], [6, 45]]],
            ],
        ],
    ]
    private static let region: JSON = [
        "source": "zones-nuts-2013@3", "key": "FR101", "title": "Paris",
        "data": [
            "geometry": [
                "type": "Polygon", "coordinates": [[[2, 48], [3, 48], [3, 49], [2, 49], [2, 48]]],
            ]
        ],
    ]

    init() throws { daemon = try ScriptedDaemon() }

    /// Makes the daemon have records and the sources of alerts and zones, the latter with a number of
    /// records.
    private func offer(
        _ records: [JSON], health: String = "fresh", zones: Int = 0, tables: [JSON] = []
    ) throws {
        let alerts =
            #"{"context": {"name": "alerts-europe@france", "kind": "alert", "options": {"Alert": {"Zones": "#
            + #""EMMA_ID:zones-europe NUTS3:zones-nuts-2013@3"}}}, "runtime": {"health": "\#(health)", "records": 2}}"#
        let table =
            #"{"context": {"name": "zones-nuts-2013@3", "kind": "json", "tags": ["zones"]}, "#
            + #""runtime": {"health": "fresh", "records": \#(zones)}}"#
        try daemon.answer("ListSources", #"{"sources": [\#(alerts), \#(table)]}"#)
        daemon.on("GetSnapshot") { call in
            let selector = call.parameters["selector"]
            let conditions = (selector?["where"]?.array ?? []).compactMap(\.string)
            var found = selector?["tags"] == ["zones"] ? tables : records
            if let keys = selector?["keys"]?.array {
                found = found.filter { keys.contains($0["key"] ?? .null) }
            }
            if selector?["near"] != nil { found = [] }
            if conditions.contains(where: { $0.contains("not geometry exists") }) {
                found = found.filter { $0["data"]?["geometry"] == nil || $0["data"]?["unlocated"] != nil }
            }
            if conditions.contains(where: { $0.hasPrefix("geometry exists and not unlocated") }) {
                found = found.filter { $0["data"]?["geometry"] != nil && $0["data"]?["unlocated"] == nil }
            }
            call.reply(["cursor": "a.1", "records": .array(found)])
        }
        daemon.on("Search") { $0.reply(["records": .array(tables)]) }
    }

    @Test func `without areas of its zones, a place is not compared`() throws {
        try offer([Self.named, Self.polygon])
        let (status, output, _) = try daemon.run("warnings", "48.85,2.35")
        #expect(status == 4)
        let reason =
            "place not compared: zones-nuts-2013@3 has no data; 1 warning names only zones: Red wind warning"
        #expect(output.hasPrefix("unknown: alerts-europe@france: \(reason)\n"))
        #expect(!output.contains("no warnings"))
        let json = try daemon.run("warnings", "48.85,2.35", "--json")
        let unknown: JSON = ["unknown": [["source": "alerts-europe@france", "reason": .string(reason)]]]
        #expect(json.status == 4 && json.error.isEmpty)
        #expect(try JSON(parsing: Array(json.output.utf8)) == unknown)
        for format in ["{key}", "csv", "tsv", "geojson"] {
            let machine = try daemon.run("warnings", "48.85,2.35", "--format", format)
            #expect(machine.status == 4 && machine.error.contains("unknown: alerts-europe@france: \(reason)"))
            #expect(!machine.output.contains("unknown"))
        }
        let bar = try JSON(
            parsing: Array(try daemon.run("warnings", "48.85,2.35", "--format", "waybar").output.utf8))
        #expect(bar["text"] == "?" && bar["class"] == ["unknown"])
    }

    @Test func `if the tables have data and lack a zone, the answer says so`() throws {
        try offer([Self.named], zones: 1000)
        let output = try daemon.run("warnings", "48.85,2.35").output
        #expect(
            output.hasPrefix(
                "unknown: alerts-europe@france: place not compared: 1 warning names zones whose areas are not "
                    + "known: Red wind warning\n"))
    }

    @Test func `if all areas are known, there are no warnings`() throws {
        try offer([Self.polygon], zones: 1000)
        let (status, output, error) = try daemon.run("warnings", "48.85,2.35")
        #expect(status == 0 && error.isEmpty)
        #expect(output == "no warnings\n\nasked: alerts-europe@france; no answer yet\n")
    }

    @Test(arguments: ["empty", "stale", "failing"])
    func `while a source of alerts is not current, there may be warnings`(health: String) throws {
        try offer([Self.polygon], health: health, zones: 1000)
        let (status, output, _) = try daemon.run("warnings", "48.85,2.35")
        #expect(status == 4 && output.hasPrefix("unknown: alerts-europe@france has no data"))
        #expect(!output.contains("no warnings"))
    }

    @Test func `a warning whose areas another source has is compared`() throws {
        var located = try #require(Self.named["data"]?.object)
        located.append(JSON.Member("geometry", Self.polygon["data"]?["geometry"] ?? .null))
        let other: JSON = [
            "source": "other", "key": "red", "title": "Red wind warning", "data": .object(located),
        ]
        try offer([Self.named, other])
        #expect(try daemon.run("warnings", "48.85,2.35").output.hasPrefix("no warnings\n"))
    }

    @Test func `a zone is chosen by its code or by its name`() throws {
        try offer([Self.named, Self.polygon], zones: 1, tables: [Self.region])
        for zone in ["FR101", "fr101", "Paris", "NUTS3:FR101"] {
            let (status, output, _) = try daemon.run("warnings", "--zone", zone, "--format", "{key}")
            #expect(status == 0 && output == "red\n", "\(zone)")
        }
        #expect(try daemon.run("warnings", "48,2", "--zone", "FR101").status == 64)
    }

    @Test func `a zone without warnings has none only if it exists`() throws {
        let other: JSON = [
            "source": "zones-nuts-2013@3", "key": "FR102", "title": "Elsewhere",
            "data": [
                "geometry": ["type": "Polygon", "coordinates": [[[9, 9], [10, 9], [10, 10], [9, 9]]]]
            ],
        ]
        try offer([Self.named, Self.polygon], zones: 1, tables: [other])
        #expect(try daemon.run("warnings", "--zone", "FR102").output.hasPrefix("no warnings\n"))
        let (status, output, _) = try daemon.run("warnings", "--zone", "FR999")
        #expect(status == 4 && output.contains("may not exist") && !output.contains("no warnings\n"))
    }

    @Test func `a name of several zones is refused with their codes`() throws {
        let zones = ["BE22", "NL42"].map { code -> JSON in
            ["source": "zones-nuts-2013@2", "key": .string(code), "title": "Limburg", "data": [:]]
        }
        try offer([Self.named], zones: 2, tables: zones)
        let (status, output, error) = try daemon.run("warnings", "--zone", "limburg")
        #expect(status == 64 && output.isEmpty)
        #expect(error.contains("may be one of 2 zones") && error.contains("BE22") && error.contains("NL42"))
    }

    @Test func `warnings without codes of the zone are compared by their areas`() throws {
        let storm: JSON = [
            "source": "alerts-europe@france", "key": "storm", "title": "Storm",
            "data": [
                "phase": "in force", "severity": "Severe",
                "geometry": [
                    "type": "Polygon",
                    "coordinates": [[[2.8, 48.8], [4, 48.8], [4, 50], [2.8, 50], [2.8, 48.8]]],
                ],
            ],
        ]
        let unknown: JSON = [
            "source": "alerts-europe@france", "key": "vague", "title": "Fog",
            "data": ["phase": "in force", "severity": "Minor", "zones": ["EMMA_ID": ["FR001"]]],
        ]
        try offer([storm, unknown], zones: 1, tables: [Self.region])
        let (status, output, error) = try daemon.run("warnings", "--zone", "NUTS3:FR101", "--format", "{key}")
        #expect(status == 4 && output == "storm\n")
        #expect(
            error.contains("zone not compared: zones-europe has no data; 1 warning names only zones: Fog"))
    }
}
