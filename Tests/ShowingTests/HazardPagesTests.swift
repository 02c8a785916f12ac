import AlmanacValues
import Records
import Showing
import Testing

/// SIGMETs and pilot reports on the page of an airport.
@Suite struct HazardPagesTests {
    private let paper = Paper(width: 140, now: Golden.now)

    private func source(_ name: String, _ kind: String, _ runtime: String, _ more: String = "") -> Source {
        Samples.source(#"{"name": "\#(name)", "kind": "\#(kind)"\#(more)}"#, runtime)
    }

    private func sigmets(_ runtime: String? = nil) -> Source {
        let address = #", "url": "https://example.org/airsigmet", "title": "SIGMETs of the world""#
        return source("sigmets", "sigmet", runtime ?? fresh, address)
    }

    private var fresh: String {
        #"{"health": "fresh", "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": \#(Samples.at(14, 2))}"#
    }

    private func sigmet(
        _ key: String, from onset: String = "12:00", to ends: String? = "18:00", _ more: [(String, JSON)] = []
    ) -> Item {
        var members: [JSON.Member] = [
            .init("advisory", "SIGMET"), .init("hazard", "TURB"), .init("qualifier", "SEV"),
            .init("levels", "SFC–6500 ft"), .init("movement", "moving NE 15 kt"), .init("firId", "KZBW"),
            .init("onset", .string("2026-11-20T\(onset):00Z")),
        ]
        if let ends { members.append(.init("ends", .string("2026-11-20T\(ends):00Z"))) }
        let names = more.map(\.0)
        members = members.filter { !names.contains($0.name) } + more.map { .init($0.0, $0.1) }
        return Item(source: "sigmets", key: key, title: "SEV TURB", data: .object(members))
    }

    private func pilot(
        _ key: String, at time: String, urgent: Bool = false, level: String = "8500 ft",
        metres: Double = 18_520
    ) -> Neighbor {
        let data: JSON = [
            "obsTime": .string("2026-11-20T\(time):00Z"), "level": .string(level), "place": "PWM",
            "turbulence": "SEV", "rawOb": .string("PWM UA /OV PWM \(key)"), "urgent": .bool(urgent),
            "ends": "2026-11-20T16:00:00Z",
        ]
        return Neighbor(Item(source: "pireps@KPWM", key: key, data: data), metres: metres, bearing: 90)
    }

    private func lines(
        _ sources: [Source]?, _ items: [Item]?, _ reports: [Neighbor]? = [], unlocated: [Item]? = []
    ) -> [String] {
        AirportHazards(
            airport: "KPWM", sources: sources, items: items, unlocated: unlocated, reports: reports,
            at: paper.now
        )
        .lines(on: paper).map(\.plain)
    }

    @Test func `sources that could not be asked for are unknown, and not none`() {
        let gap = "unknown: KPWM: the sources of SIGMETs and pilot reports could not be asked for"
        #expect(lines(nil, [], []).contains(gap) && lines(nil, nil, nil, unlocated: nil).contains(gap))
        #expect(lines([], [], []).isEmpty)
    }

    @Test
    func `advisories in force come first, announced ones are marked, and those that are over are not shown`()
    {
        let items = [
            sigmet("late", from: "16:00", to: "20:00"), sigmet("now"), sigmet("over", to: "14:00"),
            sigmet("open", to: nil), sigmet("now"),
        ]
        let found = lines([sigmets()], items)
        #expect(found.count == 5 && found[0] == "SIGMETs and AIRMETs")
        #expect(found[2].contains("SEV TURB") && found[2].contains("SFC–6500 ft  until 18:00Z"))
        #expect(found[2].contains("moving NE 15 kt") && found[2].hasSuffix("sigmets/now"))
        #expect(found[3].contains("end unknown"))
        #expect(found[4].contains("announced from 16:00Z until 20:00Z"))
    }

    @Test
    func `an advisory of unknown area is listed with these words for the airports of its part of the world`()
    {
        let unknown = [("unknown", JSON.array(["area"]))]
        let near = lines([sigmets()], [], unlocated: [sigmet("a", unknown)])
        #expect(near.count == 3 && near[2].contains("SEV TURB area unknown"))
        let far = lines([sigmets()], [], unlocated: [sigmet("a", unknown + [("firId", "WIIF")])])
        #expect(far.last == "no SIGMET here in sigmets (SIGMETs of the world)")
        let nowhere = lines([sigmets()], [], unlocated: [sigmet("a", unknown + [("firId", .null)])])
        #expect(nowhere.contains { $0.contains("area unknown") })
        // The readable part of its area contains the airport.
        let here = sigmet("a", unknown + [("firId", "WIIF")])
        let both = lines([sigmets()], [here], unlocated: [here])
        #expect(both.count == 3 && both[2].contains("SEV TURB area unknown"))
    }

    @Test func `there is no SIGMET only if the answer is current, and nothing is said without a source`() {
        #expect(lines([], []) == [])
        #expect(lines([Samples.portland], []) == [])
        #expect(lines([sigmets()], []).last == "no SIGMET here in sigmets (SIGMETs of the world)")
        let time = Samples.at(11, 0)
        let failure = #"{"reason": "timeout", "count": 1, "message": "no answer", "realtimeUSec": \#(time)}"#
        let states = [
            (#"{"health": "empty", "records": 0, "generation": 0}"#, "unknown: sigmets has no data yet"),
            (
                #"{"health": "failing", "records": 0, "generation": 0, "failure": \#(failure)}"#,
                "unknown: sigmets has no data: no answer"
            ),
            (
                #"{"health": "stale", "records": 1, "generation": 1, "fetchedUSec": \#(time)}"#,
                "unknown: sigmets is stale, data from 11:00Z, 3 h ago"
            ),
            (
                #"{"health": "failing", "records": 1, "generation": 1, "fetchedUSec": \#(time), "failure": \#(failure)}"#,
                "unknown: sigmets is failing, data from 11:00Z, 3 h ago: no answer"
            ),
            (
                #"{"health": "fresh", "rejected": 2, "generation": 1, "fetchedUSec": \#(time)}"#,
                "unknown: sigmets: 2 parts could not be read (almanac rejects sigmets)"
            ),
        ]
        for (state, text) in states {
            for items in [[], [sigmet("a")]] {
                let found = lines([sigmets(state)], items)
                #expect(found.last == text)
                #expect(!found.contains { $0.hasPrefix("no ") })
            }
        }
        // The reject of an advisory that is listed elsewhere as unknown hides nothing here.
        let rejecting = #"{"health": "fresh", "rejected": 1, "generation": 1, "fetchedUSec": \#(time)}"#
        let elsewhere = sigmet("a", [("unknown", .array(["area"])), ("firId", "WIIF")])
        #expect(
            lines([sigmets(rejecting)], [], unlocated: [elsewhere]).last?.hasPrefix("no SIGMET here") == true)
        #expect(
            lines([sigmets()], nil, nil).last?.hasPrefix("unknown: KPWM: the position is not known") == true)
        let filtered =
            #"{"health": "fresh", "omitted": {"where": 1}, "generation": 1, "fetchedUSec": \#(time)}"#
        #expect(lines([sigmets(filtered)], []).last?.hasSuffix("among those that its Where= keeps") == true)
        let cut =
            #"{"health": "fresh", "notes": ["may lack some"], "generation": 1, "fetchedUSec": \#(time)}"#
        #expect(lines([sigmets(cut)], []).last == "unknown: sigmets: may lack some")
        let airmets = source("airmets-us", "sigmet", fresh)
        #expect(lines([airmets], []).last == "no AIRMET here in airmets-us")
    }

