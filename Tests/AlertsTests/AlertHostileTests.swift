import Alerts
import Decoding
import Records
import Testing

/// Documents that are broken or meant to do harm.
@Suite struct AlertHostileTests {
    private func message(
        _ name: String, references: [String] = [], sent: String = "2027-01-15T07:00:00Z",
        status: String = "Actual"
    ) -> String {
        let references = references.map { "a@b,\($0),\(sent)" }.joined(separator: " ")
        return """
            <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
            <identifier>\(name)</identifier><sent>\(sent)</sent>
            <status>\(status)</status><msgType>Update</msgType><references>\(references)</references>
            <info><event>Wind</event><expires>2027-01-20T07:00:00Z</expires></info></alert>
            """
    }

    private let now: Int64 = 1_800_010_000

    @Test(arguments: [
        "single/cap-library--canada-c70c0a.xml", "single/capparselib--weather-c9e3ca.xml",
        "index/meteoalert-api--france_sample-f540c3.xml", "single/cap-library--earthquake-3360c6.xml",
    ])
    func `every prefix of a document decodes or throws`(path: String) throws {
        let bytes = try Corpus.bytes(path)
        var thrown = 0
        for count in 0...bytes.count {
            do { _ = try decode(Array(bytes[..<count]), at: now) } catch { thrown += 1 }
        }
        #expect(thrown > bytes.count / 2)
    }

