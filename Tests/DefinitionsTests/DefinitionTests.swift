import Definitions
import Records
import Testing

/// All kinds, as an error message lists them.
private nonisolated let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")

@Suite struct DefinitionTests {
    private func definition(
        _ text: String, name: String = "a", by author: Definition.Author = .file
    ) throws(OptionError) -> Definition {
        var options = Options()
        try options.read(Array(text.utf8), file: "a.source")
        return try Definition(SourceName(name)!, options: options, by: author)
    }

    private func reason(_ text: String, by author: Definition.Author = .file) -> String {
        let error = #expect(throws: OptionError.self) { try definition(text, by: author) }
        return error?.description ?? ""
    }

    @Test func `an instance is percent-encoded in the address and unchanged in other settings`() throws {
        let text =
            "[Source]\nKind=json\nURL=https://a.example/x?q=%i&p=100%%20%z\nTitle=For %i\n[Record]\nKey=id\n"
        let found = try definition(text, name: "a@K+M:1,2")
        #expect(found.origin == .url("https://a.example/x?q=K%2BM%3A1,2&p=100%20%z"))
        #expect(found.title == "For K+M:1,2")
    }

    @Test(arguments: [
        ("[Source]\nURL=https://a.example/\n", "a.source: [Source] has no Kind="),
        ("[Source]\nKind=what\n", "a.source:2: Kind=what is not a kind of source; the kinds are \(kinds)"),
        ("[Source]\nKind=metar\n", "a.source: [Source] has no URL= or Path="),
        ("[Source]\nKind=metar\nPath=x\n", "a.source:3: Path=x is not an absolute path"),
        ("[Source]\nKind=metar\nURL=ftp://a\n", "a.source:3: URL=ftp://a is not an http or https address"),
        (
            "[Source]\nKind=metar\nURL=http://a/\n",
            "a.source:3: URL=http://a/ is not https; set AllowHTTP=yes if it must be"
        ),
        ("[Source]\nKind=metar\nPath=/x\nRefrsh=1d\n", "a.source:4: Refrsh=1d is not a known setting"),
        ("[Source]\nKind=metar\nPath=/x\nPublish=maybe\n", "a.source:4: Publish=maybe is neither yes nor no"),
        (
            "[Source]\nKind=metar\nPath=/x\nKeep=often\n",
            "a.source:4: Keep=often is not all, none, an age such as 30d, a number of records, or both"
        ),
        (
            "[Source]\nKind=metar\nPath=/x\nMaxBytes=much\n",
            "a.source:4: MaxBytes=much is not a size such as 16M"
        ),
        (
            "[Source]\nKind=join\nPath=/x\n",
            "a.source:3: Path=/x is not allowed in a join, which follows the changes of its two sources"
        ),
        ("[Source]\nKind=join\n[Join]\nLeft=a\nOn=id\n", "a.source: [Join] has no Right="),
        ("[Source]\nKind=join\n[Join]\nLeft=A b\n", "a.source:4: Left=A b is not a name of a source"),
        (
            "[Source]\nKind=join\n[Join]\nLeft=a\nRight=b\nOn=id=\n",
            "a.source:6: On=id= is not a field, or LEFTFIELD=RIGHTFIELD"
        ),
        (
            "[Source]\nKind=join\n[Join]\nLeft=a\nRight=b\nOn=id\nType=outer\n",
            "a.source:7: Type=outer is neither inner nor left"
        ),
        (
            "[Source]\nKind=join\n[Join]\nLeft=a\nRight=b\nOn=id\nOuter=yes\n",
            "a.source:7: Outer=yes is not a known setting"
        ),
    ])
    func `an invalid setting is reported with its line`(text: String, expected: String) {
        #expect(reason(text) == expected)
    }

    @Test(arguments: [
        "Path=/etc/shadow", "Credential=places", "AllowPrivate=yes", "Header=A: b", "CAFile=/x",
    ])
    func `users of the socket cannot use settings that access the machine`(setting: String) {
        let text = "[Source]\nKind=metar\n\(setting)\n"
        #expect(reason(text, by: .user).contains("is allowed only in definition files or for root"))
    }

    @Test(
        arguments: [
            ("", 1000, nil), ("Keep=all\n", Int.max, nil), ("Keep=none\n", 0, nil), ("Keep=0\n", 0, nil),
            ("Keep=500\n", 500, nil), ("Keep=30d\n", .max, .seconds(30 * 86_400)),
            ("Keep=1w 20\n", 20, .seconds(7 * 86_400)), ("Keep=20 1w\n", 20, .seconds(7 * 86_400)),
        ] as [(String, Int, Duration?)])
    func `a feed retains a thousand entries that left it, or as many and as long as RetentionPolicy says`(
        text: String, count: Int, age: Duration?
    ) throws {
        let keep = try definition("[Source]\nKind=feed\nPath=/x\n" + text).keep
        #expect(keep.count == count)
        #expect(keep.age == age)
    }

    @Test func `only settings that affect decoding change the decoding hash`() throws {
        let table = "[Source]\nKind=table\nPath=/x\n[Record]\nKey=id\n"
        let first = try definition(table)
        #expect(try definition(table + "[Source]\nRefresh=1min\n").decodingHash == first.decodingHash)
        #expect(try definition(table + "Number=x\n").decodingHash != first.decodingHash)
    }
}
