import Records
import Testing

@Suite struct GlobTests {
    @Test(arguments: [
        ("*", ""), ("*", "a/b"), ("a*c", "abbc"), ("*nhs*", "the nhs sector"), ("?", "é"), ("[a-c]x", "bx"),
        ("[!a-c]x", "dx"), ("\\*", "*"), ("a[", "a["), ("*ab", "aab"), ("metar@*", "metar@KPWM"),
        ("[]]", "]"),
    ])
    func `a text that fits matches`(pattern: String, text: String) {
        #expect(Glob(pattern).matches(text))
    }

    @Test(arguments: [
        ("", "a"), ("a", ""), ("a*c", "abd"), ("?", ""), ("?", "ab"), ("[a-c]x", "dx"), ("*NHS*", "nhs"),
        ("[!a-c]x", "ax"),
    ])
    func `a text that does not fit does not match`(pattern: String, text: String) {
        #expect(!Glob(pattern).matches(text))
    }

    @Test func `case can be ignored`() {
        #expect(Glob("*nhs*", ignoringCase: true).matches("NHS Sector"))
        #expect(Glob("[A-C]", ignoringCase: true).matches("b"))
    }

    @Test func `many stars take no long time`() {
        let text = String(repeating: "a", count: 5000)
        #expect(!Glob(String(repeating: "*a", count: 50) + "b").matches(text))
    }
}
