import Alerts
import Decoding
import Records
import Testing

/// Small documents after what senders really publish, each with the faults of its kind.
@Suite struct AlertCaseTests {
    private let evening: Int64 = 1_795_885_200
    private let noon: Int64 = 1_795_867_200

    private func records(_ name: String, at seconds: Int64) throws -> (Decoded, [JSON]) {
        let out = try decode(Corpus.bytes("cases/\(name)"), at: seconds, definition: "[Alert]\nLanguage=en\n")
        return (out, try out.records.map { try JSON(parsing: $0.data) })
    }

    private func texts(_ records: [JSON], _ member: String) -> [String?] {
        records.map { $0[member]?.string }
    }

    @Test func `the colour of MeteoAlarm is the level, and a green entry is no warning`() throws {
        let (_, red) = try records("ma-level-red.json", at: evening)
        #expect(texts(red, "level") == ["Extreme", "Moderate"] && texts(red, "colour") == ["red", "yellow"])
        #expect(red[0]["parameters"]?["awareness_level"] == "4; red; Extreme")
        let (out, green) = try records("ma-green.json", at: evening)
        #expect(texts(green, "identifier") == ["FR.1"] && out.omitted == ["green": 3])
    }

    @Test func `a message that repeats another without references continues it`() throws {
        let (nws, air) = try records("nws-reissue.json", at: evening)
        #expect(nws.records.map(\.key) == ["urn:oid:2.49.0.1.840.0.aaa1"])
        #expect(texts(air, "sent") == ["2026-11-28T16:00:00Z"])
        let (france, heat) = try records("ma-reissue.json", at: evening)
        #expect(france.records.map(\.key) == ["FR.20261128060108"] && texts(heat, "colour") == ["orange"])
    }

