import Decoding
import Testing

@Suite struct PatternTests {
    @Test(arguments: [
        ("abc", "xabcx"), ("^abc$", "abc"), ("a.c", "aéc"), ("a*b", "b"), ("a+b", "aab"),
        ("colou?r", "color"),
        ("^(a|bc)+$", "abca"), ("[a-c]{2,3}x", "abx"), ("^\\d{4}-\\d\\d$", "2024-05"), ("[^a]", "b"),
        ("(?i)NHS", "nhs"), ("^$", ""), ("", "x"), ("\\.", "."), ("[\\d.]+$", "1.2"), ("a{0}b", "b"),
        ("^(?:[^@ ]+)@[^@ ]+\\.[a-z]{2,}$", "a.b@c.org"), ("x|", "y"), ("a{2,}$", "aaa"), ("{", "{"),
        ("[]a]", "]"), ("é+", "éé"), ("\\S\\s\\w\\W", "a b!"), ("(?i)[k-z]", "K"), ("(a$|b)", "xa"),
    ])
    func `a text that fits matches`(pattern: String, text: String) throws {
        #expect(try Pattern(pattern).matches(text))
    }

    @Test(arguments: [
        ("abc", "ab"), ("^b", "ab"), ("a$", "ab"), ("^a.c$", "a\nc"), ("a+", "b"), ("[^a]", "a"), ("^$", "x"),
        ("^[a-c]{2,3}$", "abca"), ("\\d", "x"), ("NHS", "nhs"), ("^(a|bc)+$", "abb"), ("^a{2}$", "aaa"),
    ])
    func `a text that does not fit does not match`(pattern: String, text: String) throws {
        #expect(try !Pattern(pattern).matches(text))
    }

    @Test(arguments: [
        "(", ")", "a)", "[a", "*", "a|*", "\\", "a{2,1}", "(?=a)", "\\q", "[z-a]", "(a{1000}){1000}",
        "a{5000}",
    ])
    func `a text that is no pattern is refused`(pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
    }

    @Test func `deeply nested groups are refused, not followed`() {
        let deep = String(repeating: "(", count: 10_000) + String(repeating: ")", count: 10_000)
        #expect(throws: PatternError.self) { try Pattern(deep) }
    }

    @Test func `no pattern takes long`() throws {
        let text = String(repeating: "a", count: 3000)
        #expect(try !Pattern("^(a|a)*(a|aa)+b$").matches(text))
        #expect(try !Pattern("(((a*)*)*)*b").matches(text))
    }
}
