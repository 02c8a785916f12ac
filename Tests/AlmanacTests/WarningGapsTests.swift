import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// Every form of an answer about warnings while a source has no current data.
@MainActor @Suite struct WarningGapsTests {
    private let shelf: DefinitionShelf
    private var daemon: ScriptedDaemon { shelf.daemon }

    private nonisolated static let failure = """
        "failure": {"reason": "configuration", "message": "api.weather.gov requires Contact= in almanac.conf",
        "realtimeUSec": 0, "count": 1}
        """
    /// The states of a source, and what is said about it.
    nonisolated static let states = [
        (
            #"{"health": "empty", "records": 0, \#(failure)}"#,
            "has no data: api.weather.gov requires Contact= in almanac.conf"
        ),
        (#"{"health": "empty", "records": 0}"#, "has no data yet"),
        (#"{"health": "stale", "records": 1, "fetchedUSec": 1}"#, "is stale, data from "),
        (#"{"health": "failing", "records": 1, "fetchedUSec": 1, \#(failure)}"#, "is failing, data from "),
        (
            #"{"health": "fresh", "records": 1, "fetchedUSec": 1, "rejected": 2}"#,
            ": 2 parts could not be read"
        ),
        (#"{"health": "fresh", "fetchedUSec": 1, "notes": ["172 of 372 read"]}"#, ": 172 of 372 read"),
    ]

    private static let report = """
        {"source": "metar@KPWM", "key": "KPWM", "data": {"station": "KPWM", "raw": "KPWM 201351Z"}}
        """
    private static let flood = """
        {"source": "alerts-us-point@KPWM", "key": "flood", "title": "Flood Warning", "data":
        {"phase": "in force", "severity": "Severe", "ends": "2999-01-01T00:00:00Z"}}
        """

    init() throws {
        shelf = try DefinitionShelf()
        try File.write(
            "KPWM\t\tPortland Intl\t43.64244\t-70.30441\t15\tUS\tME\tMT\n", shelf.library + "/stations.tsv")
    }

    private func run(_ words: [String]) throws -> Ended {
        try daemon.run(words + ["--config", shelf.configuration, "--library", shelf.library])
    }

    private static func source(_ name: String, _ kind: String, _ runtime: String) -> String {
        #"{"context": {"name": "\#(name)", "kind": "\#(kind)"}, "runtime": \#(runtime)}"#
    }

    /// Makes the daemon have the report of KPWM, alerts in a state, and further sources and records.
    private func offer(_ runtime: String, alerts: [String] = [], more: [String] = [], other: [String] = []) {
        let kind = Self.source("alerts-us-point@KPWM", "alert", runtime)
        let metar = Self.source("metar@KPWM", "metar", #"{"health": "fresh", "records": 1}"#)
        daemon.on("ListSources") { call in
            let names = call.parameters["selector"]?["sources"]?.array ?? []
            let kinds = call.parameters["selector"]?["kinds"]?.array ?? []
            var found = [metar] + (runtime.isEmpty ? [] : [kind]) + more
            if !names.isEmpty { found = names.contains("metar@KPWM") ? [metar] : [] }
            if !kinds.isEmpty, names.isEmpty {
                found = found.filter { text in
                    let json = try? JSON(parsing: Array(text.utf8))
                    return kinds.contains(json?["context"]?["kind"] ?? .null)
                }
            }
            reply(call, #"{"sources": [\#(found.joined(separator: ","))]}"#)
        }
        daemon.on("GetSnapshot") { call in
            let selector = call.parameters["selector"]
            let names = (selector?["sources"]?.array ?? []).compactMap(\.string)
            let kinds = selector?["kinds"]?.array ?? []
            let isStrict = call.parameters["strict"]?.bool ?? false
            guard !isStrict else {
                return call.fail("io.almanac.InvalidSelector", ["path": "", "message": ""])
            }
            let records =
                names.contains("metar@KPWM")
                ? [Self.report] : kinds.contains("alert") && selector?["near"] == nil ? alerts : other
            reply(call, #"{"cursor": "a.1", "records": [\#(records.joined(separator: ","))]}"#)
        }
        daemon.on("Nearby") { $0.reply(["neighbors": .array([])]) }
    }

    private func reply(_ call: Call, _ text: String) {
        if let json = try? JSON(parsing: Array(text.utf8)) { call.reply(json) }
    }

    @Test(arguments: states)
    func `every form says which source is unknown and why`(runtime: String, words: String) throws {
        offer(runtime)
        let unknown = "unknown: alerts-us-point@KPWM" + (words.hasPrefix(":") ? words : " " + words)
        for place in [[], ["KPWM"], ["43.6,-70.3"]] {
            let text = try run(["warnings"] + place)
            #expect(text.status == 4 && text.output.contains(unknown) && !text.output.contains("no warnings"))
            let json = try run(["warnings"] + place + ["--json"])
            let last = try JSON(parsing: Array(json.output.utf8))["unknown"]?.array ?? []
            #expect(json.status == 4 && last.count == 1 && last[0]["source"] == "alerts-us-point@KPWM")
            for format in ["{key}", "csv", "tsv", "geojson"] {
                let machine = try run(["warnings"] + place + ["--format", format])
                #expect(machine.status == 4 && machine.error.contains(unknown), "\(format)")
            }
            let waybar = try run(["warnings"] + place + ["--format", "waybar"])
            let bar = try JSON(parsing: Array(waybar.output.utf8))
            #expect(waybar.status == 4 && bar["text"]?.string?.contains("?") == true)
            #expect(bar["class"]?.array?.contains("unknown") == true)
            #expect(try run(["warnings"] + place + ["--format", "i3bar"]).output.contains(#""?""#))
        }
    }

    @Test(arguments: states)
    func `the page of an airport says it, too`(runtime: String, words: String) throws {
        offer(runtime)
        let unknown = "unknown: alerts-us-point@KPWM" + (words.hasPrefix(":") ? words : " " + words)
        let page = try shelf.run("show", "KPWM")
        #expect(page.status == 4 && page.output.hasPrefix(unknown) && page.output.contains("KPWM 201351Z"))
        let json = try shelf.run("show", "KPWM", "--json").output.split(separator: "\n")
        #expect(json.count == 2 && json[1].hasPrefix(#"{"unknown":[{"source":"alerts-us-point@KPWM""#))
        let csv = try shelf.run("show", "KPWM", "--format", "csv")
        #expect(csv.status == 4 && csv.error.contains(unknown))
    }

    @Test func `known warnings are listed beside what is unknown`() throws {
        offer(Self.states[2].0, alerts: [Self.flood])
        let text = try shelf.run("warnings", "KPWM")
        #expect(
            text.status == 4 && text.output.contains("unknown: ") && text.output.contains("Flood Warning"))
        let lines = try shelf.run("warnings", "--json").output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains("Flood") && lines[1].hasPrefix(#"{"unknown":"#))
    }

    @Test func `warnings of a source without a definition are old`() throws {
        let paused = #"{"health": "paused", "records": 1, "fetchedUSec": 1}"#
        offer(paused, alerts: [Self.flood])
        let text = try shelf.run("warnings")
        #expect(text.status == 4 && text.output.contains("Flood Warning"))
        #expect(text.output.contains("unknown: alerts-us-point@KPWM is paused, data from "))
    }

    @Test func `a current source without warnings has none, and the airport's page says nothing`() throws {
        offer(#"{"health": "fresh", "records": 0, "fetchedUSec": 1}"#)
        let text = try shelf.run("warnings", "KPWM")
        #expect(text.status == 0 && text.output.hasPrefix("no warnings\n"))
        #expect(text.output.contains("asked: alerts-us-point@KPWM; its answer is from 1970-01-01"))
        #expect(try shelf.run("warnings", "--json").output.isEmpty)
        let page = try shelf.run("show", "KPWM")
        #expect(page.status == 0 && !page.output.contains("unknown:"))
    }

    @Test func `a source of which the kind cannot be read may have warnings`() throws {
        let runtime = """
            {"health": "empty", "records": 0, "failure": {"reason": "configuration", "realtimeUSec": 1,
            "message": "Kind=alrt is not a kind of source", "count": 1}}
            """
        let storms = #"{"context": {"name": "storms"}, "runtime": \#(runtime)}"#
        offer(#"{"health": "fresh", "records": 0, "fetchedUSec": 1}"#, more: [storms])
        let text = try run(["warnings"])
        #expect(text.status == 4 && !text.output.contains("no warnings"))
        #expect(text.output.contains("unknown: storms has no data: Kind=alrt is not a kind of source"))
    }

    @Test func `a source whose records cannot warn does not silence the hint`() throws {
        let quakes = Self.source("quakes", "json", #"{"health": "fresh", "records": 1, "fetchedUSec": 1}"#)
        let schools = Self.source("schools", "join", #"{"health": "stale", "records": 1, "fetchedUSec": 1}"#)
        offer("", more: [quakes, schools])
        let text = try shelf.run("warnings")
        #expect(text.status == 4 && !text.output.contains("no warnings"))
        #expect(
            text.output.contains("no source has warnings; add one, such as almanac enable alerts-us-point@"))
        let page = try shelf.run("show", "KPWM")
        #expect(page.status == 0 && !page.output.contains("unknown:"))
    }

    @Test func `a source whose records have a geometry and a severity was asked`() throws {
        let sea = Self.source("sea", "json", #"{"health": "fresh", "records": 1, "fetchedUSec": 1}"#)
        let gale = """
            {"source": "sea", "key": "gale", "data": {"severity": "Minor", "geometry": {"type": "Point",
            "coordinates": [0, 0]}}}
            """
        offer("", more: [sea], other: [gale])
        let text = try shelf.run("warnings", "43.6,-70.3")
        #expect(text.status == 0 && text.output.contains("gale") && text.output.contains("asked: sea;"))
    }

    @Test func `the records around an airport follow its own, one a line`() throws {
        let fresh = #"{"health": "fresh", "records": 1, "fetchedUSec": 1}"#
        let sigmet = """
            {"source": "sigmets", "key": "a", "data": {"advisory": "SIGMET", "hazard": "ICE", "qualifier": "SEV",
            "levels": "FL100", "ends": "2999-01-01T00:00:00Z", "onset": "2020-01-01T00:00:00Z"}}
            """
        // Its address covers the airport.
        let address = #""name": "sigmets", "kind": "sigmet", "url": "https://example.org/airsigmet""#
        let source = #"{"context": {\#(address)}, "runtime": \#(fresh)}"#
        offer(fresh, alerts: [Self.flood], more: [source], other: [sigmet])
        let json = try shelf.run("show", "KPWM", "--json")
        let keys = try json.output.split(separator: "\n").map { try JSON(parsing: Array($0.utf8))["key"] }
        #expect(json.status == 0 && keys == ["KPWM", "flood", "a"])
    }
}
