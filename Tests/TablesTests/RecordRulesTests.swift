import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The rules of `[Record]`, applied to tables.
@Suite struct RecordRulesTests {
    private func decode(_ rules: String, _ text: String) throws -> Decoded {
        try TestDocument.decode(.table, "[Record]\n" + rules, Array(text.utf8))
    }

    private func data(_ rules: String, _ text: String) throws -> [String] {
        try decode(rules, text).records.map { String(decoding: $0.data, as: UTF8.self) }
    }

    @Test func `several fields form one key`() throws {
        let records = try decode("Key=a b\nTitle=b c", "a,b,c\n1, x ,y\n").records
        #expect(records.map(\.key) == ["1/x"])
        #expect(records.map(\.title) == ["x y"])
    }

    @Test func `a row without a key or a required field is rejected`() throws {
        let decoded = try decode("Key=a\nRequire=b", "a,b\n,2\n3,\n4,5\n")
        #expect(decoded.records.map(\.key) == ["4"])
        #expect(decoded.rejects.map(\.line) == [2, 3])
        #expect(decoded.rejects.map(\.field) == ["a", "b"])
        #expect(decoded.rejects.map(\.reason) == ["no key", "missing"])
    }

    @Test func `a text with control characters is not a key`() throws {
        let decoded = try decode("Key=a", "a,b\nx\u{7},1\ny\u{85},1\nz,1\n")
        #expect(decoded.records.map(\.key) == ["z"])
        #expect(decoded.rejects.map(\.reason) == ["not a key", "not a key"])
    }

    @Test(arguments: [
        ("51.14077377319336", "51.14077377319336"), ("-5.8118622750043869E-2", "-5.8118622750043869E-2"),
        (" 12 ", "12"), ("+5", "5"), ("007", "7"), (".5", "0.5"), ("5.", "5"), ("1e3", "1e3"), ("-0", "-0"),
    ])
    func `numbers keep their notation where JSON permits it`(text: String, literal: String) throws {
        #expect(try data("Number=n", "a,n\nx,\(text)\n") == [#"{"a":"x","n":\#(literal)}"#])
    }

    @Test(arguments: ["s", "1.2.3", "1 2", "NaN", "inf", "0x10", "1e999", "-", "١", "1_000"])
    func `a text that is not a number loses the field and is reported`(text: String) throws {
        let decoded = try decode("Key=a\nNumber=n", "a,n\nx,\(text)\n")
        #expect(decoded.records.map { String(decoding: $0.data, as: UTF8.self) } == [#"{"a":"x"}"#])
        #expect(
            decoded.rejects == [Reject(line: 2, key: "x", field: "n", found: text, reason: "not a number")])
    }

    /// The forms of feeds, as sitemaps and tables have them as well.
    @Test(arguments: [
        ("Wed, 06 May 2026 10:00:00 +0000 (UTC)", "2026-05-06T10:00:00Z"),
        ("2026-05-06T10:00:00+02:00[Europe/Berlin]", "2026-05-06T08:00:00Z"),
        ("Wed, 06 May 2026 10:00:00 GMT+0200", "2026-05-06T08:00:00Z"),
        ("Wed, 6th May 2026 10:00:00 ET", "2026-05-06T14:00:00Z"),
        ("May 6, 2026, 10:00 a.m.", "2026-05-06T10:00:00Z"),
        ("6 мая 2026 г. 10:00", "2026-05-06T10:00:00Z"), ("Wed, 06 May 2026 10:00:00 IST", nil),
        ("2026-11-28 14:30 A", nil), ("2026-11-28T14:30:00[Mars/Base]", nil),
        ("2026-11-28T14:30:00+99:00", nil),
        ("2026-05-06 10:00 EST", "2026-05-06T15:00:00Z"), ("2026-05-06 10:00 CST", nil),
        ("Wed, 06 May 2026 10:00:00 BST", nil), ("6 May 2026 10:00 am AST", nil),
        ("2026-05-06 10:00 Mars/Olympus", nil), ("-0001-11-30T00:00:00+00:00", nil), ("2026 (planned)", nil),
        ("Opens 6 May 2026", nil), ("6 May 2026 or later", nil),
    ])
    func `a time has one meaning, or loses the field and is reported`(text: String, moment: String?) throws {
        let decoded = try decode("Key=a\nTime=t", "a,t\nx,\"\(text)\"\n")
        let record = try JSON(parsing: try #require(decoded.records.first).data)
        #expect(record["t"]?.string == moment)
        #expect(decoded.rejects.map(\.found) == (moment == nil ? [text] : []))
    }

    @Test func `Boolean values have many notations`() throws {
        let words = ["True", "yes", "Y", "1", "ON", "False", "no", "n", "0", "f"]
        let found = try data("Boolean=b", "a,b\n" + words.map { "x,\($0)\n" }.joined())
        #expect(found.map { $0.hasSuffix("true}") } == words.indices.map { $0 < 5 })
        #expect(try decode("Boolean=b", "a,b\nx,maybe\n").rejects.map(\.reason) == ["not true or false"])
    }

    @Test(arguments: [
        ("2024-05-01T10:00:00+02:00", "2024-05-01T08:00:00Z"), ("2024-05-01", "2024-05-01T00:00:00Z"),
        ("1714550400", "2024-05-01T08:00:00Z"), ("1714550400000", "2024-05-01T08:00:00Z"),
        ("Wed, 01 May 2024 08:00:00 GMT", "2024-05-01T08:00:00Z"),
    ])
    func `times become UTC`(text: String, moment: String) throws {
        #expect(try data("Time=t", "a;t\nx;\(text)\n") == [#"{"a":"x","t":"\#(moment)"}"#])
    }

    @Test func `the first matching pattern of a map counts, and the original is kept`() throws {
        let found = try data("Map=s NHS:*nhs* \"Not NHS\":*", "s,a\nThe NHS,1\nother,2\n")
        #expect(
            found == [
                #"{"a":"1","s":"NHS","sOriginal":"The NHS"}"#,
                #"{"a":"2","s":"Not NHS","sOriginal":"other"}"#,
            ])
    }

    @Test func `the group is the mapped value`() throws {
        let records = try decode("Map=s N:n*\nGroup=s", "s,a\nnhs,1\n,2\n").records
        #expect(records.map(\.group) == ["N", nil])
    }

    @Test func `a position has two fields or one`() throws {
        let two = try decode("Location=lat lon", "lat;lon\n1.5;-2\n91;0\nx;1\n;3\n")
        #expect(two.records.map { $0.position?.longitude } == [-2, nil, nil, nil])
        #expect(two.rejects.map(\.reason) == ["not a position", "not a position"])
        let one = try decode("Location=at", "at;a\n\"(1.5, -2)\";x\n")
        #expect(one.records.map { $0.position?.latitude } == [1.5])
    }

    @Test func `fields can be left out and renamed`() throws {
        #expect(try data("Omit=x* b\nRename=a:z", "a,b,x1,x2,c\n1,2,3,4,5\n") == [#"{"c":"5","z":"1"}"#])
        #expect(throws: DecodeError.self) { try data("Rename=a:b", "a,b\n1,2\n") }
    }

    @Test func `a value that does not match is kept and reported`() throws {
        let decoded = try decode("Key=k\nMatch=site ^https?://", "k,site\na,https://x\nb,www.x\nc,\n")
        #expect(decoded.records.count == 3)
        #expect(decoded.rejects.map(\.key) == ["b"])
        #expect(decoded.rejects.map(\.reason) == ["does not match ^https?://"])
    }

    @Test func `rows that do not satisfy the condition are omitted and counted`() throws {
        let decoded = try decode(
            "Key=k\nNumber=n\nMap=s A:a*\nWhere=s = A\nWhere=n > 1", "k,s,n\n1,ax,2\n2,b,2\n3,ay,1\n4,az,9\n")
        #expect(decoded.records.map(\.key) == ["1", "4"])
        #expect(decoded.omitted == ["where": 2])
        #expect(decoded.rejects.isEmpty)
    }

    @Test func `rows with the same key are merged, and other values become alternatives`() throws {
        let records = try decode("Key=k", "k,phone,mail\n1,a,\n1,b,m\n1,a,n\n").records
        let joined = records.dropFirst().reduce(records[0]) { Kind.table.merging.merge($0, with: $1) }
        #expect(
            String(decoding: joined.data, as: UTF8.self)
                == #"{"alternatives":{"mail":["n"],"phone":["b"]},"k":"1","mail":"m","phone":"a"}"#)
    }
}

