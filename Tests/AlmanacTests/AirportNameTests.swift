import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct AirportNameTests {
    private let shelf: DefinitionShelf
    private var daemon: ScriptedDaemon { shelf.daemon }

    init() throws {
        shelf = try DefinitionShelf()
        try File.write(
            """
            EGLL\tLHR\tLondon/Heathrow Intl\t51.477\t-0.461\t26\tGB\tEN\tMT
            ENGM\tOSL\tOslo/Gardermoen Arpt\t60.201\t11.08\t204\tNO\tAK\tMT
            KPDX\t\tPortland Intl\t45.59578\t-122.60917\t7\tUS\tOR\tMT
            KPWM\t\tPortland Intl\t43.64244\t-70.30441\t15\tUS\tME\tMT
            KXXX\t\tPortland Field\t43.6\t-70.3\t15\tUS\tME\t

            """, shelf.library + "/stations.tsv")
    }

    private func isLinked(_ name: String) -> Bool { shelf.target(name) != nil }

    private func serve(_ names: [String]) {
        daemon.on("ListSources") { call in
            let wanted = call.parameters["selector"]?["sources"]?.array?.compactMap(\.string)
            let sources = names.filter { wanted?.contains($0) ?? true }.map { name -> JSON in
                [
                    "context": ["name": .string(name)],
                    "runtime": [
                        "health": "fresh", "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": 1,
                    ],
                ]
            }
            call.reply(["sources": .array(sources)])
        }
    }

    @Test(arguments: [
        ("heathrow", "EGLL"), ("oslo", "ENGM"), ("lhr", "EGLL"), ("pwm", "KPWM"), ("portland me", "KPWM"),
    ])
    func `an airport is added by words of its name or its code`(text: String, identifier: String) throws {
        _ = try shelf.run("add", text)
        #expect(isLinked("metar@\(identifier)") && isLinked("taf@\(identifier)"))
    }

    @Test func `an ambiguous name lists the airports that it matches`() throws {
        let (status, _, error) = try shelf.run("add", "portland")
        #expect(status == 64)
        #expect(
            error == """
                almanac: "portland" may be one of 2 airports
                  KPDX  Portland Intl, OR, US
                  KPWM  Portland Intl, ME, US

                """)
        #expect(!isLinked("metar@KPWM"))
    }

    @Test func `a prefix of a name adds nothing and lists the airports that it may mean`() throws {
        let (status, _, error) = try shelf.run("add", "heath")
        #expect(
            status == 64 && error.hasSuffix("may be this airport\n  EGLL  London/Heathrow Intl, EN, GB\n"))
    }

    @Test func `a definition's name takes precedence over an airport's`() throws {
        _ = try shelf.run("add", "hospitals")
        #expect(isLinked("hospitals"))
    }

    @Test func `of several airports, the active one is shown, with the nearest winds aloft`() throws {
        serve(["metar@KPWM"])
        try daemon.answer(
            "GetSnapshot",
            """
            {"cursor": "a.1", "records": [{"source": "metar@KPWM", "key": "KPWM", "generation": 1, "realtimeUSec": 1,
             "data": {"station": "KPWM", "type": "METAR", "raw": "KPWM 201351Z"}}]}
            """)
        try daemon.answer(
            "Nearby",
            """
            {"neighbors": [{"distanceMeters": 124084, "bearingDegrees": 318, "record": {"source": "winds@us", "key": "BML",
             "title": "Berlin Muni, NH, US", "generation": 1, "realtimeUSec": 1,
             "data": {"type": "WINDS", "station": "BML", "levels": {"3000": {"direction": 290, "speed": 21}}}}}]}
            """)
        let (status, output, _) = try shelf.run("show", "portland")
        #expect(status == 0)
        #expect(output.contains("KPWM 201351Z"))
        #expect(output.contains("BML winds aloft  Berlin Muni, US, 67 NM NW"))
        let asked = daemon.asked.filter { $0.method == "Nearby" }.map(\.parameters)
        let winds = asked.first { $0["selector"] == ["kinds": ["winds"]] }
        #expect(winds?["latitude"] == 43.64244)
    }

    @Test func `winds aloft that cannot be asked for are unknown`() throws {
        serve(["metar@KPWM"])
        try daemon.answer(
            "GetSnapshot",
            """
            {"cursor": "a.1", "records": [{"source": "metar@KPWM", "key": "KPWM", "generation": 1, "realtimeUSec": 1,
             "data": {"station": "KPWM", "type": "METAR", "raw": "KPWM 201351Z"}}]}
            """)
        daemon.on("Nearby") { $0.fail("io.almanac.IndexIncomplete", [:]) }
        let words = "unknown: the winds aloft: could not be loaded"
        let page = try shelf.run("show", "portland")
        #expect(page.status == 4 && page.output.contains("KPWM 201351Z"))
        #expect(page.output.contains(words))
        let csv = try shelf.run("show", "portland", "--format", "csv")
        #expect(csv.status == 4 && csv.error.contains(words))
    }

    @Test func `a missing source of four letters is no airport`() throws {
        serve([])
        let (status, _, error) = try shelf.run("show", "rows")
        #expect(status == 1)
        #expect(
            error == """
                almanac: no source or airport "rows"
                  all sources: almanac list
                  to add one: almanac add rows
                  an airport that is missing from the list: almanac show ROWS --unlisted

                """)
        #expect(!daemon.asked.contains { $0.method == "AddSource" })
        #expect(try shelf.run("add", "rows").status == 1)
        #expect(!isLinked("metar@ROWS"))
    }

    @Test func `an airport that the list lacks is named in any case once it was added`() throws {
        #expect(try shelf.run("add", "ezzz", "--unlisted").status == 0)
        #expect(isLinked("metar@EZZZ"))
        serve(["metar@EZZZ"])
        try daemon.answer(
            "GetSnapshot",
            """
            {"cursor": "a.1", "records": [{"source": "metar@EZZZ", "key": "EZZZ", "generation": 1, "realtimeUSec": 1,
             "data": {"station": "EZZZ", "type": "METAR", "raw": "EZZZ 201351Z"}}]}
            """)
        let (status, output, _) = try shelf.run("show", "ezzz")
        #expect(status == 0 && output.contains("EZZZ 201351Z"))
        #expect(try shelf.run("disable", "ezzz").status == 0)
        #expect(!isLinked("metar@EZZZ"))
    }

    @Test func `an airport is removed and disabled as it was added`() throws {
        _ = try shelf.run("add", "heathrow")
        serve([])
        try daemon.answer("RemoveSource", "{}")
        #expect(try shelf.run("remove", "egll").status == 0)
        #expect(!isLinked("metar@EGLL") && !isLinked("taf@EGLL"))
        let removed = daemon.asked.filter { $0.method == "RemoveSource" }.map { $0.parameters["name"] }
        #expect(removed == ["metar@EGLL", "taf@EGLL"])

        serve(["metar@ENGM", "taf@ENGM"])
        _ = try shelf.run("add", "oslo")
        #expect(try shelf.run("disable", "ENGM").status == 0)
        #expect(!isLinked("metar@ENGM") && !isLinked("taf@ENGM"))
    }
}
