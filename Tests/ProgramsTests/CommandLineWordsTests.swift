import Programs
import Testing

@Suite struct CommandLineWordsTests {
    private static let options = [
        Option("config", value: "DIR", summary: "folder"), Option("check", short: "c", summary: "check"),
        Option("json", short: "j", value: "FORM", isValueOptional: true, summary: "print JSON"),
        Option("between", value: "FROM TO", summary: "period"),
    ]

    private func words(_ text: String) throws(ArgumentError) -> CommandLineWords {
        try CommandLineWords(text.split(separator: " ").map(String.init), options: Self.options)
    }

    @Test(arguments: ["--config a one two", "one --config=a two", "one two --config b --config a"])
    func `a value follows as a word or after =, and the last one counts`(text: String) throws {
        let words = try words(text)
        #expect(words["config"] == "a" && words.operands == ["one", "two"])
    }

    @Test func `all values of an option are in order`() throws {
        #expect(try words("--config b --config=a").all("config") == ["b", "a"])
    }

    @Test(arguments: ["one --between -1week now", "--between=-1week now one"])
    func `an option with two values has both, even if they begin with a dash`(text: String) throws {
        let words = try words(text)
        #expect(words.all("between") == ["-1week", "now"] && words.operands == ["one"])
    }

    @Test func `a value that may be omitted only follows =`() throws {
        let words = try words("--json short -j")
        #expect(words.all("json") == ["", ""] && words.operands == ["short"])
        #expect(try self.words("--json=short")["json"] == "short")
    }

    @Test func `short options share a dash, and negative numbers are operands`() throws {
        let words = try words("-cj -70.3 - -- --check -x")
        #expect(words.has("check") && words.has("json"))
        #expect(words.operands == ["-70.3", "-", "--check", "-x"])
    }

    @Test(arguments: [
        ("--konfig a", "no option --konfig; did you mean --config?"), ("--nothing", "no option --nothing"),
        ("-x", "no option -x"), ("--config", "--config needs DIR"), ("--check=1", "--check takes no value"),
        ("--=", "no option --"), ("--between now", "--between needs FROM TO"),
    ])
    func `a wrong word is named, with the option that it may mean`(text: String, complaint: String) {
        let error = #expect(throws: ArgumentError.self) { try words(text) }
        #expect(error?.description == complaint)
    }
}
