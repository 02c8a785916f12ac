import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The definitions for SIGMETs, AIRMETs and pilot reports, with documents in both forms of their upstream.
@Suite struct AviationDefinitionTests {
    private static let moment = UTC(iso8601: "2026-11-28T16:00:00Z")!

    private static func decode(
        _ kind: Kind, _ definition: String, _ file: String, at moment: UTC = moment, slice: Int = 65_536
    ) throws -> Decoded {
        let text = String(
            decoding: try CorpusFile.bytes("../../../etc/sources.d/\(definition)"), as: UTF8.self)
        return try TestDocument.decode(
            kind, text, CorpusFile.bytes("json/\(file)"), slice: slice,
            context: DocumentContext(reference: moment))
    }

    private static func data(_ record: Record?) throws -> JSON { try JSON(parsing: #require(record).data) }

    private static func contains(_ record: Record, _ latitude: Double, _ longitude: Double) throws -> Bool {
        try #require(record.area).contains(#require(Position(latitude: latitude, longitude: longitude)))
    }

    @Test func `SIGMETs have areas, levels, movement and validity`() throws {
        let found = try Self.decode(.sigmet, "sigmets.source", "sigmets.geojson").records
        #expect(
            found.map(\.title) == [
                "SEV TURB SFC–6500 ft EISN", "SEV ICE 8000 ft–FL190 EISN", "EMBD TS top FL430 NZZO",
                "SEV TURB LIMM (area unknown)", "VA top FL300 WIIF (area unknown)", "VA top FL300 WIIF",
                "FRQ TS top FL450 SBRE (area unknown)",
            ])
        let data = try found.map { try Self.data($0) }
        #expect(
            data.map { $0["movement"] } == [
                "moving NE 15 kt, weakening", "stationary, no change", "moving W, speed unknown", nil, nil,
                nil, nil,
            ])
        #expect(data.map { $0["phase"] }[0...1] == ["in force", "announced"])
        #expect(data[0]["onset"] == "2026-11-28T14:00:00Z" && data[0]["ends"] == "2026-11-28T18:00:00Z")
        #expect(data.map { $0["unknown"] } == [nil, nil, nil, ["area"], ["area"], ["time"], ["area"]])
        #expect(try Self.contains(found[0], 53.3, -9) && !Self.contains(found[0], 50, -9))
        #expect(try Self.contains(found[2], -28, 179.5) && Self.contains(found[2], -28, -179))
        #expect(try Self.contains(found[2], -19, 171) && !Self.contains(found[2], -28, 0))
        #expect(data[3]["geometry"]?["type"] == "LineString" && found[3].area == nil)
        #expect(found[3].position == Position(latitude: 46, longitude: 9))
        #expect(found[6].position == nil)
    }