/// Positions are computed by dividing whole numbers, which must round like the standard library.
@Suite struct DecimalTests {
    @Test func `positions are rounded to the nearest number`() throws {
        var random = SeededGenerator(seed: 11)
        var texts = [
            "0", "-0", "90", "0.1", "0.30000000000000004", "1e-3", "-5.8118622750043869E-2", "00.50", "9.",
        ]
        for _ in 0..<5000 {
            let whole = Int.random(in: -89...89, using: &random)
            let digits = (0..<Int.random(in: 1...18, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            texts.append("\(whole).\(digits.joined())")
        }
        let table = "[Record]\nLocation=at lon"
        let rows = "at,lon\n" + texts.map { "\($0),1\n" }.joined()
        let records = try TestDocument.decode(.table, table, Array(rows.utf8)).records
        #expect(records.count == texts.count)
        for (text, record) in zip(texts, records) {
            #expect(record.position?.latitude == (text == "9." ? 9 : Double(text)), "\(text)")
        }
    }
}

/// Objects assembled from others obey the same rules.
@Suite struct JoinedRecordTests {
    @Test func `a joined object becomes a record`() throws {
        let rules = try RecordRules(
            TestDocument.options("[Record]\nKey=dbn\nNumber=score\nRequire=score\nTitle=name"))
        var out = Decoded()
        rules.read(["dbn": "01M292", "name": "A", "score": "404", "none": .null], into: &out)
        rules.read(["dbn": "02M260", "name": "B"], into: &out)
        #expect(out.records.map(\.title) == ["A"])
        #expect(
            out.records.map { String(decoding: $0.data, as: UTF8.self) } == [
                #"{"dbn":"01M292","name":"A","score":404}"#
            ])
        #expect(out.rejects.map(\.field) == ["score"])
    }

    @Test(arguments: [Kind.table, .json])
    func `a field of a condition is reported if it cannot be read`(kind: Kind) throws {
        let text =
            kind == .table
            ? "id,n,m\n1,x,y\n2,5,y\n3,1,y\n"
            : #"[{"id":1,"n":"x","m":"y"},{"id":2,"n":5,"m":"y"},{"id":3,"n":1,"m":"y"}]"#
        let definition = "[Record]\nKey=id\nNumber=n m\nRename=n:count\nWhere=count>2"
        let decoded = try TestDocument.decode(kind, definition, Array(text.utf8))
        #expect(decoded.records.map(\.key) == ["2"])
        #expect(decoded.omitted == ["where": 2])
        #expect(decoded.rejects.map(\.field) == ["n", "m"])
    }
}
