import Testing
import WebPages

@Suite struct HTMLTests {
    @Test func `elements contain escaped text and attributes`() {
        let page = HTML {
            $0.add("p", ["title": "a \"b\" & 'c'", "hidden": nil]) {
                $0.add(text: "1 < 2 & 3 > 2")
                $0.add(void: "br")
                $0.add("b", text: "it's")
            }
        }
        let expected =
            "<p title=\"a &quot;b&quot; &amp; &#39;c&#39;\">1 &lt; 2 &amp; 3 &gt; 2<br><b>it&#39;s</b></p>"
        #expect(text(page) == expected)
    }

    @Test func `text from other sources cannot become markup`() {
        let hostile = "</b><script>alert(1)</script>"
        #expect(
            text(HTML { $0.add("b", text: hostile) })
                == "<b>&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;</b>")
        let quoted = HTML { $0.add("i", ["title": "\" onclick=\"x"], text: "") }
        #expect(!text(quoted).contains("\" onclick"))
    }

    @Test func `control characters and bidirectional controls are left out`() {
        #expect(text(HTML { $0.add(text: "a\u{202E}b\u{0}c\u{2066}d\u{1B}[31me\n") }) == "abcd[31me\n")
    }

    @Test func `characters of every length are kept`() {
        #expect(text(HTML { $0.add(text: "é€𝄞 & ü") }) == "é€𝄞 &amp; ü")
    }

    private func text(_ html: HTML) -> String { String(decoding: html.bytes, as: UTF8.self) }
}
