import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Documents of many JSON texts, rows as arrays, and words in place of numbers.
@Suite struct JSONTextsTests: SlicedDocuments {
    static let kind = Kind.json

    private static let both = [#"{"id":1}"#, #"{"id":2}"#]

    @Test(arguments: [
        "{\"id\":1}\n{\"id\":2}\n", "{\"id\":1}\r\n\r\n{\"id\":2}", "\u{1E}{\"id\":1}\n\u{1E}{\"id\":2}\n",
        "\n\u{1E}{\"id\":\n1}\n\u{1E}\u{1E}{\"id\":2}\n",
    ])
    func `objects on lines of their own and text sequences are records`(text: String) throws {
        #expect(try data("[JSON]\nLayout=lines\n[Record]\nKey=id", text) == Self.both)
        #expect(try data("[Record]\nKey=id", text) == Self.both)
    }

    @Test func `the fast and the slow path read the same lines`() throws {
        let text = "{\"id\":1}\n{\"i\\u0064\":2}\n"
        #expect(try data("", text) == Self.both)
        #expect(try data("[JSON]\nLayout=lines\n[Record]\nNumber=id\nOmit=x", text) == Self.both)
    }

    @Test func `a line that cannot be read affects only itself`() throws {
        let found = try decode(
            "[Record]\nKey=id", "{\"id\":1}\n{\"id\":\n{\"id\":2}\n{\"id\":3} x\n{\"id\":4")
        #expect(found.records.map(\.key) == ["1", "2"])
        #expect(found.rejects.map(\.line) == [2, 4, 5])
        #expect(found.rejects.allSatisfy { $0.reason.hasPrefix("not a JSON text on a line of its own") })
        let broken = try decode("[JSON]\nLayout=lines\n[Record]\nKey=id", "{\"id\n{\"id\":2}\n")
        #expect(broken.records.map(\.key) == ["2"])
    }

    @Test func `a pointer applies to each line`() throws {
        let text = "{\"a\":[{\"id\":1}]}\n{\"a\":[{\"id\":2}]}\n{\"b\":1}\n"
        let found = try decode("[JSON]\nPointer=/a\nLayout=lines", text)
        #expect(found.records.map { String(decoding: $0.data, as: UTF8.self) } == Self.both)
        #expect(found.rejects.map(\.reason) == ["no JSON at Pointer=/a"])
    }

    @Test func `another value behind a document is an error that names the setting`() {
        for text in ["{\"id\":1}{\"id\":2}", "[1]\n[2]", "{\"id\":1}\n5"] {
            let error = #expect(throws: DecodeError.self) { try decode("", text) }
            #expect(error?.part.contains(text: "Layout=lines") == true)
        }
    }

    @Test func `rows as arrays have the names of the first row`() throws {
        let text = #"[["id","name"],["1","a"],["2"],["3","c","d"],["4","e",null]]"#
        let found = try decode("[JSON]\nLayout=rows\n[Record]\nKey=id", text)
        #expect(
            found.records.map { String(decoding: $0.data, as: UTF8.self) } == [
                #"{"id":"1","name":"a"}"#, #"{"id":"2"}"#, #"{"id":"4","name":"e"}"#,
            ])
        #expect(found.rejects.map(\.reason) == ["3 values where the header has 2: Header= names more"])
        let split = #"{"columns":["x"],"data":[[1,"a"],[2,"b"]]}"#
        #expect(
            try data("[JSON]\nPointer=/data\nLayout=rows\nHeader=id name", split) == [
                #"{"id":1,"name":"a"}"#, #"{"id":2,"name":"b"}"#,
            ])
    }

    @Test(arguments: ["", "\u{1E}"])
    func `rows on lines of their own have the names of the first row`(mark: String) throws {
        let lines = [#"["id","name"]"#, #"[1,"a"]"#, "[]", "[2]", #"[3,"b","c"]"#, #"{"id":4}"#]
        let text = lines.map { mark + $0 + "\n" }.joined()
        let found = try decode("[JSON]\nLayout=lines\n[Record]\nKey=id", text)
        #expect(
            found.records.map { String(decoding: $0.data, as: UTF8.self) }
                == [#"{"id":1,"name":"a"}"#, #"{"id":2}"#, #"{"id":4}"#])
        #expect(found.rejects.map(\.reason) == ["3 values where the header has 2: Header= names more"])
        let named = "[JSON]\nLayout=lines\nHeader=id name\n[Record]\nKey=id"
        #expect(try data(named, "[1,\"a\"]\n[2,{\"b\":1}]\n").first == #"{"id":1,"name":"a"}"#)
    }

    @Test(arguments: ["[JSON]\nLayout=lines", "[JSON]\nLayout=rows"])
    func `rows of numbers have no names`(definition: String) {
        let text = definition.hasSuffix("rows") ? "[[1,2],[3,4]]" : "[1,2]\n[3,4]\n"
        let error = #expect(throws: DecodeError.self) { try decode(definition, text) }
        #expect(error?.part == "row of names (or Header=)")
    }

    @Test func `a line that is a list of records is one for each`() throws {
        #expect(try data("[JSON]\nLayout=lines", "[{\"id\":1},{\"id\":2}]\n") == Self.both)
    }

    @Test func `without the setting, rows as arrays lack a key and the reject names it`() throws {
        let text = #"[{"id":1},["id","name"],["1","a"]]"#
        let found = try decode("[Record]\nKey=id", text)
        #expect(
            found.rejects.map(\.reason)
                == [String](repeating: "no key: Layout=rows reads arrays below their names", count: 2))
    }

    @Test(arguments: ["[JSON]\nLayout=x", "[JSON]\nLayout=rows\nKeyedBy=a", "[JSON]\nHeader=a"])
    func `a wrong layout is an error of the definition`(definition: String) throws {
        let options = try TestDocument.options(definition)
        #expect(throws: OptionError.self) { try Kind.json.check(options) }
    }

    @Test(arguments: [
        "NaN", "nan", "-NaN", "Infinity", "-Infinity", "+inf", "-INF", "1.#QNAN", "-1.#IND", "undefined",
    ])
    func `a word in place of a number refuses one value and not the document`(word: String) throws {
        let text = #"[{"id":1,"v":\#(word)},{"id":2,"v":3},{"id":3,"a":{"b":[1,\#(word)]},"s":"x: NaN, y"}]"#
        let found = try decode("[Record]\nKey=id", text)
        #expect(
            found.records.map { String(decoding: $0.data, as: UTF8.self) } == [
                #"{"id":1}"#, #"{"id":2,"v":3}"#, #"{"a":{"b":[1,null]},"id":3,"s":"x: NaN, y"}"#,
            ])
        #expect(found.rejects.map(\.field) == ["v", "a.b"])
        #expect(found.rejects.map(\.key) == ["1", "3"])
        #expect(found.rejects.map(\.found) == [word, word])
        #expect(try data("[JSON]\nPointer=/d", #"{"m":\#(word),"d":[{"id":1}]}"#) == [#"{"id":1}"#])
    }

    @Test(arguments: ["[NaN]", "[{\"a\":NaNs}]", "[{\"a\":Nothing}]", "{NaN:1}"])
    func `other words are no JSON`(text: String) {
        #expect(throws: DecodeError.self) { try decode("", text) }
    }

    @Test func `one date decides the order of all dates of its field`() throws {
        let text =
            #"[{"id":1,"t":"11/05/2026"},{"id":2,"t":"2026-11-06"},{"id":3,"t":"11/28/2026"},{"id":4,"t":"28/11/2026"}]"#
        let found = try decode("[Record]\nKey=id\nTime=t", text)
        #expect(
            try found.records.map { try JSON(parsing: $0.data)["t"] }
                == ["2026-11-05T00:00:00Z", "2026-11-06T00:00:00Z", "2026-11-28T00:00:00Z", nil])
        #expect(found.rejects.map(\.reason) == ["not a date in the order mdy"])
        let open = try decode("[Record]\nKey=id\nTime=t", #"[{"id":1,"t":"11/05/2026"},{"id":2}]"#)
        #expect(open.records.map(\.key) == ["1", "2"])
        #expect(
            open.rejects.map(\.reason) == [
                "not a date of one meaning: TimeFormat=dmy or TimeFormat=mdy decides"
            ])
    }

    @Test func `small numbers are no times without a setting`() throws {
        let text = #"[{"id":1,"t":0},{"id":2,"t":86400}]"#
        #expect(try decode("[Record]\nKey=id\nTime=t", text).rejects.count == 2)
        #expect(
            try data("[Record]\nKey=id\nTime=t\nTimeFormat=seconds", text) == [
                #"{"id":1,"t":"1970-01-01T00:00:00Z"}"#, #"{"id":2,"t":"1970-01-02T00:00:00Z"}"#,
            ])
    }

    @Test func `texts have a decimal comma if the definition says so`() throws {
        let text = #"[{"id":1,"v":"1.234,5","w":2.5}]"#
        #expect(try decode("[Record]\nNumber=v w", text).rejects.map(\.field) == ["v"])
        #expect(try data("[Record]\nNumber=v w\nDecimal=comma", text) == [#"{"id":1,"v":1234.5,"w":2.5}"#])
        let place = #"[{"id":1,"lat":"48,5","lon":"2,25"}]"#
        let found = try decode("[Record]\nKey=id\nLocation=lat lon\nDecimal=comma", place)
        #expect(found.records[0].position == Position(latitude: 48.5, longitude: 2.25))
    }
}