    @Test func `every prefix of a state of the NWS or a bundle decodes or throws`() throws {
        let lines = try Corpus.bytes("nws-national.jsonl").split(separator: .newline).prefix(3)
        let state = Array(#"{"features":["#.utf8) + lines.joined(separator: [.comma]) + Array("]}".utf8)
        let index = Array("<feed><entry><link href='http://a/b'/></entry></feed>".utf8)
        let linked = AlertBundle.Linked(url: "http://a/b", bytes: Array(message("x").utf8))
        let bundle = AlertBundle(index: index, linked: [linked]).bytes
        #expect(try decode(bundle, at: now).records.map(\.key) == ["x"])
        for bytes in [state, bundle] {
            var thrown = 0
            for count in 0..<bytes.count {
                do { _ = try decode(Array(bytes[..<count]), at: now) } catch { thrown += 1 }
            }
            #expect(thrown > bytes.count / 2)
        }
    }

    @Test func `no entity is read from a file or expanded`() throws {
        let text = """
            <?xml version="1.0"?><!DOCTYPE alert [<!ENTITY file SYSTEM "file:///etc/hostname">
            <!ENTITY a "\(String(repeating: "x", count: 1000))"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>
            """ + message("one").replacing(text: "Wind", with: "&file;&d;")
        let out = try decode(Array(text.utf8), at: now)
        #expect(out.records.count == 1)
        #expect(out.records[0].data.count < 1000)
    }

    @Test func `a chain of 45 references keeps its key`() throws {
        let memory = Memory()
        var names = ["m0"]
        #expect(try decode(Array(message("m0").utf8), at: now, memory).records.map(\.key) == ["m0"])
        for step in 1...45 {
            let text = message("m\(step)", references: names)
            #expect(try decode(Array(text.utf8), at: now, memory).records.map(\.key) == ["m0"])
            names.append("m\(step)")
        }
        let late = message("n", references: Array(names.reversed()))
        #expect(try decode(Array(late.utf8), at: now, Memory()).records.count == 1)
    }

    @Test func `messages of one time that end each other, directly or not, are kept with a remark`() throws {
        // The message d is none of them.
        let texts = [
            message("a", references: ["b", "d"]), message("b", references: ["c"]),
            message("c", references: ["a"]), message("d"), message("e", references: ["a"]),
        ]
        let pair = [message("a", references: ["b"]), message("b", references: ["a"])]
        let remark = "messages that were sent at the same time end each other, and are kept: "
        let out = try decode(Array(pair.joined(separator: "\n").utf8), at: now)
        #expect(out.records.map(\.key).sorted() == ["a", "b"] && out.omitted.isEmpty)
        #expect(out.notes == [remark + "a, b"])
        let all = try decode(Array(texts.dropLast().joined(separator: "\n").utf8), at: now)
        #expect(all.records.count == 3 && all.omitted == ["superseded": 1])
        #expect(all.notes == [remark + "a, b, c"])
        // A message outside the circle ends those that it names.
        let ended = try decode(Array(texts.joined(separator: "\n").utf8), at: now)
        #expect(ended.notes == [remark + "b, c"] && ended.omitted == ["superseded": 2])
    }

    @Test func `a message that refers to itself, or is updated at its own time, is as usual`() throws {
        let update = message("a") + "\n" + message("b", references: ["a"])
        let out = try decode(Array(update.utf8), at: now)
        #expect(out.records.count == 1 && out.omitted == ["superseded": 1] && out.notes.isEmpty)
        let own = message("a", references: ["a"])
        #expect(try decode(Array(own.utf8), at: now).records.map(\.key) == ["a"])
    }

    @Test func `one broken file of a folder affects only itself`() throws {
        let files = [
            "<?xml version='1.0'?>\n" + message("a"), "<?xml version='1.0'?>\n<alert><identifier>b</identi",
            "<?xml version='1.0'?>\n<html/>", "<?xml version='1.0'?>\n" + message("c"),
        ]
        let out = try decode(Array(files.joined(separator: "\n").utf8), at: now)
        #expect(out.records.map(\.key) == ["a", "c"])
        #expect(out.rejects.count == 2)
    }

    @Test func `a broken time or polygon is reported and the rest of the alert stays`() throws {
        let text = message("a").replacing(
            text: "</info>",
            with: "<onset>soon</onset><area><areaDesc>X</areaDesc>"
                + "<polygon>1,2 3,x</polygon><circle>10,20 5</circle></area></info>")
        let out = try decode(Array(text.utf8), at: now)
        #expect(out.rejects.map(\.field) == ["onset", "polygon"])
        let data = try JSON(parsing: out.records[0].data)
        #expect(data["geometry"] == ["coordinates": [20, 10], "radius": 5000, "type": "Point"])
        #expect(data["area"] == "X")
    }

    @Test(arguments: [
        ("", "empty"), ("  ", "empty"), ("<html><body>", "content"), ("[]", "shape"), ("{}", "shape"),
    ])
    func `a document without alerts is refused with a reason`(text: String, reason: String) {
        let error = #expect(throws: DecodeError.self) { try decode(Array(text.utf8), at: now) }
        #expect(error?.reason.rawValue == reason)
    }

    @Test func `a state without any alert has no records`() throws {
        #expect(try decode(Array(#"{"type":"FeatureCollection","features":[]}"#.utf8), at: now).records == [])
    }

    @Test(arguments: [
        #"{"@graph":[{"id":"a","status":"Actual","messageType":"Alert","geometry":"POLYGON((1 2))"}]}"#,
        #"[{"type":"Feature","properties":{"id":"a","status":"Actual","messageType":"Alert"}}]"#,
        #"[{"identifier":"a","status":"Actual","msgType":"Alert"}]"#,
        #"[{"alert":{"identifier":"a","status":"Actual","msgType":"Alert"}}]"#,
        #"{"features":[{"id":"https://api.weather.gov/alerts/a","properties":{"status":"Actual","messageType":"Alert"}}]}"#,
        #"{"features":[{"properties":{"@id":"https://x/alerts/a","status":"Actual","messageType":"Alert"}},{},7,null]}"#,
    ])
    func `odd forms of JSON are read`(text: String) throws {
        #expect(try decode(Array(text.utf8), at: now).records.map(\.key) == ["a"])
    }

    @Test(arguments: [
        #"{"features":{}}"#, #"{"features":"x"}"#, "7", #""alert""#, #"{"warnings":[7,null,[],{}]}"#,
        #"{"features":[{"properties":{"id":7}},{"properties":[]},{"geometry":[]}]}"#,
        #"{"features":[{"properties":{"id":"a","status":7,"references":{"identifier":7},"parameters":[1]}}]}"#,
    ])
    func `members of the wrong type make no alert and do not trap`(text: String) {
        let out = try? decode(Array(text.utf8), at: now)
        #expect(out?.records.isEmpty ?? true)
    }

    @Test func `areas around the poles, beyond 180 degrees and of no size are read or reported`() throws {
        let shapes = [
            "<polygon>60,170 60,190 70,190 70,170 60,170</polygon>", "<polygon>90,0 90,90 90,180</polygon>",
            "<polygon>1,1 1,1 1,1 1,1</polygon>", "<circle>0,0 0</circle>", "<circle>-90,0 20038</circle>",
            "<circle>0,0 -1</circle>", "<circle>0,0 nan</circle>", "<polygon>nan,inf 1,1 2,2</polygon>",
            "<polygon>91,0 1,1 2,2</polygon>",
        ]
        let text = message("a").replacing(
            text: "</info>", with: "<area><areaDesc>X</areaDesc>\(shapes.joined())</area></info>")
        let out = try decode(Array(text.utf8), at: now)
        #expect(out.rejects.map(\.field) == ["circle", "circle", "polygon", "polygon"])
        let area = try #require(out.records.first?.area)
        #expect(area.contains(try #require(Position(latitude: 65, longitude: -175))))
        #expect(area.contains(try #require(Position(latitude: 65, longitude: 175))))
        // The first polygon is cut at 180° of longitude.
        #expect(area.bounds != nil && area.shapes.count == 6)
    }

    @Test func `only alerts with the status Actual are in force`() throws {
        let texts = ["Test", "Exercise", "System", "Draft"].map { message($0 + "1", status: $0) }
        let out = try decode(Array(texts.joined(separator: "\n").utf8), at: now)
        #expect(out.records.isEmpty && out.rejects.isEmpty)
        #expect(out.omitted == ["test": 4])
    }

    @Test(arguments: ["", "Actuall", "Operational"])
    func `a message of which it is not known whether it is a test is a reject`(status: String) throws {
        let properties = #"{"id":"a","status":"\#(status)","messageType":"Alert"}"#
        for text in [
            message("a", status: status), #"{"features":[{"properties":\#(properties)}]}"#,
            #"[{"identifier":"a","status":"\#(status)","msgType":"Alert"}]"#,
        ] {
            let out = try decode(Array(text.utf8), at: now)
            #expect(out.records.isEmpty && out.omitted.isEmpty)
            #expect(out.rejects.map { [$0.field, $0.found] } == [["status", status]])
        }
    }

    @Test(arguments: ["", "Warn", "updated"])
    func `a message of which it is not known what it does is a reject, unless it is a test`(
        type: String
    ) throws {
        let actual = message("a").replacing(text: ">Update<", with: ">\(type)<")
        let test = message("b", status: "Test").replacing(text: ">Update<", with: ">\(type)<")
        let out = try decode(Array("\(actual)\n\(test)".utf8), at: now)
        #expect(out.records.isEmpty && out.omitted == ["test": 1])
        #expect(out.rejects.map { [$0.field, $0.found] } == [["msgType", type]])
    }
}