    @Test(arguments: [
        ("EGLL", "airsigmet", "sigmets"), ("KPWM", "isigmet", "sigmets-us"), ("EGLL", "isigmet", nil),
        ("KPWM", "airsigmet", nil),
    ])
    func `a source of another part of the world does not say that there is no SIGMET`(
        airport: String, product: String, other: String?
    ) {
        let source = Samples.source(
            #"{"name": "s", "kind": "sigmet", "url": "https://example.org/api/data/\#(product)?format=geojson"}"#,
            fresh)
        let hazards = AirportHazards(
            airport: airport, sources: [source], items: [], unlocated: [], reports: [], at: Golden.now)
        let last = hazards.lines(on: paper).last?.plain
        let gap = other.map {
            "unknown: SIGMET: no source keeps those at \(airport) (almanac enable \($0))"
        }
        #expect(last == gap ?? "no SIGMET here in s" && hazards.gaps.isEmpty == (other == nil))
    }

    @Test(arguments: [
        ("sigmets", "KPWM", "sigmets-us"), ("sigmets-us", "EGLL", "sigmets"), ("sigmets", "EGLL", nil),
        ("sigmets-us", "KPWM", nil), ("mine", "KPWM", nil),
    ])
    func `a mirrored source, which has no address, has the part of the world of its name`(
        name: String, airport: String, other: String?
    ) {
        let hazards = AirportHazards(
            airport: airport, sources: [source(name, "sigmet", fresh)], items: [], unlocated: [], reports: [],
            at: Golden.now)
        let gap = other.map {
            "unknown: SIGMET: no source keeps those at \(airport) (almanac enable \($0))"
        }
        #expect(hazards.lines(on: paper).last?.plain == gap ?? "no SIGMET here in \(name)")
    }

