import AlmanacValues
import Records
import Showing
import Testing
import WebPages

/// Web addresses of records as links.
@Suite struct LinkTests {
    private func page(_ data: JSON) -> String {
        let item = Reports.item(data, source: "alerts", key: "k")
        let html = RecordContent(item, of: Reports.source, changes: []).html(on: Reports.paper())
        #expect(Markup(html).faults == [])
        return String(decoding: html.bytes, as: UTF8.self)
    }

    @Test func `an address of the web is a link, and gives the site no window`() {
        let page = page(["web": "https://a.example/?b&c", "home": "http://d.example now"])
        let rel = #"rel="noopener noreferrer external">"#
        #expect(page.contains(#"<a href="https://a.example/?b&amp;c" \#(rel)https://a.example/?b&amp;c</a>"#))
        #expect(page.contains(#"<a href="http://d.example" \#(rel)http://d.example</a> now"#))
        #expect(page.contains("Open the original</a>"))
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,x", "ftp://a.example", "mailto:a@b.example", "//a.example",
        "HTTPS:a", "x https://a.example", "https://a b",
    ])
    func `another address is text`(address: String) {
        let page = page(["link": .string(address), "web": .string(address)])
        #expect(!page.contains("external") || address == "https://a b")
        #expect(!page.contains("href=\"javascript") && !page.contains("href=\"mailto"))
    }
}