    /// Returns a list of one feature of the NWS in GeoJSON.
    private func feature(_ properties: String, geometry: String = "null", beside: String = "") -> [UInt8] {
        let own = """
            "id":"a","sent":"2026-11-28T10:00:00Z","status":"Actual","messageType":"Alert","event":"Wind","areaDesc":"York",
            "sender":"w-nws","expires":"2026-11-28T22:00:00Z"
            """
        return Array(
            #"{\#(beside)"features":[{"geometry":\#(geometry),"properties":{\#(own)\#(properties)}}]}"#.utf8)
    }

    @Test func `an end before the onset ends nothing`() throws {
        let times = #","onset":"2026-11-28T12:00:00Z","ends":"2026-11-28T11:00:00Z""#
        let out = try decode(feature(times), at: noon)
        #expect(try JSON(parsing: out.records[0].data)["ends"] == "2026-11-28T22:00:00Z")
        #expect(out.rejects.map(\.field) == ["ends"])
        // Nor does one whose moment is not known.
        let parameter = #","parameters":{"eventEndingTime":["2026-11-28T18:00:00"]}"#
        let local = try decode(feature(parameter), at: noon)
        #expect(try JSON(parsing: local.records[0].data)["ends"] == "2026-11-28T22:00:00Z")
    }

    @Test(arguments: [
        ("effective", "2026-11-28T08:00:00Z", "2026-11-18T20:00:00Z", nil),
        ("onset", "2026-11-28T08:00:00Z", "1970-01-01T00:00:00Z", nil),
        ("onset", "2026-11-28T09:00:00Z", "2026-11-28T08:30:00Z", nil),
        ("onset", "2026-11-28T13:00:00-05:00", "2026-11-28T13:00:00", nil),
        ("onset", "2026-11-28T13:00:00-05:00", "2026-11-29", nil),
        ("onset", "2026-11-28T08:00:00Z", "Sat, 28 Nov 2026 14:00:00", nil),
        ("onset", "2026-11-28T08:00:00Z", "Sat, 28 Nov 2026 14:00:00 GMT", "2026-11-28T14:00:00Z"),
        ("onset", "2026-11-28T08:00:00Z", "2026-11-28T15:00:00+0100", "2026-11-28T14:00:00Z"),
    ])
    func `an end before the beginning, or without an offset from UTC, ends nothing`(
        name: String, begin: String, end: String, expected: String?
    ) throws {
        let text = """
            <alert><identifier>a</identifier><sender>s</sender><sent>2026-11-28T09:00:00Z</sent><status>Actual</status>
            <msgType>Alert</msgType><info><event>Wind</event><severity>Severe</severity>
            <\(name)>\(begin)</\(name)><expires>\(end)</expires></info></alert>
            """
        let out = try decode(Array(text.utf8), at: noon)
        let record = try #require(out.records.first)
        #expect(try JSON(parsing: record.data)["ends"]?.string == expected)
        #expect(out.rejects.map(\.field) == (expected == nil ? ["expires"] : []))
    }

    @Test(arguments: [(["AllClear"], 0), (["AllClear", "None"], 0), (["AllClear", "Shelter"], 1)])
    func `a response that protects contradicts the end of a danger`(
        responses: [String], count: Int
    ) throws {
        let list = responses.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try decode(feature(#","response":[\#(list)]"#), at: noon).records.count == count)
    }

    @Test func `a list that says that there are more alerts ends none that it lacks`() throws {
        let store = AlertStore()
        try store.read(feature(""), at: noon)
        let more = #"{"features":[],"pagination":{"next":"https://x.example/2"}}"#
        try store.read(more, at: noon + 60)
        try store.read(more, at: noon + 6_000)
        #expect(store.keys == ["a"])
        #expect(
            store.last.notes == [
                "the document says that there are more alerts than its 0 (pagination.next)"
            ])
        let whole = #"{"features":[],"pagination":{}}"#
        try store.read(whole, at: noon + 6_060)
        try store.read(whole, at: noon + 7_060)
        #expect(store.keys == [])
    }

    @Test(arguments: [
        #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[["x",1]]]]}"#,
        #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[null,1],[1,1],[0,0]]]}"#,
    ])
    func `an area with a part that cannot be read is not located as a whole`(geometry: String) throws {
        let out = try decode(feature("", geometry: geometry), at: noon)
        #expect(try JSON(parsing: out.records[0].data)["unlocated"] == ["York"])
        #expect(out.rejects.map(\.field) == ["geometry"])
    }

    @Test(arguments: [
        ("<polygon>0,0 1,0 1,1 0,0</polygon><polygon>1,2 x,3</polygon>", ["A"]),
        ("<polygon>0,0 1,0 x 1,1 0,0</polygon>", ["A"]),
        ("<polygon>0,0 1,0 1,1 0,0</polygon><circle>1,2 far</circle>", ["A"]),
        ("<polygon>0,0 1,0 1,1 0,0</polygon><circle>32.9, -61.1, 10</circle>", []),
    ])
    func `an area of CAP with a shape that cannot be read is not located as a whole`(
        shapes: String, expected: [String]
    ) throws {
        #expect(try unlocated("<area><areaDesc>A</areaDesc>\(shapes)</area>") == expected)
    }

    @Test func `an area without a name is not located because another one is`() throws {
        let located = "<area><polygon>0,0 1,0 1,1 0,0</polygon></area>"
        #expect(try unlocated(located) == [])
        let cut = "<area><polygon>2,2 3,2 x 3,3 2,2</polygon></area>"
        #expect(try unlocated(located + cut) == ["an area without a name"])
    }

    /// Returns the member `unlocated` of the record of an alert in CAP with some areas.
    private func unlocated(_ areas: String) throws -> [String] {
        let text = """
            <alert><identifier>a</identifier><sender>s</sender><sent>2026-11-28T08:00:00Z</sent><status>Actual</status>
            <msgType>Alert</msgType><info><event>Wind</event><severity>Severe</severity>\(areas)</info></alert>
            """
        let out = try decode(Array(text.utf8), at: noon)
        let data = try JSON(parsing: try #require(out.records.first).data)
        return data["unlocated"]?.array?.compactMap(\.string) ?? []
    }

    @Test(arguments: [
        ("1; green; Minor", "Minor", nil), ("1; green; Minor", "Severe", "Severe"),
        ("5; violet; Extreme", "Minor", "Extreme"), ("4; red; Extreme", "", "Extreme"),
    ])
    func `a colour that its severity contradicts is no end, and an unknown one has its severity`(
        level: String, severity: String, expected: String?
    ) throws {
        let text = """
            {"warnings":[{"alert":{"identifier":"a","sender":"s","sent":"2026-11-28T08:00:00Z","status":"Actual","msgType":"Alert",
            "info":[{"event":"Wind","severity":"\(severity)","parameter":[{"valueName":"awareness_level","value":"\(level)"}]}]}}]}
            """
        let out = try decode(Array(text.utf8), at: noon)
        let levels = try out.records.map { try JSON(parsing: $0.data)["level"]?.string }
        #expect(levels == (expected.map { [$0] } ?? []))
    }

    @Test func `storms with polygons that are apart are two warnings`() throws {
        func feature(_ name: String, _ hour: Int, west: Int) -> String {
            """
            {"geometry":{"type":"Polygon","coordinates":[[[\(west),0],[\(west + 1),0],[\(west + 1),1],[\(west),0]]]},"properties":{
            "id":"\(name)","sent":"2026-11-28T\(hour):00:00Z","status":"Actual","messageType":"Alert","event":"Special Weather Statement",
            "sender":"w-nws.webmaster@noaa.gov","expires":"2026-11-28T22:00:00Z","geocode":{"UGC":["MEZ024"]},
            "parameters":{"AWIPSidentifier":["SPSGYX"]}}}
            """
        }
        let features = [feature("a", 14, west: 0), feature("b", 15, west: 5), feature("c", 16, west: 5)]
        let out = try decode(Array("{\"features\":[\(features.joined(separator: ","))]}".utf8), at: evening)
        #expect(out.records.map(\.key) == ["a", "b"])
    }

    @Test func `blocks of one language that differ are parts with levels and areas of their own`() throws {
        let (_, groups) = try records("eccc-groups.xml", at: evening)
        #expect(texts(groups, "severity") == ["Moderate", "Extreme"])
        #expect(texts(groups, "area") == ["Area calm", "Area worst"])
        #expect(groups[1]["texts"]?["fr-CA"]?["area"] == "Zone pire")
        let (out, areas) = try records("multi-area.xml", at: noon)
        #expect(
            texts(areas, "event") == ["Wind", "Hurricane"] && out.records.map(\.key) == ["ID1", "ID1#2"])
        let hurricane = try #require(areas[1]["geometry"].flatMap { GeoArea($0) })
        #expect(hurricane.contains(try #require(Position(latitude: 40.5, longitude: 0.5))))
        #expect(!hurricane.contains(try #require(Position(latitude: 50.5, longitude: 0.5))))
        let (_, czech) = try records("multi-chmi.json", at: noon)
        #expect(
            texts(czech, "event") == ["Strong wind", "Flood"] && czech[1]["zones"]?["EMMA_ID"] == ["CZ001"])
    }

    @Test func `a watch of ECCC differs from its warning, and the threat is its area`() throws {
        let (out, records) = try records("eccc-watch-and-warning.xml", at: evening)
        #expect(texts(records, "significance") == ["watch", "warning"])
        #expect(texts(records, "level") == ["Moderate", "Severe"])
        #expect(
            out.records.map(\.title) == [
                "Yellow watch - severe thunderstorm", "Orange warning - severe thunderstorm",
            ])
        let (_, threat) = try self.records("eccc-cam.xml", at: evening)
        let area = try #require(threat[0]["geometry"].flatMap { GeoArea($0) })
        #expect(!area.contains(try #require(Position(latitude: 43.1, longitude: -81))))
        #expect(area.contains(try #require(Position(latitude: 43.5, longitude: -81))))
    }