    @Test func `urgent pilot reports come first, then the newest, each with its place and text`() {
        let own = source("pireps@KPWM", "pirep", fresh)
        let reports = [
            pilot("old", at: "13:00"), pilot("new", at: "14:00"),
            pilot("bad", at: "12:30", urgent: true, level: "descending"),
            pilot("new", at: "14:00"),
        ]
        let found = lines([own], [], reports)
        #expect(found[0] == "Pilot reports within 50 NM")
        #expect(found[2].hasPrefix("urgent 1 h ago") && found[2].contains("PWM, 10 NM E  descending"))
        #expect(
            found.filter { $0.contains("/OV PWM") }.map { $0.split(separator: " ").last } == [
                "bad", "new", "old",
            ])
        #expect(lines([own], [], []).last == "no pilot report within 50 NM in pireps@KPWM")
        // The reports of another airport's source may lie elsewhere.
        #expect(lines([source("pireps@KBOS", "pirep", fresh)], [], []) == [])
    }

    @Test func `reports that cannot be asked for are unknown, whatever is known of advisories`() {
        let found = lines([sigmets(), source("pireps@KBOS", "pirep", fresh)], [], nil)
        #expect(found.contains("no SIGMET here in sigmets (SIGMETs of the world)"))
        #expect(found.last?.hasPrefix("unknown: KPWM: the position is not known, or the reports") == true)
    }

    @Test func `hostile text in an advisory stays text`() {
        let found = lines([sigmets()], [sigmet("a\u{1B}[31m", [("hazard", "\u{1B}]0;x\u{7}")])])
        #expect(!found.joined().contains("\u{1B}"))
    }

    @Test func `records are sorted by several members, the greatest first after a minus`() {
        func item(_ key: String, _ data: JSON) -> Item { Item(source: "s", key: key, data: data) }
        let items = [
            item("a", ["time": "2026-01-01"]), item("b", ["time": "2026-01-02"]), item("c", [:]),
            item("d", ["time": "2025-01-01", "urgent": true]),
        ]
        #expect(ordered(items, by: ["-urgent", "-time"]).map(\.key) == ["d", "b", "a", "c"])
        #expect(ordered(items, by: ["time"]).map(\.key) == ["d", "a", "b", "c"])
        #expect(ordered(items, by: [String]()).map(\.key) == ["a", "b", "c", "d"])
    }
}
