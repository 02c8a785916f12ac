import Records
import Testing

@Suite struct TextsTests {
    @Test(arguments: [
        ("a://b", "://", "a"), ("aab", "ab", "a"), ("ababac", "abac", "ab"), ("x", "x", ""),
        ("äöü", "ü", "äö"),
    ])
    func `a text is found at its first occurrence`(whole: String, text: String, before: String) throws {
        let range = try #require(whole.firstRange(ofText: text))
        #expect(whole[..<range.lowerBound] == before)
        #expect(whole[range] == text)
        #expect(whole.contains(text: text))
        #expect(Array(whole.utf8)[...].contains(text: text))
    }

    @Test(arguments: [("", "a"), ("a", "ab"), ("aa", "b"), ("a", ""), ("e\u{301}", "é")])
    func `a text is not found if its bytes do not occur`(whole: String, text: String) {
        #expect(whole.firstRange(ofText: text) == nil)
        #expect(!whole.contains(text: text))
        #expect(!Array(whole.utf8)[...].contains(text: text))
    }

    @Test(arguments: [
        ("%i and %i", "%i", "x", "x and x"), ("aaa", "aa", "b", "ba"), ("abc", "b", "", "ac"),
        ("abc", "d", "x", "abc"), ("%i", "%i", "%i%i", "%i%i"), ("", "a", "b", ""),
    ])
    func `each occurrence is replaced once`(
        whole: String, text: String, other: String, expected: String
    ) {
        #expect(whole.replacing(text: text, with: other) == expected)
    }

    @Test(arguments: [
        ("a.source", ".source", true), (".source", ".source", true), ("source", ".source", false),
        ("", "", true),
        ("e\u{301}", "\u{301}", true), ("é", "e\u{301}", false), ("a.sourc", ".source", false),
    ])
    func `a text ends with the bytes of another one`(whole: String, text: String, expected: Bool) {
        #expect(whole.ends(with: text) == expected)
    }
}
