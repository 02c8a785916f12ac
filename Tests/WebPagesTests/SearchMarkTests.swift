import AlmanacValues
import Records
import Showing
import Testing
import WebPages

@Suite struct SearchMarkTests {
    private func page(_ query: String, _ data: JSON, title: String = "Kent & Canterbury") -> String {
        let item = Reports.item(data, source: "hospitals", key: "k", title: title)
        let content = SearchContent(query, items: [item], cut: Cut(shown: 1, of: 1))
        let html = content.html(on: Reports.paper())
        #expect(Markup(html).faults == [])
        return String(decoding: html.bytes, as: UTF8.self)
    }

    @Test func `words that a word of the search begins are marked, in any case`() {
        let page = page("kENT cant", ["county": "Kentish <Kent>", "other": "Trekent"])
        #expect(page.contains("<mark>Kent</mark> &amp; <mark>Canterbury</mark></a>"))
        #expect(page.contains("County: <mark>Kentish</mark> &lt;<mark>Kent</mark>&gt;"))
        #expect(page.contains("Other: Trekent"))
    }

    @Test func `a match in a later member is shown`() {
        let members = (0..<9).map { JSON.Member("m\($0)", .string($0 == 8 ? "Leeds" : "x")) }
        #expect(page("leeds", .object(members)).contains("M8: <mark>Leeds</mark>"))
        #expect(!page("york", .object(members)).contains("Leeds"))
    }

    @Test func `a search of characters that are no words marks nothing`() {
        for query in ["<", "&", "-", "\u{202E}"] { #expect(!page(query, ["a": "< & -"]).contains("<mark")) }
    }
}
