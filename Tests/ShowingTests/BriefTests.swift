import AlmanacValues
import Records
import Showing
import Testing

/// A pilot's briefing: every product with its time and standing, and nothing claimed that is not known.
@Suite struct BriefTests {
    static let stations = StationTable(
        Array(
            """
            CYHZ\t\tHalifax Intl\t44.88\t-63.51\t145\tCA\tNS\tMT
            KALB\t\tAlbany Intl\t42.747\t-73.799\t83\tUS\tNY\tMT
            KBOS\t\tBoston/Logan Intl\t42.361\t-71.011\t4\tUS\tMA\tMT
            KPWM\t\tPortland Intl\t43.642\t-70.304\t15\tUS\tME\tMT
            """.utf8))
    static let runways = RunwayTable(Array("KBOS\t09/27 77 7001\nKPWM\t11/29 96 7200\t18/36 164 6100\n".utf8))
    static let now = Golden.now

    static func fresh(_ more: String = "") -> String {
        #"{"health": "fresh", "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": \#(Samples.at(14, 2))\#(more)}"#
    }

    static func source(_ name: String, _ kind: String, _ runtime: String = fresh(), url: String? = nil)
        -> Source
    {
        let address = url.map { #", "url": "\#($0)""# } ?? ""
        return Samples.source(#"{"name": "\#(name)", "kind": "\#(kind)"\#(address)}"#, runtime)
    }

    static func record(
        _ source: String, _ key: String, _ data: String, _ place: (Double, Double)? = nil
    ) -> Item {
        let position = place.map { #", "latitude": \#($0.0), "longitude": \#($0.1)"# } ?? ""
        return Item(
            Samples.json(#"{"source": "\#(source)", "key": "\#(key)", "data": \#(data)\#(position)}"#))!
    }

    static func metar(_ station: String, at time: String = "13:51", _ more: String = "") -> Item {
        record(
            "metar@\(station)", station,
            """
            {"station": "\(station)", "type": "METAR", "time": "2026-11-20T\(time):00Z", "flightRules": "VFR",
            "raw": "\(station) 201351Z 29013G23KT 10SM CLR", "visibility": 16093.44,
            "wind": {"direction": 290, "speed": 13, "gust": 23}\(more)}
            """)
    }

    static func taf(_ station: String, at time: String = "11:20", _ more: String = "") -> Item {
        record(
            "taf@\(station)", station,
            """
            {"station": "\(station)", "type": "TAF", "time": "2026-11-20T\(time):00Z", "raw": "TAF \(station)",
            "from": "2026-11-20T12:00:00Z", "until": "2026-11-21T12:00:00Z"\(more),
            "timeline": [{"from": "2026-11-20T12:00:00Z", "until": "2026-11-20T18:00:00Z", "flightRules": "VFR",
            "wind": {"direction": 230, "speed": 10}},
            {"from": "2026-11-20T18:00:00Z", "until": "2026-11-21T12:00:00Z", "flightRules": "MVFR",
            "wind": {"variable": true, "speed": 4}, "overlays": [{"change": "TEMPO", "flightRules": "IFR"}]}]}
            """)
    }

    static func sigmet(_ key: String, west: Double, east: Double, source: String = "sigmets-us") -> Item {
        record(
            source, key,
            """
            {"advisory": "SIGMET", "hazard": "TURB", "qualifier": "SEV", "levels": "FL180–FL340",
            "onset": "2026-11-20T12:00:00Z", "ends": "2026-11-20T16:00:00Z", "geometry": {"type": "Polygon",
            "coordinates": [[[\(west), 42], [\(east), 42], [\(east), 43.4], [\(west), 43.4], [\(west), 42]]]}}
            """)
    }

    static func pilot(_ key: String, _ place: (Double, Double)) -> Item {
        record(
            "pireps@KPWM", key,
            """
            {"obsTime": "2026-11-20T13:40:00Z", "level": "FL085", "rawOb": "PWM UA /OV \(key)",
            "ends": "2026-11-20T16:00:00Z"}
            """, place)
    }

    static let winds = record(
        "winds@us", "PWM",
        """
        {"type": "WINDS", "station": "PWM", "time": "2026-11-20T13:00:00Z", "from": "2026-11-20T14:00:00Z",
        "until": "2026-11-20T21:00:00Z", "levels": {"3000": {"direction": 240, "speed": 22},
        "6000": {"direction": 250, "speed": 31, "temperature": -2}}}
        """, (43.64, -70.3))

    /// All sources of a flight from Portland to Boston.
    static let sources = [
        source("metar@KPWM", "metar"), source("taf@KPWM", "taf"), source("metar@KBOS", "metar"),
        source("taf@KBOS", "taf"), source("winds@us", "winds"), source("sigmets-us", "sigmet"),
        source("airmets-us", "sigmet"), source("pireps@KPWM", "pirep"), source("pireps@KBOS", "pirep"),
        source("alerts-us", "alert"),
    ]
    static let items = [
        metar("KPWM"), taf("KPWM"), metar("KBOS", at: "13:54"), taf("KBOS"), winds,
        sigmet("on-the-way", west: -71, east: -69), sigmet("far", west: -80, east: -76),
        pilot("NEAR", (43.2, -70.2)), pilot("FAR", (45.5, -70.3)),
    ]

    /// Returns the briefing as a daemon with these sources and records makes it; `nil` records are refused.
    static func brief(
        _ stops: [String] = ["KPWM", "KBOS"], _ sources: [Source] = sources, _ items: [Item]? = items,
        at moment: UTC = now
    ) -> Brief {
        let question = BriefQuestion(
            stops.map { BriefStop($0, in: stations, runways: runways) }, at: moment, stations: stations)
        var brief: Brief?
        question.answer(among: sources, at: now) { inquiry, receive in
            let kinds = inquiry.selector.kinds
            receive(
                items?.filter { item in
                    let kind = sources.first { $0.name == item.source }?.kind ?? ""
                    return kinds.contains(kind)
                })
        } _: {
            brief = $0
        }
        return brief!
    }

    /// Returns the row of a product and what it says.
    private func product(_ name: String, _ brief: Brief, of place: String = "KPWM") -> [String] {
        let lines = brief.lines(on: Paper(width: 300, now: Self.now)).map(\.plain)
        let section = lines.drop { !$0.hasPrefix(place) || $0.contains("–") }.dropFirst()
        let own = section.prefix { !$0.isEmpty }.drop { !$0.hasPrefix(name) }
        return Array(own.prefix(1) + own.dropFirst().prefix { $0.hasPrefix("  ") })
    }

    @Test func `a briefing in which all is current says so`() throws {
        let brief = Self.brief()
        #expect(brief.isComplete && brief.gaps.isEmpty)
        try Golden.check(brief, "brief")
    }

    @Test func `what no source keeps is unknown with the command that adds it, and never none`() throws {
        let brief = Self.brief(["KPWM", "KBOS", "KALB"], [], [])
        try Golden.check(brief, "brief-empty")
        let text = brief.lines(on: Paper(width: 300, now: Self.now)).map(\.plain)
        #expect(!brief.isComplete && !text.contains { $0.contains("none") })
        for command in ["add KALB", "enable sigmets-us", "enable winds@us", "enable pireps@KPWM pireps@KBOS"]
        {
            #expect(text.contains { $0.contains("(almanac \(command)") })
        }
    }

    @Test func `a daemon that does not answer leaves everything unknown but the Sun`() {
        let brief = Self.brief(["KPWM", "KBOS"], Self.sources, nil)
        #expect(product("METAR", brief)[0].hasSuffix("unknown: almanacd did not answer"))
        #expect(product("PIREP", brief, of: "Along").first?.contains("unknown: ") == true)
        #expect(product("Sun", brief)[0].hasSuffix("current"))
        #expect(brief.json(at: Self.now)["complete"] == false)
    }

    @Test func `a report or forecast whose successor is late is overdue`() {
        let items = [Self.metar("KPWM", at: "12:51"), Self.taf("KPWM", at: "05:20")]
        let brief = Self.brief(["KPWM"], Self.sources, items)
        #expect(product("METAR", brief)[0].hasSuffix("overdue since 13:51Z"))
        #expect(product("TAF", brief)[0].hasSuffix("overdue since 11:20Z"))
        #expect(product("Runways", brief)[0].hasSuffix("overdue since 13:51Z"))
    }

    @Test func `the period of the TAF is the one at the moment, whose wind is on the runways`() {
        let evening = UTC(iso8601: "2026-11-20T19:00:00Z")!
        let brief = Self.brief(at: evening)
        #expect(
            product("TAF", brief).contains { $0.hasPrefix("  18:00Z to Sat 12:00Z: MVFR, variable 4 kt") })
        #expect(product("TAF", brief).contains { $0.hasPrefix("  at times: IFR") })
        #expect(product("Runways", brief).contains("  forecast wind: variable 4 kt"))
        #expect(product("SIGMET", brief, of: "Along")[1].contains("not at 19:00Z"))
        let late = Self.brief(at: UTC(iso8601: "2026-11-21T13:00:00Z")!)
        #expect(product("TAF", late)[0].hasSuffix("over: valid 12:00Z to Sat 12:00Z, not at Sat 13:00Z"))
        #expect(product("Winds", late)[0].contains("over: for 14:00Z to 21:00Z, not Sat 13:00Z"))
        #expect(product("Runways", late)[0].contains("unknown: no forecast of the wind at that time"))
    }

    @Test func `a source that fails, is stale or was read in part makes its products so`() {
        let old = Samples.at(11, 0)
        let failing = """
            {"health": "failing", "records": 1, "generation": 1, "fetchedUSec": \(old), "failure":
            {"reason": "timeout", "count": 3, "message": "no answer", "realtimeUSec": \(old)}}
            """
        let states = [
            (failing, "failing: NAME: failing, data from 11:00Z: no answer"),
            (
                #"{"health": "stale", "records": 1, "generation": 1, "fetchedUSec": \#(old)}"#,
                "stale: NAME: stale, data from 11:00Z"
            ),
            (
                Self.fresh(#", "rejected": 2"#).replacing("\"rejected\": 0, ", with: ""),
                "incomplete: NAME: 2 parts could not be read (almanac rejects NAME)"
            ),
        ]
        for (state, text) in states {
            for (name, kind, product, place) in [
                ("metar@KPWM", "metar", "METAR", "KPWM"), ("sigmets-us", "sigmet", "SIGMET", "Along"),
            ] {
                let sources = Self.sources.map { $0.name == name ? Self.source(name, kind, state) : $0 }
                let row = self.product(product, Self.brief(["KPWM", "KBOS"], sources), of: place)
                #expect(row.first?.hasSuffix(text.replacing("NAME", with: name)) == true, "\(row)")
                let empty = self.product(product, Self.brief(["KPWM", "KBOS"], sources, []), of: place)
                #expect(empty[0].contains("unknown: \(name): ") && empty.count == 1)
            }
        }
    }

    @Test func `advisories on the way are listed, and others are not`() {
        let found = product("SIGMET", Self.brief(), of: "Along")
        #expect(found.count == 2 && found[1].contains("SEV TURB FL180–FL340, until 16:00Z, on the way"))
        let near = [Self.sigmet("near", west: -69.9, east: -69)]
        #expect(
            product("SIGMET", Self.brief(["KPWM", "KBOS"], Self.sources, near), of: "Along")[1].contains(
                "NM off"))
        let none = product("SIGMET", Self.brief(["KPWM", "KBOS"], Self.sources, []), of: "Along")
        #expect(none[1] == "  none within 50 NM in sigmets-us")
    }

    @Test func `advisories of a part of the world that no source keeps are unknown there`() {
        let brief = Self.brief(["KBOS", "CYHZ"])
        let text = "SIGMET: no source keeps those at CYHZ (almanac enable sigmets)"
        #expect(product("SIGMET", brief, of: "Along")[0].contains("incomplete: \(text)"))
        #expect(
            product("AIRMET", brief, of: "Along")[0].contains(
                "unknown: AIRMET: no source keeps those at CYHZ"))
        let other = [Self.source("mine", "sigmet", url: "https://example.com/sigmet.json")]
        #expect(
            product("SIGMET", Self.brief(["KBOS", "CYHZ"], other, []), of: "Along")[1].contains("in mine"))
    }

    @Test func `pilot reports are those in the corridor, and a part that no source covers is unknown`() {
        let found = product("PIREP", Self.brief(), of: "Along")
        #expect(found.count == 2 && found[0].hasSuffix("current"))
        #expect(found[1].hasSuffix("FL085: PWM UA /OV NEAR") && found[1].contains("27 min ago, "))
        let far = product("PIREP", Self.brief(["KPWM", "KALB"]), of: "Along")
        #expect(far[0].contains("% of the way (almanac enable pireps@KALB)"))
        let narrow = Self.sources.map { source in
            source.kind == "pirep"
                ? Self.source(source.name, "pirep", url: "https://example.com/?distance=40&age=2") : source
        }
        #expect(
            product("PIREP", Self.brief(["KPWM", "KBOS"], narrow), of: "Along")[0].contains(
                "no source keeps those of"))
    }

    @Test func `an airport that the table lacks has unknown winds, Sun and way`() {
        let brief = Self.brief(["KPWM", "KXXX"])
        for name in ["Sun", "Winds aloft"] {
            #expect(
                product(name, brief, of: "KXXX")[0].contains("unknown: the position of KXXX is not known"))
        }
        #expect(product("SIGMET", brief, of: "Within")[0].contains("KXXX: its position is not known"))
    }

