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

    @Test func `the parts of an instance are segments of an address`() throws {
        let text = "[Source]\nKind=feed\nURL=https://a.example/%{1}/x/%{2}/-/y?%{z}\n"
        #expect(
            try definition(text, name: "a@in:b+c:d").origin == .url("https://a.example/in/x/b%2Bc/d/-/y?%{z}")
        )
        for name in ["a@in", "a"] {
            let error = #expect(throws: OptionError.self) { try definition(text, name: name) }
            #expect(error?.reason.hasSuffix("needs an instance of two parts, such as OWNER:NAME") == true)
        }
    }

    @Test(arguments: ["http://localhost:1/t", "http://127.0.0.1/t", "http://[::1]:8/t", "https://t/"])
    func `a token is requested by https, or on this machine`(_ address: String) throws {
        let text = "[Source]\nKind=feed\nURL=https://a\nAllowHTTP=yes\nClientID=i\nClientSecret=s\n"
        #expect(try definition(text + "TokenURL=\(address)\n").setting("TokenURL") == address)
        #expect(
            reason(text + "TokenURL=\(address)\n", by: .user).contains("allowed only in definition files"))
    }

    @Test func `a hub is named only in files, and by root`() throws {
        let text = "[Source]\nKind=almanac\nFrom=unix:/run/hub\n[Mirror]\nSources=*\n"
        #expect(try definition(text).kind == .almanac)
        #expect(
            reason(text, by: .user)
                == "a.source:3: From=unix:/run/hub is allowed only in definition files or for root")
    }

    @Test func `the proxy of all sources is an address or the environment`() throws {
        func read(_ text: String) throws(OptionError) -> Configuration {
            var options = Options()
            try options.read(Array("[Almanac]\n\(text)".utf8), file: "almanac.conf")
            return try Configuration(options)
        }
        #expect(try read("").proxy == nil)
        #expect(try read("Proxy=environment\n").proxy == .environment)
        #expect(try read("Proxy=socks5h://localhost:9050\n").proxy == .address("socks5h://localhost:9050"))
        let rule = try read("Proxy=http://p\nProxyExcept=a.org 10.0.0.0/8\nProxyExcept=b.org\n")
        #expect(rule.proxyExceptions == ["a.org", "10.0.0.0/8", "b.org"])
        for wrong in ["p:3128", "ftp://p", "http://"] {
            #expect(throws: OptionError.self) { try read("Proxy=\(wrong)\n") }
        }
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
        (
            "[Source]\nKind=metar\nPath=/x\nRefrsh=1d\n",
            "a.source:4: Refrsh=1d is not a known setting; did you mean Refresh?"
        ),
        (
            "[Source]\nKind=metar\nPath=/x\nPublish=maybe\n",
            "a.source:4: Publish=maybe is neither yes, no nor a time such as 30s"
        ),
        (
            "[Source]\nKind=feed\nURL=https://a\nHTTP=3\n",
            "a.source:4: HTTP=3 is neither 1.1 nor 2"
        ),
        (
            "[Source]\nKind=alert\nURL=https://a\nArea=mx-*:1,2,3,4 5,2,3,4\n",
            "a.source:4: Area=mx-*:1,2,3,4 5,2,3,4 has 5,2,3,4, which is no box SOUTH,WEST,NORTH,EAST in degrees, "
                + "such as 47.2,5.8,55.2,15.1"
        ),
        (
            "[Source]\nKind=metar\nURL=https://a\nOrder=newest\n",
            "a.source:4: Order=newest is neither report nor arrival"
        ),
        (
            "[Source]\nKind=json\nURL=https://a\nNoContent=yes\n",
            "a.source:4: NoContent=yes is neither empty nor failure"
        ),
        (
            "[Source]\nKind=json\nURL=https://a\nEdition=updated\n",
            "a.source:4: Edition=updated is neither a path such as /meta/updated nor the header field "
                + "Last-Modified"
        ),
        (
            "[Source]\nKind=alert\nURL=https://a\nEdition=/a\n",
            "a.source:4: Edition=/a cannot be combined with Kind=alert, which has an order of its own"
        ),
        (
            "[Source]\nKind=metar\nURL=https://a\n[Record]\nUpdated=time\n",
            "a.source:5: Updated=time cannot be combined with Kind=metar, which has Order="
        ),
        (
            "[Source]\nKind=json\nURL=https://a\n[Record]\nUpdated=a b\n",
            "a.source:5: Updated=a b is not one field"
        ),
        (
            "[Source]\nKind=json\nURL=https://a\n[Record]\nUntil=a b\n",
            "a.source:5: Until=a b is not one field"
        ),
        ("[Source]\nKind=feed\nURL=https://a\nUser=b\n", "a.source:4: User=b needs Credential="),
        (
            "[Source]\nKind=feed\nURL=https://a\nUser=b:c\nCredential=d\n",
            "a.source:4: User=b:c must not contain a colon (RFC 7617)"
        ),
        (
            "[Source]\nKind=feed\nURL=https://a\nUser=b\nCredential=d\nAuthentication=ntlm\n",
            "a.source:6: Authentication=ntlm is neither basic nor digest"
        ),
        (
            "[Source]\nKind=feed\nURL=https://a\nClientKey=b\n",
            "a.source:4: ClientKey=b needs ClientCertificate="
        ),
        (
            "[Source]\nKind=feed\nURL=https://a\nTokenURL=https://t\nClientID=i\n",
            "a.source:4: TokenURL=https://t needs ClientSecret="
        ),
        ("[Source]\nKind=feed\nURL=https://a\nScope=b\n", "a.source:4: Scope=b needs TokenURL="),
        (
            "[Source]\nKind=feed\nURL=https://a\nAllowHTTP=yes\nTokenURL=http://t\nClientID=i\n"
                + "ClientSecret=s\n",
            "a.source:5: TokenURL=http://t is not https, which a token needs; only on this machine, "
                + "AllowHTTP=yes is enough"
        ),
        (
            "[Source]\nKind=feed\nURL=http://127.0.0.1.evil/\nAllowHTTP=yes\nTokenURL=https://t\n"
                + "ClientID=i\nClientSecret=s\n",
            "a.source:3: URL=http://127.0.0.1.evil/ is not https, which a token needs; only on this machine, "
                + "AllowHTTP=yes is enough"
        ),
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
