import Fetching
import Records
import Testing

@Suite struct MediaTypeTests {
    @Test(
        arguments: [
            ("text/csv", "text/csv", nil), ("Text/HTML; Charset=\"utf-8\"", "text/html", "utf-8"),
            ("application/rss+xml ;q=1; charset=ISO-8859-1 ", "application/rss+xml", "ISO-8859-1"),
            ("text/plain;charset=", "text/plain", nil), ("text/plain; charset='x'", "text/plain", "x"),
        ] as [(String, String, String?)])
    func `the type and the character set are parsed`(_ text: String, _ name: String, _ charset: String?) {
        let type = MediaType(text)
        #expect(type?.name == name)
        #expect(type?.charset == charset)
    }

    @Test(arguments: ["", "text", "/", "text/", "/csv", "a/b/c", ";charset=utf-8"])
    func `a text without a type is rejected`(_ text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test(arguments: [
        ("\u{FEFF}\n <!DOCTYPE HTML PUBLIC", true), ("<html lang=en>", true), ("<HEAD>", true),
        ("<?xml version='1.0'?><rss>", false), ("{\"html\": 1}", false), ("", false),
    ]) func `an HTML page is recognised by its beginning`(_ text: String, _ isPage: Bool) throws {
        let document = Document(Body(Array(text.utf8)), from: "test", received: UTC(seconds: 0))
        #expect(try document.looksLikeHTML() == isPage)
    }
}
