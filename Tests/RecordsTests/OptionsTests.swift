import Records
import Testing

@Suite struct OptionsTests {
    private func entries(_ text: String) throws -> [String] {
        var options = Options()
        try options.read(Array(text.utf8), file: "a.conf")
        return options.entries.map { "\($0.line) \($0.section) \($0.name)=\($0.value)" }
    }

    private func reason(_ bytes: [UInt8]) -> String {
        var options = Options()
        let error = #expect(throws: OptionError.self) { try options.read(bytes, file: "a.conf") }
        return error?.description ?? ""
    }

    @Test(arguments: [
        ("Source", "URL", "http://u:canary@a.example/x?y=@z", "URL=http://a.example/x?y=@z is bad"),
        ("Source", "Proxy", "socks5h://canary@a.example", "Proxy=socks5h://a.example is bad"),
        ("Source", "Header", "X-Key: canary", "Header= is bad"),
        ("Source", "Header", "canary", "Header= is bad"),
        ("Table", "Header", "a b", "Header=a b is bad"), ("Source", "Refresh", "a@b", "Refresh=a@b is bad"),
    ])
    func `an error about an entry does not repeat a secret`(
        _ section: String, _ name: String, _ value: String, _ reason: String
    ) {
        let entry = Options.Entry(section: section, name: name, value: value)
        #expect(OptionError(entry, "is bad").reason == reason)
    }

    @Test func `an entry has its section and the line on which it begins`() throws {
        let text = "\n[One]\nA=1\n# said\nB = two words \n; said too\n[Two words]\nA=x=y\n"
        #expect(try entries(text) == ["3 One A=1", "5 One B=two words", "8 Two words A=x=y"])
    }

    @Test func `a backslash joins the next line and skips comments in between`() throws {
        #expect(try entries("[S]\nA=1 \\\n# said\n  2\\\n\t3\nB=4\n") == ["2 S A=1  2 3", "6 S B=4"])
        #expect(try entries("[S]\nA=1\\") == ["2 S A=1"])
        #expect(try entries("[S]\nA=1\\\n\nB=2\n") == ["2 S A=1", "4 S B=2"])
    }

    @Test func `the reader accepts line ends of other systems and a last line without one`() throws {
        #expect(try entries("[S]\r\nA=1\r\n\r\nB=2") == ["2 S A=1", "4 S B=2"])
    }

    @Test func `a key may be repeated and an empty value discards the previous ones`() throws {
        #expect(try entries("[S]\nA=1\nA=2\n") == ["2 S A=1", "3 S A=2"])
        #expect(try entries("[S]\nA=1\nB=2\nA=\nA=3\n") == ["3 S B=2", "5 S A=3"])
    }

    @Test(arguments: [
        ("[S\n", "a.conf:1: \"[S\" is not a [Section]"), ("[]\n", "a.conf:1: \"[]\" is not a [Section]"),
        ("[S]\n\nword\n", "a.conf:3: \"word\" is not a Key=value"),
        ("[S]\n=1\n", "a.conf:2: \"=1\" is not a Key=value"),
        ("A=1\n", "a.conf:1: \"A=1\" is before the first [Section]"),
        ("[S]\nA=1\\\n2\nä\n", "a.conf:4: \"ä\" is not a Key=value"),
    ])
    func `an error names the line that is neither section, setting nor comment`(text: String, reason: String)
    {
        #expect(self.reason(Array(text.utf8)) == reason)
    }

    @Test func `an error names the line that is not UTF-8`() {
        #expect(reason(Array("[S]\nA=1\nB=".utf8) + [0xE4, 0x0A]) == "a.conf:3: not UTF-8")
        #expect(reason([0xFF]) == "a.conf:1: not UTF-8")
    }
}
