import Alerts
import Decoding
import Records
import TestDocuments
import Testing

/// The areas of alerts that name only zones.
@Suite struct AlertZoneTests {
    private static let europe = "EMMA_ID:emma NUTS3:nuts@3 NUTS2:nuts@2"

    /// Returns a square of a degree.
    private func square(_ west: Double, _ south: Double, corners: Int = 4) -> GeoArea {
        let side = (0..<corners / 4).map { Double($0) * 4 / Double(corners) }
        // One expression with all four sides takes compilers on slow machines too long.
        let (east, north) = (west + 1, south + 1)
        var ring: [(Double, Double)] = side.map { (west + $0, south) }
        ring += side.map { (east, south + $0) }
        ring += side.map { (east - $0, north) }
        ring += side.map { (west, north - $0) }
        let positions = ring.compactMap { Position(latitude: $0.1, longitude: $0.0) }
        return GeoArea(GeoPolygon([positions]).map { [.polygon($0)] } ?? [])
    }

    /// Returns the tables of `Zones=` with the areas of the sources.
    private func tables(_ words: String, _ areas: [String: [String: ZoneArea]]) -> ZoneTables {
        ZoneTables(
            words.split(separator: " ").compactMap { ZoneTable(String($0)) },
            find: { code, source in areas[source]?[code] ?? .unknown },
            isEmpty: { areas[$0]?.isEmpty ?? true })
    }

