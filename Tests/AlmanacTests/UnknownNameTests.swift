import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct UnknownNameTests {
    private let shelf: DefinitionShelf
    private var daemon: ScriptedDaemon { shelf.daemon }

    init() throws {
        shelf = try DefinitionShelf()
        try File.write(
            """
            KBOS\t\tBoston/Logan Intl\t42.36\t-71.01\t6\tUS\tMA\tMT
            KPMV\t\tPlattsmouth Muni\t40.95\t-95.92\t367\tUS\tNE\tM
            KPWM\t\tPortland Intl\t43.64244\t-70.30441\t15\tUS\tME\tMT

            """, shelf.library + "/stations.tsv")
        serve([])
    }

    private func serve(_ names: [String]) {
        daemon.on("ListSources") { call in
            let wanted = call.parameters["selector"]?["sources"]?.array?.compactMap(\.string)
            let known = names.filter { name in wanted?.contains { Glob($0).matches(name) } ?? true }
            // The daemon answers for an enabled source at once.
            let found = known + (wanted ?? []).filter { shelf.target($0) != nil }
            let sources = found.map { name -> JSON in
                let runtime: JSON = [
                    "health": "fresh", "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": 1,
                ]
                return ["context": ["name": .string(name), "kind": "feed"], "runtime": runtime]
            }
            call.reply(["sources": .array(sources)])
        }
    }

    private static let refusal = "almanac: no airport KPMW; did you mean KPWM?\n"

    @Test(arguments: [
        ["show", "KPMW"], ["show", "metar@KPMW"], ["add", "KPMW"], ["add", "taf@KPMW"],
        ["add", "metar@kpmw", "--transient"], ["enable", "metar@KPMW"],
        ["add", "report@KPMW", "--every", "5min"], ["watch", "KPMW"],
    ])
    func `an airport that the list lacks is refused, and leaves nothing behind`(words: [String]) throws {
        let running = try Running(
            words + ["--config", shelf.configuration, "--library", shelf.library], on: daemon)
        #expect(try running.end() == 1)
        #expect(running.output.isEmpty)
        #expect(running.error.hasPrefix(UnknownNameTests.refusal), "\(running.error)")
        #expect(running.error.hasSuffix("lacks it: almanac \(words[0]) \(words[1]) --unlisted\n"))
        #expect(!daemon.asked.contains { ["AddSource", "Refresh", "Subscribe"].contains($0.method) })
        #expect(shelf.target("metar@KPMW") == nil && shelf.target("taf@KPMW") == nil)
    }

    @Test func `a user can insist`() throws {
        #expect(try shelf.run("add", "KPMW", "--unlisted").status == 0)
        #expect(shelf.target("metar@KPMW") != nil && shelf.target("taf@KPMW") != nil)
        #expect(try shelf.run("enable", "metar@KZZZ", "--unlisted").status == 0)
        #expect(shelf.target("metar@KZZZ") != nil)
    }

    @Test func `an airport that has a source needs no list`() throws {
        serve(["metar@KPMW"])
        try daemon.answer("GetSnapshot", #"{"cursor": "a.1", "records": []}"#)
        #expect(try shelf.run("show", "KPMW").error.isEmpty)
        daemon.on("Subscribe") { $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0]) }
        let running = try Running(["watch", "KPMW", "--library", shelf.library], on: daemon)
        try running.turn("a subscription") { !daemon.subscribers.isEmpty }
        #expect(running.error.isEmpty)
    }

    @Test(arguments: [
        (["show", "hopsitals"], "no source or airport \"hopsitals\"; did you mean hospitals?"),
        (["show", "hopsitals/1"], "no source \"hopsitals\"; did you mean hospitals?"),
        (["show", "kpmw"], "no source or airport \"kpmw\"; did you mean KPWM?"),
        (["list", "feedz"], "no source \"feedz\"; did you mean feeds?"),
        (["remove", "hopsitals"], "no source \"hopsitals\"; did you mean hospitals?"),
        (["remove", "portland"], "no source \"portland\""), (["remove", "boston"], "no source \"boston\""),
        (["enable", "hopsitals"], "no definition of hopsitals in LIB; did you mean hospitals?"),
        (["enable", "mtar@KPWM"], "no definition of mtar@KPWM in LIB; did you mean metar@KPWM?"),
    ])
    func `an unknown source or definition is refused with those that may be meant`(
        words: [String], message: String
    ) throws {
        serve(["feeds", "hospitals"])
        let running = try Running(
            words + ["--config", shelf.configuration, "--library", shelf.library], on: daemon)
        #expect(try running.end() == 1)
        let first = running.error.split(separator: "\n").first.map(String.init)
        #expect(first == "almanac: " + message.replacing("LIB", with: shelf.library + "/sources.d"))
    }

    @Test func `the daemon's suggestions are passed on`() throws {
        daemon.on("DescribeSource") { call in
            call.fail("io.almanac.NoSuchSource", ["name": "hopsitals", "similar": ["hospitals"]])
        }
        let (status, _, error) = try shelf.run("describe", "hopsitals")
        #expect(status == 1)
        #expect(error.hasPrefix("almanac: no source \"hopsitals\"; did you mean hospitals?\n"))
    }

    @Test(arguments: [
        (["watch", "--format", "wayba"], "and has no {...}; did you mean waybar?"),
        (["search", "x", "--format", "tabel"], "table, json, geojson; did you mean table?"),
    ])
    func `an unknown format is refused with the one that may be meant`(
        words: [String], end: String
    ) throws {
        let running = try Running(words, on: daemon)
        #expect(try running.end() == 64)
        #expect(running.error.split(separator: "\n").first?.hasSuffix(end) == true, "\(running.error)")
    }

    @Test(arguments: [
        (["foo"], ["no source \"foo\" yet; watch waits for it"]),
        (["hopsitals/1"], ["no source \"hopsitals\" yet; did you mean hospitals? watch waits for it"]),
        (["x*", "hospitals"], ["no source matches \"x*\" yet; watch waits for one"]),
        (["KPWM"], ["no source of KPWM yet; watch waits for one"]), (["hospitals"], []), ([], []),
    ])
    func `watch says in one line what it waits for`(names: [String], lines: [String]) throws {
        serve(["hospitals"])
        daemon.on("Subscribe") { $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0]) }
        let running = try Running(["watch", "--library", shelf.library] + names, on: daemon)
        try running.turn("a subscription") { !daemon.subscribers.isEmpty }
        #expect(running.error == lines.map { "almanac: \($0)\n" }.joined())
    }

    /// Makes the daemon refuse conditions about `tempratur`, and have a record without members.
    private func serveMembers() {
        serve(["rows"])
        daemon.on("GetSnapshot") { call in
            guard call.parameters["selector"]?["where"] == ["\"tempratur\" exists"] else {
                let record: JSON = [
                    "source": "rows", "key": "k", "generation": 1, "realtimeUSec": 1, "data": [:],
                ]
                return call.reply(["cursor": "a.1", "records": [record]])
            }
            call.fail(
                "io.almanac.InvalidSelector",
                ["path": "/selector/where/0", "message": "no record of rows has \"tempratur\""])
        }
    }

    @Test func `a member that no record has is refused in a format, or with a default reported`() throws {
        serveMembers()
        let (status, output, error) = try shelf.run("show", "rows", "--format", "{key} {tempratur}")
        #expect(status == 64 && output.isEmpty)
        #expect(error.hasPrefix("almanac: no record of rows has \"tempratur\"\n"))
        let lenient = try shelf.run("show", "rows", "--format", "{key} {tempratur|none}")
        #expect(lenient.status == 0 && lenient.output == "k none\n")
        #expect(lenient.error == "almanac: no record of rows has \"tempratur\"\n")
        let other = try shelf.run("show", "rows", "--format", "{key} {title} {humidity} {start:in}")
        #expect(other.status == 0 && other.error.isEmpty)
    }

    @Test func `watch reports a member that no record has`() throws {
        serveMembers()
        daemon.on("Subscribe") { $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0]) }
        let running = try Running(["watch", "rows", "--format", "{key} {tempratur}"], on: daemon)
        try running.turn("a subscription") { !daemon.subscribers.isEmpty }
        #expect(running.error == "almanac: no record of rows has \"tempratur\"\n")
    }
}
