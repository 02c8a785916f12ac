import AlmanacValues
import Records
import Showing
import Testing
import WebPages

@Suite struct MapPageTests {
    @Test func `the page has the drawing, its marks and the list`() throws {
        let page = try page([SampleMap.report, SampleMap.warning], world: WorldMap(WorldMapTests.small))
        #expect(page.contains("<h1>Map</h1>"))
        #expect(page.contains("<a href=\"/r/KPWM\">Portland &lt;Intl&gt;</a>"))
        #expect(page.contains("<title>Portland &lt;Intl&gt;: MVFR, wind 230° 12 kt"))
        #expect(page.contains("map-dot map-color-fair"))
        #expect(page.contains("map-area map-color-bad"))
        #expect(page.contains("<a href=\"/data/alerts?units=metric\">alerts</a>, 1 record"))
        #expect(page.contains("id=\"map-canvas\""))
        #expect(page.contains("data-places=\"/api/map?form=places&amp;units=metric\""))
    }

    @Test func `land is drawn where records are`() throws {
        let item = try SampleMap.item(
            #"{"source":"metars","key":"X","latitude":49.8,"longitude":10.03,"data":{}}"#)
        #expect(try page([item], world: WorldMap(WorldMapTests.small)).contains("class=\"map-sea\""))
        #expect(try page([], world: WorldMap(WorldMapTests.small)).contains("class=\"map-land\""))
    }

    @Test func `the page is complete without outlines and without records`() throws {
        #expect(try page([], world: nil).contains("No record has a position."))
        #expect(try page([SampleMap.report], world: nil).contains("map-dot"))
    }

    @Test func `the page has neither styles nor scripts in attributes`() throws {
        let page = try page([SampleMap.report, SampleMap.warning], world: WorldMap(WorldMapTests.small))
        for forbidden in ["style=", "onclick", "<script", "<style", "data:"] {
            #expect(!page.contains(forbidden), "\(forbidden)")
        }
    }

    @Test func `many records are few marks and a link to all of them`() throws {
        let items = try (0..<3000).map {
            try SampleMap.item(
                """
                {"source":"metars","key":"S\($0)","latitude":\(Double($0 % 120) - 60),
                "longitude":\(Double($0 / 120 * 10) - 120),"data":{"flightRules":"VFR"}}
                """)
        }
        let page = try page(items, world: nil)
        #expect(page.split(separator: "map-dot").count <= 201)
        #expect(page.contains("all 3000 records of metars"))
        #expect(page.split(separator: "<li>").count < MapPage.mostListed + 20)
    }

    private func page(_ items: [Item], world: WorldMap?) throws -> String {
        let features = mapFeatures(items, of: try SampleMap.sources, units: .aviation) { "/r/\($0.key)" }
        let whole = Cut(shown: features.count, of: features.count)
        var paper = Reports.paper(.metric)
        paper.link = { Preferences(units: .metric).link($0) }
        let html = MapPage(features, of: whole, world: world).html(on: paper)
        return String(decoding: html.bytes, as: UTF8.self)
    }
}