    /// Decodes a warning of MeteoAlarm in two languages whose areas have codes, each `NAME=CODE`.
    private func alert(_ areas: [String]..., zones: ZoneTables?) throws -> (data: JSON, out: Decoded) {
        let list = areas.enumerated().map { number, codes in
            let pairs = codes.map { code in
                let parts = code.split(separator: "=")
                return #"{"valueName": "\#(parts[0])", "value": "\#(parts[1])"}"#
            }
            return #"{"areaDesc": "Area \#(number)", "geocode": [\#(pairs.joined(separator: ","))]}"#
        }.joined(separator: ",")
        func info(_ language: String) -> String {
            #"""
            {"language": "\#(language)", "event": "Wind", "severity": "Severe", "area": [\#(list)],
             "onset": "2026-11-28T10:00:00Z", "expires": "2026-11-29T10:00:00Z"}
            """#
        }
        let text = #"""
            {"warnings": [{"alert": {"identifier": "a", "sender": "s", "sent": "2026-11-28T09:00:00Z",
             "status": "Actual", "msgType": "Alert", "info": [\#(info("fr")), \#(info("en"))]}}]}
            """#
        let now = try #require(UTC(iso8601: "2026-11-28T12:00:00Z"))
        var decoder = try AlertDecoder(
            options: TestDocument.options("[Alert]\nLanguage=en\n"), context: DocumentContext(reference: now))
        decoder.live(at: now, recall: { _ in nil }, zones: zones)
        let out = try decoder.decode(whole: Array(text.utf8))
        return (try JSON(parsing: try #require(out.records.first).data), out)
    }

    private func area(_ data: JSON) -> GeoArea { data["geometry"].flatMap { GeoArea($0) } ?? GeoArea() }

    private func holds(_ data: JSON, _ latitude: Double, _ longitude: Double) -> Bool {
        Position(latitude: latitude, longitude: longitude).map(area(data).contains) ?? false
    }

    @Test func `a code is looked up only in the tables of its name`() throws {
        let zones = tables(
            Self.europe,
            ["emma": ["FR101": .known(square(20, 20))], "nuts@3": ["FR101": .known(square(2, 48))]])
        let (data, out) = try alert(["NUTS3=FR101"], zones: zones)
        #expect(holds(data, 48.5, 2.5) && !holds(data, 20.5, 20.5))
        #expect(out.notes.isEmpty && data["unlocated"] == nil)
        #expect(holds(try alert(["emma_id=FR101"], zones: zones).data, 20.5, 20.5))
    }

    @Test func `an area without an area of its preferred code has that of another one`() throws {
        let zones = tables(
            Self.europe,
            ["emma": ["HR001": .known(square(0, 0))], "nuts@3": ["HR031": .known(square(14, 45))]])
        let (data, out) = try alert(["EMMA_ID=HR018", "NUTS3=HR031"], zones: zones)
        #expect(holds(data, 45.5, 14.5))
        #expect(out.notes.isEmpty && data["unlocated"] == nil)
    }

    @Test func `the preferred table counts if both have an area`() throws {
        let zones = tables(
            Self.europe, ["emma": ["DE1": .known(square(1, 1))], "nuts@3": ["DE2": .known(square(5, 5))]])
        let (data, _) = try alert(["NUTS3=DE2", "WARNCELLID=9", "EMMA_ID=DE1"], zones: zones)
        #expect(holds(data, 1.5, 1.5) && !holds(data, 5.5, 5.5))
    }

    @Test func `an ambiguous code has no area, and is counted`() throws {
        let zones = tables("FIPS:counties", ["counties": ["EI32": .ambiguous, "EI01": .known(square(0, 0))]])
        let (data, out) = try alert(["FIPS=EI32"], zones: zones)
        #expect(data["geometry"] == nil)
        #expect(out.notes == ["1 code of a zone stands for several areas, not used (FIPS: EI32)"])
    }

    @Test func `a code with different areas in two tables is ambiguous`() throws {
        let both = ["a": ["Z": ZoneArea.known(square(0, 0))], "b": ["Z": .known(square(5, 5))]]
        #expect(try alert(["X=Z"], zones: tables("a b", both)).data["geometry"] == nil)
        #expect(try alert(["X=Z"], zones: tables("X:a Y:b", both)).data["geometry"] != nil)
    }

    @Test func `areas that are not known are named in the record, and counted by the name of their table`()
        throws
    {
        let zones = tables(Self.europe, ["emma": ["DE1": .known(square(0, 0))]])
        let (data, out) = try alert(["EMMA_ID=DE1"], ["EMMA_ID=DE2"], ["NUTS3=FR101"], zones: zones)
        #expect(data["geometry"] != nil && data["unlocated"] == ["DE2", "FR101"])
        #expect(
            out.notes == [
                "2 codes of zones have no area (EMMA_ID: DE2; NUTS3: FR101)",
                "places are not compared: nuts@3 has no data",
            ])
    }

    @Test func `codes without any table are counted under their first name`() throws {
        let (data, out) = try alert(["CISORP=51", "OTHER=1"], zones: tables(Self.europe, ["emma": [:]]))
        #expect(data["geometry"] == nil && data["unlocated"] == nil)
        #expect(out.notes == ["1 code of a zone has no area (CISORP: 51)"])
        #expect(try alert(["CISORP=51"], zones: nil).out.notes.isEmpty)
    }

    @Test func `all codes of the name with the most areas count`() throws {
        let known = ["M1": ZoneArea.known(square(0, 0)), "M2": .known(square(5, 5))]
        let whole = try alert(["SAME=023005 023006", "UGC=M1 M2"], zones: tables("us", ["us": known]))
        #expect(holds(whole.data, 0.5, 0.5) && holds(whole.data, 5.5, 5.5) && whole.out.notes.isEmpty)
        let part = try alert(["SAME=023005 023006", "UGC=M1 M9"], zones: tables("us", ["us": known]))
        #expect(part.data["unlocated"] == ["M9"])
        #expect(part.out.notes == ["1 code of a zone has no area (UGC: M9)"])
    }

    @Test func `zones with many corners keep their form, so that a neighbour is not in them`() throws {
        // The first zone takes all corners that an alert may have; the second has a bay that a box would
        // fill.
        let corner = [(0.0, 0.0), (0, 3), (1, 3), (1, 1), (3, 1), (3, 0)]
        let ring = corner.indices.flatMap { index -> [Position] in
            let (start, end) = (corner[index], corner[(index + 1) % corner.count])
            return (0..<1000).compactMap { step in
                let share = Double(step) / 1000
                return Position(
                    latitude: start.1 + (end.1 - start.1) * share,
                    longitude: start.0 + (end.0 - start.0) * share)
            }
        }
        let bay = GeoArea(GeoPolygon([ring]).map { [.polygon($0)] } ?? [])
        let zones = tables(
            "X:t", ["t": ["A": .known(square(20, 20, corners: 9000)), "B": .known(bay)]])
        let (data, _) = try alert(["X=A"], ["X=B"], zones: zones)
        #expect(holds(data, 2, 0.5) && holds(data, 0.5, 2) && !holds(data, 2, 2))
        #expect(area(data).cornerCount < 10_500)
    }

    @Test(arguments: ["zones-us@ME", "EMMA_ID:zones-europe", "A:b@c:d"])
    func `Zones= has sources, each with the name of its codes or without`(word: String) throws {
        let table = try #require(ZoneTable(word))
        #expect(
            table.source == (word.hasPrefix("zones") ? word : String(word.drop { $0 != ":" }.dropFirst())))
        #expect(ZoneTable(word + " x") == nil && ZoneTable(":zones") == nil && ZoneTable("A:") == nil)
    }
}