    @Test(arguments: ["container-adjacent.xml", "wrapper-first-lost.xml"])
    func `all messages in one element are read`(name: String) throws {
        let (out, _) = try records(name, at: name.hasPrefix("c") ? evening : noon)
        #expect(out.records.count == 3 && out.rejects.isEmpty)
    }

    @Test(arguments: [("", ["b"]), ("[Alert]\nAbsence=nothing\n", ["a", "b"]), ("Keep=1d\n", ["a", "b"])])
    func `a file that lacks an alert ends it, unless the definition says otherwise`(
        setting: String, keys: [String]
    ) throws {
        let store = AlertStore("[Source]\nPath=/alerts.xml\n" + setting)
        for identifier in ["a", "b"] {
            let message = CAPText(identifier: identifier, sent: noon, ends: evening)
            try store.read(CAPText.list([message]), at: noon + 60)
        }
        #expect(store.keys == keys)
        store.pass(to: evening)
        #expect(store.keys == [])
    }

    @Test func `messages of one identifier and moment are parts of one warning`() throws {
        func warning(_ event: String, sent: Int = 8, type: String = "Alert") -> String {
            """
            {"identifier":"a","sender":"s","sent":"2026-11-28T0\(sent):00:00Z","status":"Actual","msgType":"\(type)",
            "info":[{"event":"\(event)","severity":"Severe"}]}
            """
        }
        func events(_ warnings: String...) throws -> [String?] {
            let out = try decode(Array("[\(warnings.joined(separator: ","))]".utf8), at: noon)
            return texts(try out.records.map { try JSON(parsing: $0.data) }, "event")
        }
        #expect(try events(warning("Wind"), warning("Flood"), warning("Snow")) == ["Wind", "Flood", "Snow"])
        #expect(try events(warning("Wind"), warning("Wind"), warning("Flood")) == ["Wind", "Flood"])
        #expect(try events(warning("Wind"), warning("Flood", sent: 9)) == ["Flood"])
        #expect(try events(warning("Wind", sent: 9), warning("Flood")) == ["Wind"])
        #expect(try events(warning("Wind"), warning("Flood", type: "Update")) == ["Wind", "Flood"])
        #expect(try events(warning("Wind"), warning("", type: "Cancel")) == [])
    }

