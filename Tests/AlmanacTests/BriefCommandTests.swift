import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// `almanac brief`, and `almanac show` with a position.
@MainActor @Suite struct BriefCommandTests {
    private let shelf: DefinitionShelf
    private var daemon: ScriptedDaemon { shelf.daemon }

    init() throws {
        shelf = try DefinitionShelf()
        try File.write(
            "KPDX\tPDX\tPortland Intl\t45.5888\t-122.5975\t9\tUS\tOR\tMT\n"
                + "KPWM\t\tPortland Intl Jetport\t43.64244\t-70.30441\t15\tUS\tME\tMT\n",
            shelf.library + "/stations.tsv")
        try File.write("KPWM\t11/29 96 7200\n", shelf.library + "/runways.tsv")
        let runtime = #"{"health":"fresh","records":1,"rejected":0,"generation":1,"fetchedUSec":1}"#
        daemon.on("ListSources") { call in
            let isOther = call.parameters["selector"]?["sources"] == ["43.6,-70.3"]
            let source = #"{"context":{"name":"metar@KPWM","kind":"metar"},"runtime":\#(runtime)}"#
            let text = #"{"sources":[\#(isOther ? "" : source)]}"#
            if let json = try? JSON(parsing: Array(text.utf8)) { call.reply(json) }
        }
        daemon.on("GetSnapshot") { call in
            let selector = call.parameters["selector"]
            let isReport =
                selector?["kinds"]?.array?.contains("metar") == true
                || selector?["sources"]?.array?.contains("metar@KPWM") == true
            let report = """
                {"source":"metar@KPWM","key":"KPWM","data":{"station":"KPWM","raw":"KPWM 201351Z 29010KT",
                "type":"METAR","time":"2020-11-20T13:51:00Z","wind":{"direction":290,"speed":10}}}
                """
            let text = #"{"cursor":"a.1","records":[\#(isReport ? report : "")]}"#
            if let json = try? JSON(parsing: Array(text.utf8)) { call.reply(json) }
        }
        try daemon.answer("Nearby", #"{"neighbors":[]}"#)
    }

    @Test func `a briefing says what is unknown, ends with status 4, and makes the daemon fetch nothing`()
        throws
    {
        let (status, output, _) = try shelf.run("brief", "KPWM", "pdx", "--units", "aviation")
        #expect(status == 4)
        #expect(output.contains("Briefing KPWM – KPDX") && output.contains("overdue since 2020-11-20 14:51Z"))
        #expect(
            output.contains("29 headwind 10 kt") && output.contains("no source keeps it (almanac add KPDX)"))
        #expect(Set(daemon.asked.map(\.method)).isSubset(of: ["ListSources", "GetSnapshot"]))
    }

    @Test func `JSON is one object with the reasons for what is unknown`() throws {
        let (status, output, _) = try shelf.run("brief", "KPWM", "--json")
        #expect(status == 4)
        let json = try JSON(parsing: Array(output.utf8))
        #expect(json["airports"]?.array?[0]["identifier"] == "KPWM" && json["complete"] == false)
        #expect(json["unknown"]?.array?.isEmpty == false)
    }

    @Test(arguments: [
        (["brief"], "brief needs AIRPORT..."),
        (["brief", "KPWM", "--at", "soon"], "--at soon is not a time"),
        (["brief", "nowhere-at-all"], "nowhere-at-all"),
        (["brief", "KPWM", "--format", "csv"], "--format csv"),
    ])
    func `a wrong command line is refused`(words: [String], reason: String) throws {
        let ended = try daemon.run(words + ["--config", shelf.configuration, "--library", shelf.library])
        #expect(ended.status != 0 && ended.output.isEmpty && ended.error.contains(reason))
    }

    @Test func `a position shows the nearest airport, and how far it is`() throws {
        let (_, output, _) = try shelf.run("show", "43.6,-70.3")
        #expect(output.contains("nearest station to 43.6,-70.3: KPWM, 4.7 km N"))
        #expect(output.contains("29  headwind 10 kt; crosswind 2 kt from the right; 7200 ft long"))
    }
}
