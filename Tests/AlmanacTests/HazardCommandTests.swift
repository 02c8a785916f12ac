import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// SIGMETs and pilot reports in `almanac show KPWM`.
@MainActor @Suite struct HazardCommandTests {
    private let shelf: DefinitionShelf
    private var daemon: ScriptedDaemon { shelf.daemon }

    init() throws {
        shelf = try DefinitionShelf()
        try File.write(
            "KPWM\t\tPortland Intl\t43.64244\t-70.30441\t15\tUS\tME\tMT\n", shelf.library + "/stations.tsv")
    }

    private func serve(health: String) throws {
        let runtime = #"{"health":"\#(health)","records":1,"rejected":0,"generation":1,"fetchedUSec":1}"#
        daemon.on("ListSources") { call in
            let selector = call.parameters["selector"]
            let isOfKinds = selector?["kinds"]?.array?.contains("sigmet") ?? false
            let isOfAirport = selector?["sources"]?.array?.contains("metar@KPWM") ?? false
            let name = isOfKinds ? "sigmets" : "metar@KPWM"
            let kind = isOfKinds ? "sigmet" : "metar"
            let url = isOfKinds ? #","url":"https://example.org/airsigmet""# : ""
            let source = #"{"context":{"name":"\#(name)","kind":"\#(kind)"\#(url)},"runtime":\#(runtime)}"#
            let text = #"{"sources":[\#(isOfKinds || isOfAirport ? source : "")]}"#
            if let json = try? JSON(parsing: Array(text.utf8)) { call.reply(json) }
        }
        daemon.on("GetSnapshot") { call in
            let selector = call.parameters["selector"]
            let isAround = selector?["kinds"] == ["sigmet"] && selector?["near"] != nil
            let report =
                #"{"source":"metar@KPWM","key":"KPWM","data":{"station":"KPWM","raw":"KPWM 201351Z"}}"#
            let sigmet = #"""
                {"source":"sigmets","key":"a","data":{"advisory":"SIGMET","hazard":"ICE","qualifier":"SEV",
                "levels":"FL100","ends":"2099-01-01T00:00:00Z","onset":"2020-01-01T00:00:00Z"}}
                """#
            let record =
                isAround ? sigmet : selector?["sources"]?.array?.contains("metar@KPWM") == true ? report : ""
            let text = #"{"cursor":"a.1","records":[\#(record)]}"#
            if let json = try? JSON(parsing: Array(text.utf8)) { call.reply(json) }
        }
        try daemon.answer("Nearby", #"{"neighbors":[]}"#)
    }

    @Test func `the page of an airport lists the SIGMETs there`() throws {
        try serve(health: "fresh")
        let (status, output, _) = try shelf.run("show", "KPWM")
        #expect(status == 0)
        #expect(output.contains("SIGMETs and AIRMETs") && output.contains("SEV ICE"))
        let around = daemon.asked.first { $0.parameters["selector"]?["kinds"] == ["sigmet"] }?.parameters
        #expect(around?["selector"]?["near"]?["radiusMeters"]?.double == 0)
        let nearby = daemon.asked.first {
            $0.method == "Nearby" && $0.parameters["selector"]?["kinds"] == ["pirep"]
        }?.parameters
        #expect(nearby?["radiusMeters"]?.double == 92_600)
    }

    @Test func `a source that is not current is named as unknown`() throws {
        try serve(health: "stale")
        let (_, output, _) = try shelf.run("show", "KPWM")
        #expect(output.contains("unknown: sigmets is stale"))
        #expect(!output.contains("no SIGMET"))
    }
}
