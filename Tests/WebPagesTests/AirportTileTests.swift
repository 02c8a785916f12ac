import AlmanacValues
import Records
import Showing
import Testing
import WebPages

/// The tiles of the start page: their order, and what is not known about an airport.
@Suite struct AirportTileTests {
    private static func source(_ name: String, _ health: String = "fresh", rejected: Int = 0) -> Source {
        Source(
            Reports.json(
                """
                {"context": {"name": "\(name)", "kind": "metar"}, "runtime": {"health": "\(health)",
                 "records": 1, "rejected": \(rejected), "generation": 1, "fetchedUSec": 1795183100000000}}
                """))!
    }

    private static func report(_ airport: String, _ rules: String?, time: String = "13:51") -> Item {
        let data = Reports.metar.without("flightRules").with("station", .string(airport))
            .with("time", .string("2026-11-20T\(time):00Z"))
        let unknown = data.with("unknown", ["ceiling"]).without("ceiling")
        return Reports.item(
            rules.map { data.with("flightRules", .string($0)) } ?? unknown, source: "metars", key: airport)
    }

    private static let reports = [
        report("KAAA", "VFR"), report("KBBB", "LIFR"), report("KCCC", "MVFR"), report("KDDD", nil),
        report("KEEE", "IFR"), report("KFFF", "VFR", time: "12:30"),
    ]

    private func order(
        _ sources: [Source] = [source("metars")], pins: [String] = [], by order: AirportOrder = .worst
    ) -> [String] {
        AirportReport.ordered(
            AirportTileTests.reports, of: sources, pins: pins, by: order, at: Reports.now
        ).map(\.airport)
    }

    @Test func `what is not known comes first, then the worst weather`() {
        #expect(order() == ["KDDD", "KFFF", "KBBB", "KEEE", "KCCC", "KAAA"])
        #expect(order(by: .name) == ["KAAA", "KBBB", "KCCC", "KDDD", "KEEE", "KFFF"])
        // All are uncertain, and keep the order of their categories.
        #expect(order([]) == ["KBBB", "KEEE", "KDDD", "KCCC", "KAAA", "KFFF"])
        // A part that could not be read is said, but does not make all airports equal.
        #expect(order([Self.source("metars", rejected: 1)]) == order())
    }

    @Test func `pinned airports come first in their own order, also one without a report`() {
        #expect(order(pins: ["KAAA", "KXYZ", "KCCC"]).prefix(3) == ["KAAA", "KXYZ", "KCCC"])
        var preferences = Preferences(units: .metric)
        preferences.pins = ["KXYZ"]
        let page = page(preferences)
        #expect(page.contains("unknown</span>: no report is kept (almanac add KXYZ)"))
        #expect(page.contains(#"href="/?units=metric&amp;pin=KXYZ,KAAA" aria-label="Pin KAAA""#))
        #expect(page.contains(#"href="/?pin=&amp;units=metric" aria-label="Unpin KXYZ""#))
        #expect(page.contains(#"name="pin" value="KXYZ""#))
    }

    @Test func `a tile expires by the browser's clock, and not twice`() {
        let tile = { (time: String) in
            let item = Self.report("KAAA", "VFR", time: time)
            let report = AirportReport.ordered([item], of: [Self.source("metars")], at: Reports.now)[0]
            return String(decoding: AirportTile(report).html(on: Reports.paper()).bytes, as: UTF8.self)
        }
        let current = tile("13:51")
        #expect(current.contains(#"data-expiry="2026-11-20T"#), "\(current)")
        #expect(!current.contains("expired<"))
        let expired = tile("02:30")
        #expect(expired.contains("expired<") && !expired.contains("data-expiry"), "\(expired)")
    }

    @Test func `pins that are not kept are named`() {
        var preferences = Preferences()
        #expect(!page(preferences).contains("Not pinned"))
        preferences.refusedPins = ["KZZZ"] + (0..<7).map { "<b>\($0)" }
        let page = page(preferences)
        #expect(page.contains("Not pinned: KZZZ, &lt;b&gt;0"), "\(page)")
        #expect(page.contains("and 3 more. The start page keeps 24 pins"))
        #expect(!page.contains("pin=KZZZ"))
    }

    @Test func `a tile says what is late, old or missing`() {
        let page = page()
        #expect(page.contains("overdue</span> since 13:30Z"))
        #expect(page.contains("13:51Z</time> <time class=\"ago\""))
        #expect(page.contains(">16 min ago</time>"))
        #expect(page.contains("category unknown: ceiling not reported"))
        #expect(self.page(sources: [Self.source("metars", "stale")]).contains(">stale</span>"))
        #expect(self.page(sources: [Self.source("metars", "failing")]).contains(">failing</span>"))
        #expect(self.page(sources: [Self.source("metars", rejected: 2)]).contains(">incomplete</span>"))
    }

    @Test func `a report without values says that they are unknown, and none is only said of what was read`()
    {
        let empty: JSON = [
            "station": "KPWM", "raw": "KPWM 201351Z", "type": "METAR", "time": "2026-11-20T13:51:00Z",
            "unknown": ["ceiling", "visibility"],
        ]
        func tile(_ data: JSON) -> String {
            let item = Reports.item(data, source: "metars")
            return String(decoding: Reports.tile(item).html(on: Reports.paper()).bytes, as: UTF8.self)
        }
        for name in ["wind", "visibility", "ceiling", "temperature"] {
            #expect(tile(empty).contains("<dd id=\"KPWM-\(name)\">unknown</dd>"), "\(name)")
        }
        let clear = Reports.metar.without("ceiling").without("clouds").with("flightRules", "MVFR")
        #expect(tile(clear).contains("<dd id=\"KPWM-ceiling\">none</dd>"))
        #expect(!tile(empty.with("nil", true)).contains("<dd"))
        #expect(tile(empty.with("nil", true)).contains("report missing (NIL)"))
    }

    @Test func `a wall has the tiles and what needs attention, but no links to choose`() {
        let page = page(Preferences(isKiosk: true), sources: [Self.source("metars", "failing")])
        #expect(page.contains("id=\"summary\"") && page.contains("class=\"tiles few\""))
        for other in ["class=\"pin\"", "id=\"arrange\"", "id=\"attention\"", "Newest changes"] {
            #expect(!page.contains(other), "\(other)")
        }
    }

    @Test func `a wall counts the failures of the daemon that it does not name`() {
        let failures = ["the disk is full", "a file is damaged", "a port is taken"].map {
            DaemonFailure($0, since: Reports.now)
        }
        let wall = Preferences(isKiosk: true)
        #expect(page(wall, failures: Array(failures.prefix(1))).contains("the disk is full"))
        #expect(!page(wall, failures: Array(failures.prefix(1))).contains(" more</p>"))
        #expect(page(wall, failures: failures).contains(", 2 more</p>"))
    }

    private func page(
        _ preferences: Preferences = Preferences(), sources: [Source] = [source("metars")],
        failures: [DaemonFailure] = []
    ) -> String {
        let content = StartContent(
            sources: sources, failures: failures, warnings: WarningAnswer(),
            records: AirportTileTests.reports, changes: [], preferences: preferences)
        let html = content.html(on: Reports.paper())
        #expect(Markup(html).faults == [])
        return String(decoding: html.bytes, as: UTF8.self)
    }
}