    @Test(arguments: [Kind.sigmet, .pirep])
    func `an error in place of a list is a failure, and a list that is cut has a remark`(kind: Kind) throws {
        func decode(_ text: String) throws -> Decoded {
            try TestDocument.decode(
                kind, "", Array(text.utf8), context: DocumentContext(reference: Self.moment))
        }
        for text in [
            #"{"features":[],"error":"too many requests"}"#, #"[{"error":"too many requests"}]"#,
            #"[{"status":429,"message":"too many requests"}]"#,
        ] {
            let failure = #expect(throws: DecodeError.self) { try decode(text) }
            #expect(failure?.found.contains("too many requests") == true)
        }
        let cut = try decode(#"{"features":[],"links":[{"rel":"next","href":"https://example.org/2"}]}"#)
        #expect(cut.notes == ["the document says that there are more elements than its 0 (links)"])
        #expect(try decode(#"{"type":"FeatureCollection","features":[]}"#).notes == [])
    }

    @Test func `what cannot be read of a SIGMET is rejected, and what is over is omitted`() throws {
        let found = try Self.decode(.sigmet, "sigmets.source", "sigmets.geojson")
        #expect(found.rejects.map(\.field) == ["geometry", "geometry", "validTimeTo", "coords"])
        #expect(found.rejects[0].reason == "a line instead of an area")
        #expect(found.omitted == ["ended": 1])
        #expect(found.next == UTC(iso8601: "2026-11-28T17:00:00Z"))
        let later = try Self.decode(
            .sigmet, "sigmets.source", "sigmets.geojson", at: #require(UTC(iso8601: "2026-11-28T19:00:00Z")))
        #expect(later.records.map(\.key) == ["EISN/4/2026-11-28T17:00:00Z", "WIIF/8/1795874400"])
        #expect(try Self.data(later.records[0])["phase"] == "in force")
    }

    @Test func `SIGMETs of the United States state from where they move, and end at the later of two times`()
        throws
    {
        let found = try Self.decode(.sigmet, "sigmets-us.source", "sigmets-us.geojson")
        #expect(found.rejects == [])
        #expect(found.records.map(\.key) == ["7E/2026-11-28T14:55:00Z", "NOVEMBER 2/2026-11-28T14:55:00Z"])
        #expect(found.records.map(\.title) == ["CONVECTIVE top FL450 7E", "SEV TURB FL270–FL410 NOVEMBER 2"])
        let data = try found.records.map { try Self.data($0) }
        #expect(data[0]["movement"] == "moving from 240° 35 kt")
        #expect(data.map { $0["ends"] } == ["2026-11-28T17:55:00Z", "2026-11-28T18:55:00Z"])
        // The second polygon lacks the list of rings.
        for record in found.records { #expect(try Self.contains(record, 43.65, -70.31)) }
    }

    @Test func `a part of a G-AIRMET counts for three hours`() throws {
        let found = try Self.decode(.sigmet, "airmets-us.source", "airmets-us.geojson")
        #expect(found.rejects == [])
        #expect(
            found.records.map(\.title) == [
                "IFR SIERRA 1C", "IFR SIERRA 1C", "MOD ICE FZL (4000–12000 ft)–FL180 ZULU 1C",
                "FZLVL at 8000 ft ZULU 2C",
            ])
        let data = try found.records.map { try Self.data($0) }
        #expect(data.map { $0["phase"] } == ["in force", "announced", "in force", "in force"])
        #expect(data[0]["ends"] == data[1]["onset"] && data[0]["ends"] == "2026-11-28T18:00:00Z")
        #expect(Set(found.records.map(\.key)).count == 4)
        // An isoline has no area, which is not unknown.
        #expect(data[3]["unknown"] == nil && found.records[3].area == nil)
    }

    @Test func `pilot reports state a level only if they have one`() throws {
        let found = try Self.decode(.pirep, "pireps@.source", "pireps.geojson")
        #expect(found.rejects == [] && found.omitted == ["ended": 1])
        let data = try found.records.map { try Self.data($0) }
        #expect(
            data.map { $0["level"] } == [
                "descending", "unknown", "on the ground", "climbing", "FL350", "8500 ft",
            ])
        #expect(data.map { $0["fltLvl"]?.double } == [nil, nil, nil, nil, 350, 85])
        #expect(data.map { $0["place"] } == ["PWM", "PWM", "PWM", "PWM", "43.5,-70.9", "PWM045020"])
        #expect(data.map { $0["urgent"] } == [true, nil, nil, nil, nil, nil])
        #expect(data[0]["turbulence"] == "SEV" && data[5]["icing"] == "MOD RIME 7000–9000 ft")
        #expect(data[4]["turbulence"] == "LGT-MOD CAT FL330–FL370")
        // Whether 501 is in feet or in hundreds of feet is not known, so that it is not shown.
        #expect(data[3]["icing"] == "LGT")
        #expect(data[0]["ends"] == "2026-11-28T17:20:00Z")
        #expect(found.records[0].position == Position(latitude: 43.6, longitude: -70.3))
    }

    @Test func `the JSON form has the same members as GeoJSON, and corners become an area`() throws {
        let early = UTC(seconds: 1_704_067_200)
        let world = try Self.decode(.sigmet, "sigmets.source", "sigmets.json", at: early)
        #expect(
            world.records.map(\.title) == [
                "OCNL TURB FL370–FL420 PAZA", "unknown hazard top FL400 FAJO (area unknown)",
            ])
        #expect(try Self.contains(world.records[0], 57, -151.8))
        #expect(world.rejects.map(\.field) == ["coords"])
        let states = try Self.decode(.sigmet, "sigmets-us.source", "sigmets-us.json", at: early)
        #expect(states.records.map(\.key) == ["24W/2025-09-27T11:55:00Z", "3E/2026-03-29T01:55:00Z"])
        #expect(try Self.data(states.records[0])["validTimeTo"] == "2025-09-27T13:55:00Z")
        #expect(try Self.contains(states.records[0], 33.7, -115.2))
        let advisories = try Self.decode(.sigmet, "airmets-us.source", "airmets-us.json", at: early)
        #expect(advisories.rejects == [])
        #expect(try Self.contains(advisories.records[0], 48.7, -93))
        let reports = try Self.decode(.pirep, "pireps@.source", "pireps.json", at: early)
        #expect(try reports.records.map { try Self.data($0)["level"] } == ["8500 ft", "FL350"])
        #expect(reports.records[0].title == "ORD UA /OV 35 W ORD/TM 1801/FL085/TP E170/TB SMOOTH")
    }

    private static let documents: [(Kind, String, String)] = [
        (.sigmet, "sigmets.source", "sigmets.geojson"), (.sigmet, "sigmets.source", "sigmets.json"),
        (.sigmet, "sigmets-us.source", "sigmets-us.geojson"),
        (.sigmet, "sigmets-us.source", "sigmets-us.json"),
        (.sigmet, "airmets-us.source", "airmets-us.geojson"),
        (.sigmet, "airmets-us.source", "airmets-us.json"),
        (.pirep, "pireps@.source", "pireps.geojson"), (.pirep, "pireps@.source", "pireps.json"),
    ]