    @Test func `JSON has every product with its standing, age and records`() {
        let json = Self.brief(["KPWM", "KBOS"], Self.sources.filter { $0.kind != "winds" }).json(at: Self.now)
        let products = json["airports"]?.array?[0]["products"]?.array ?? []
        #expect(products.compactMap { $0["product"]?.string }.first == "METAR")
        #expect(products[0]["standing"] == "current" && products[0]["issued"] == "2026-11-20T13:51:00Z")
        #expect(products[0]["ageSeconds"]?.int == 960)
        #expect(products[0]["records"]?.array?[0]["key"] == "KPWM")
        #expect(json["legs"]?.array?.count == 1 && json["complete"] == false)
        #expect(json["unknown"]?.array?[0]["source"] == "KPWM Winds aloft")
        #expect(json["way"]?.array?.compactMap { $0["product"]?.string } == ["SIGMET", "AIRMET", "PIREP"])
    }

    @Test(arguments: [
        ("1530Z", "2026-11-20T15:30:00Z"), ("15:30Z", "2026-11-20T15:30:00Z"),
        ("1530", "2026-11-20T15:30:00Z"),
        ("1310Z", "2026-11-20T13:10:00Z"), ("1200Z", "2026-11-21T12:00:00Z"),
        ("302300Z", "2026-11-30T23:00:00Z"),
        ("192300Z", "2026-12-19T23:00:00Z"), ("311200z", "2026-12-31T12:00:00Z"),
        ("2026-11-22T06:00:00Z", "2026-11-22T06:00:00Z"), ("2460Z", nil), ("321200Z", nil), ("soon", nil),
        ("", nil),
        ("Z", nil), ("15:3", nil),
    ])
    func `a moment is written as pilots do`(text: String, moment: String?) {
        #expect(UTC(briefed: text, now: Self.now) == moment.flatMap { UTC(iso8601: $0) })
    }

    @Test func `a pole, the antipodes and the date line have a way`() {
        let stations = StationTable(
            Array(
                "AAAA\t\tA\t0\t179.9\t\t\t\tM\nBBBB\t\tB\t0\t-179.9\t\t\t\tM\nCCCC\t\tC\t90\t0\t\t\t\tM\n"
                    .utf8))
        let stops = ["AAAA", "BBBB", "CCCC", "CCCC"].map {
            BriefStop($0, in: stations, runways: RunwayTable())
        }
        var text: [String] = []
        BriefQuestion(stops, at: Self.now, stations: stations).answer(among: [], at: Self.now) {
            $1([])
        } _: {
            text = $0.lines(on: Paper(width: 300, now: Self.now)).map(\.plain)
        }
        #expect(text[1] == "AAAA–BBBB 12 NM 090°, BBBB–CCCC 5404 NM 360°, CCCC–CCCC 0 NM 360°", "\(text[1])")
    }
}
