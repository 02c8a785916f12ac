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
    func `a pattern matches a text that fits`(pattern: String, text: String) throws {
        #expect(try Pattern(pattern).matches(text))
    }

    @Test(arguments: [
        ("abc", "ab"), ("^b", "ab"), ("a$", "ab"), ("^a.c$", "a\nc"), ("a+", "b"), ("[^a]", "a"), ("^$", "x"),
        ("^[a-c]{2,3}$", "abca"), ("\\d", "x"), ("NHS", "nhs"), ("^(a|bc)+$", "abb"), ("^a{2}$", "aaa"),
    ])
    func `a pattern does not match another text`(pattern: String, text: String) throws {
        #expect(try !Pattern(pattern).matches(text))
    }

    @Test(arguments: [
        "(", ")", "a)", "[a", "*", "a|*", "\\", "a{2,1}", "(?=a)", "\\q", "[z-a]", "(a{1000}){1000}",
        "a{5000}",
    ])
    func `a text that is not a pattern is rejected`(pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
    }

    @Test func `deeply nested groups are rejected without recursion`() {
        let deep = String(repeating: "(", count: 10_000) + String(repeating: ")", count: 10_000)
        #expect(throws: PatternError.self) { try Pattern(deep) }
    }

    @Test func `a pattern takes linear time`() throws {
        let text = String(repeating: "a", count: 3000)
        #expect(try !Pattern("^(a|a)*(a|aa)+b$").matches(text))
        #expect(try !Pattern("(((a*)*)*)*b").matches(text))
    }

    @Test func `a pattern of too many ranges is refused`() throws {
        let set = "[" + (0..<500).map { String(Unicode.Scalar(0x4E00 + 2 * $0)!) }.joined() + "]"
        #expect(try Pattern(set + "{8}").matches(String(repeating: "\u{4E00}", count: 8)))
        #expect(throws: PatternError.self) { try Pattern(set + "{9}") }
    }

    @Test func `braces that are not bounds take linear time`() {
        let many = String(repeating: "a{", count: 100_000)
        #expect(throws: PatternError.self) { try Pattern(many + "}") }
        #expect(throws: PatternError.self) { try Pattern("(?:a|" + many + "}") }
    }
}