    @Test(arguments: documents)
    func `every prefix of a document decodes or throws`(kind: Kind, definition: String, file: String) throws {
        let bytes = try CorpusFile.bytes("json/\(file)")
        for length in 0..<bytes.count {
            // Only a trap would be wrong.
            _ = try? TestDocument.decode(kind, "", Array(bytes[..<length]))
        }
        let whole =
            try Self.decode(kind, definition, file).records + Self.decode(kind, definition, file).records
        let sliced = try Self.decode(kind, definition, file, slice: 7).records
        #expect(whole == sliced + sliced)
    }

    @Test func `a document without elements is empty, and another one is an error`() throws {
        for kind in [Kind.sigmet, .pirep] {
            for text in ["[]", #"{"type":"FeatureCollection","features":[]}"#] {
                #expect(try TestDocument.decode(kind, "", Array(text.utf8)).records == [])
            }
            for text in ["", "7", "{}", #"{"error":"no"}"#, "[7]", "[null]", "<html>", #"[{"lat":NaN}]"#] {
                #expect(throws: DecodeError.self) { try TestDocument.decode(kind, "", Array(text.utf8)) }
            }
        }
    }

    @Test func `different advisories with one key stay apart, and repeated ones are one`() throws {
        func sigmet(_ top: Int) -> String {
            #"{"firId":"EISN","seriesId":"1","validTimeFrom":1795874400,"validTimeTo":1795888800,"top":\#(top)}"#
        }
        let text = "[\(sigmet(100)),\(sigmet(200)),\(sigmet(100))]"
        let found = try TestDocument.decode(.sigmet, "", Array(text.utf8))
        let key = "EISN/1/2026-11-28T14:00:00Z"
        #expect(found.records.map(\.key) == [key, key + "/2"])
    }

    @Test func `an advisory that only cancels another one is none`() throws {
        let text =
            #"[{"firId":"EISN","seriesId":"2","rawSigmet":"EISN SIGMET 2 VALID 281400/281800 EINN-\nEISN CNL  SIGMET 1"}]"#
        let found = try TestDocument.decode(.sigmet, "", Array(text.utf8))
        #expect(found.records == [] && found.omitted == ["cancelled": 1])
    }

    @Test func `AIRMETs have the zone of Alaska or the region of the world`() throws {
        let text = #"""
            [{"region":"FH","validTimeFrom":1795874400,"validTimeTo":1795888800,"hazard":"IFR"},
            {"firId":"LIMM","seriesId":"1","validTimeFrom":1795874400,"hazard":"TURB","rawSigmet":"LIMM AIRMET 1 VALID"}]
            """#
        let found = try TestDocument.decode(.sigmet, "", Array(text.utf8)).records
        #expect(found.map(\.key) == ["FH/IFR/2026-11-28T14:00:00Z", "LIMM/1/2026-11-28T14:00:00Z"])
        #expect(try found.map { try Self.data($0)["advisory"] } == ["AIRMET", "AIRMET"])
        #expect(try Self.data(found[1])["unknown"] == ["area", "time"])
    }

    @Test func `several lists of corners are several areas, and an unclosed one is closed`() throws {
        let text = #"""
            [{"firId":"FCCC","seriesId":"2","hazard":"TS","qualifier":"EMBD","geom":"AREAS","validTimeFrom":1795874400,
            "validTimeTo":1795888800,"coords":[[{"lat":7.5,"lon":14.5},{"lat":1.5,"lon":14.5},{"lat":1.5,"lon":18}],
            [{"lat":6,"lon":13},{"lat":1,"lon":13},{"lat":1,"lon":10}]]}]
            """#
        let found = try TestDocument.decode(.sigmet, "", Array(text.utf8))
        #expect(found.rejects == [])
        let record = try #require(found.records.first)
        #expect(record.title == "EMBD TS FCCC")
        #expect(try Self.contains(record, 4, 15) && Self.contains(record, 2, 12.5))
        #expect(try !Self.contains(record, 4, 13.8))
        #expect(try Self.data(record)["geometry"]?["type"] == "MultiPolygon")
    }

    @Test func `a document that is as long as the service allows may lack something`() throws {
        let report = #"{"obsTime":1795881600,"rawOb":"ABC UA"}"#
        let text = "[\(Array(repeating: report, count: 400).joined(separator: ","))]"
        let found = try TestDocument.decode(.pirep, "", Array(text.utf8))
        #expect(found.notes.count == 1 && found.records.count == 1)
    }

    @Test(arguments: documents)
    func `a mutated document decodes or throws`(kind: Kind, definition: String, file: String) throws {
        let bytes = try CorpusFile.bytes("json/\(file)")
        var generator = SeededGenerator(seed: 17)
        let likely = Array(#"0179-.eE"[]{},:nulltrue"#.utf8)
        for _ in 0..<400 {
            var mutated = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<mutated.count, using: &generator)
                mutated[place] = likely.randomElement(using: &generator) ?? .space
            }
            // Only a trap would be wrong; a position is always one.
            guard let found = try? TestDocument.decode(kind, "", mutated) else { continue }
            for record in found.records {
                #expect(RecordKey.isValid(record.key))
                #expect((try? JSON(parsing: record.data)) != nil)
            }
        }
    }
}
