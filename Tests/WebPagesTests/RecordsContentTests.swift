import AlmanacValues
import Records
import Showing
import Testing
import WebPages

@Suite struct RecordsContentTests {
    @Test func `a search keeps conditions, order, length and preferences`() {
        var view = RecordsContent.View()
        view.conditions = ["city=\"York\""]
        view.sort = "city"
        view.isDescending = true
        view.count = 500
        let page = text(view, total: 1)
        for (name, value) in [
            ("where", "city=&quot;York&quot;"), ("sort", "city"), ("desc", "1"), ("count", "500"),
            ("units", "metric"),
        ] {
            #expect(page.contains("<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"))
        }
        #expect(!page.contains("name=\"zone\""))
    }

    @Test func `a part of a table leads to the whole one, unless that is too long for a page`() {
        let link = "<a href=\"/data/schools?count=10000&amp;units=metric\">All 10,000 records</a>"
        #expect(text(RecordsContent.View(), total: 10_000).contains(link))
        #expect(!text(RecordsContent.View(), total: 10_001).contains("All 10,001"))
    }

    @Test func `the next part of a table is as long`() {
        var view = RecordsContent.View()
        view.count = 1
        #expect(text(view, total: 3).contains("?first=1&amp;count=1&amp;units=metric"))
    }

    @Test func `a search that finds as many records as it may says that these are the best matches`() {
        var view = RecordsContent.View()
        view.search = "a"
        #expect(text(view, total: 1000, all: 14_321).contains("1 to 1 of the best 1000 of 14,321 matches"))
        #expect(text(view, total: 1000, all: nil).contains("of the best 1000 matches, perhaps not all"))
        #expect(text(view, total: 999).contains("1 to 1 of 999 records"))
    }

    @Test func `a table with too many records for its pages says how many there are`() {
        let text = text(RecordsContent.View(), total: 50_000, all: 61_234)
        #expect(text.contains("1 to 1 of the first 50,000 of 61,234 records"))
    }

    private func text(_ view: RecordsContent.View, total: Int) -> String {
        text(view, total: total, all: total)
    }

    private func text(_ view: RecordsContent.View, total: Int, all: Int?) -> String {
        let source = Source(
            Reports.json(
                #"{"context": {"name": "schools", "kind": "json"}, "runtime": {"health": "fresh"}}"#))!
        let item = Item(Reports.json(#"{"source": "schools", "key": "1", "data": {"city": "York"}}"#))!
        let content = RecordsContent(
            source, items: [item], total: total, all: all, view: view,
            preferences: Preferences(units: .metric))
        return String(decoding: content.html(on: Reports.paper()).bytes, as: UTF8.self)
    }
}