    @Test func `a sender's identifier, and its references, are its own`() throws {
        let (_, two) = try records("two-senders.json", at: evening)
        #expect(Set(texts(two, "severity")) == ["Extreme", "Minor"])
        #expect(try records("other-sender-cancels.xml", at: noon).0.records.map(\.key) == ["ID1"])
        #expect(try records("test-cancels-actual.xml", at: noon).0.records.map(\.key) == ["ID1"])
    }

    @Test func `an item of RSS that summarizes a message has the dates of mail`() throws {
        let (out, items) = try records("swic.rss", at: evening)
        #expect(out.records.map(\.key) == ["PAGASA-2"] && texts(items, "ends") == ["2026-11-28T18:30:00Z"])
        let bytes = try Corpus.bytes("cases/swic.rss")
        let links = AlertLinks.index(bytes, charset: nil, at: UTC(seconds: evening))
        #expect(links?.wanted == ["http://127.0.0.1:8931/cap/p1.xml"])
        // The moment of an end without a zone is not known: the message is read.
        let local = String(decoding: bytes, as: UTF8.self).replacing(text: "18:30:00 GMT", with: "18:30:00")
        let unsure = AlertLinks.index(Array(local.utf8), charset: nil, at: UTC(seconds: evening))
        #expect(unsure?.wanted == [1, 0].map { "http://127.0.0.1:8931/cap/p\($0).xml" })
    }

    @Test func `times of day 24, of the Buddhist era, and missing ones are read`() throws {
        #expect(texts(try records("24h.xml", at: noon).1, "ends") == ["2026-11-29T00:00:00Z"])
        let (_, thai) = try records("tmd-buddhist.xml", at: evening)
        #expect(texts(thai, "ends") == ["2026-11-29T00:00:00Z"] && texts(thai, "phase") == ["in force"])
        #expect(texts(try records("no-sent.xml", at: noon).1, "sent") == [nil])
        #expect(texts(try records("nws-reissue.json", at: evening).1, "onset") == ["2026-11-28T16:00:00Z"])
        #expect(texts(try records("eccc-groups.xml", at: evening).1, "onset") == [nil, nil])
    }

    @Test func `texts are plain, whatever is in them`() throws {
        #expect(texts(try records("html-description.xml", at: noon).1, "description") == ["Gale & rain\nx"])
        #expect(
            texts(try records("nested-description.xml", at: noon).1, "description") == [
                "Typhoon 1\nStay inside"
            ])
        #expect(texts(try records("language-tags.xml", at: noon).1, "event") == ["Storm"])
    }

    @Test func `a polygon with blanks is closed, and a bad pair leaves the others`() throws {
        let (out, records) = try records("polygon-blank.xml", at: noon)
        let ring = records[0]["geometry"]?["coordinates"]?.array?.first?.array ?? []
        #expect(ring.count == 4 && ring.first == ring.last && out.rejects.isEmpty)
        let text = String(decoding: try Corpus.bytes("cases/24h.xml"), as: UTF8.self)
            .replacing(text: "51,1 50,1", with: "51,1 50;1 50,1")
        let bad = try decode(Array(text.utf8), at: noon)
        #expect(bad.rejects.map(\.found) == ["50;1"] && bad.records[0].position != nil)
    }
}
