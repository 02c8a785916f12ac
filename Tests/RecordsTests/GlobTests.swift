import Records
import Testing

@Suite struct GlobTests {
    @Test(arguments: [
        ("*", ""), ("*", "a/b"), ("a*c", "abbc"), ("*nhs*", "the nhs sector"), ("?", "é"), ("[a-c]x", "bx"),
        ("[!a-c]x", "dx"), ("\\*", "*"), ("a[", "a["), ("*ab", "aab"), ("metar@*", "metar@KPWM"),
        ("[]]", "]"),
    ])
    func `a pattern matches a text that fits`(pattern: String, text: String) {
        #expect(Glob(pattern).matches(text))
    }

    @Test(arguments: [
        ("", "a"), ("a", ""), ("a*c", "abd"), ("?", ""), ("?", "ab"), ("[a-c]x", "dx"), ("*NHS*", "nhs"),
        ("[!a-c]x", "ax"),
    ])
    func `a pattern does not match another text`(pattern: String, text: String) {
        #expect(!Glob(pattern).matches(text))
    }

    @Test func `case can be ignored`() {
        #expect(Glob("*nhs*", ignoringCase: true).matches("NHS Sector"))
        #expect(Glob("[A-C]", ignoringCase: true).matches("b"))
    }

    @Test func `a pattern with many stars takes little time`() {
        let text = String(repeating: "a", count: 5000)
        #expect(!Glob(String(repeating: "*a", count: 50) + "b").matches(text))
    }
}
