import Glibc
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct EnableTests {
    private let shelf: DefinitionShelf
    private var daemon: ScriptedDaemon { shelf.daemon }
    private var library: String { shelf.library }

    private var added: JSON? { daemon.asked.last { $0.method == "AddSource" }?.parameters }

    init() throws { shelf = try DefinitionShelf() }

    @Test func `enable links an instance to its template`() throws {
        #expect(try shelf.run("enable", "metar@KPWM").status == 0)
        #expect(shelf.target("metar@KPWM") == "\(library)/sources.d/metar@.source")
    }

    @Test func `for the user, enable links in the user's configuration, which it creates if necessary`()
        throws
    {
        let home = daemon.directory + "/home"
        let running = try Running(
            ["--user", "enable", "hospitals", "--library", library], on: daemon,
            environment: ["XDG_CONFIG_HOME": home + "/config"])
        #expect(try running.end() == 0)
        let link = "\(home)/config/almanac/sources.d/hospitals.source"
        #expect(running.output == "\(link) → \(library)/sources.d/hospitals.source\n")
        #expect(File.read(link) == Array("[Source]\n".utf8))
    }

    @Test func `a variable that is not an absolute path is ignored`() throws {
        let running = try Running(
            ["--user", "enable", "hospitals", "--library", library], on: daemon,
            environment: ["XDG_CONFIG_HOME": "config"])
        #expect(try running.end() == 0)
        #expect(running.output.hasPrefix(daemon.directory + "/.config/almanac/sources.d/"))
    }

    @Test func `an example is enabled if there is no definition of that name`() throws {
        let examples = library + "/sources.d/examples"
        mkdir(examples, 0o755)
        for name in ["hospitals", "nyc-sat"] {
            try File.write("[Source]\n", "\(examples)/\(name).source")
        }
        #expect(try shelf.run("enable", "hospitals", "nyc-sat").status == 0)
        #expect(shelf.target("hospitals") == "\(library)/sources.d/hospitals.source")
        #expect(shelf.target("nyc-sat") == "\(examples)/nyc-sat.source")
        let error = try shelf.run("enable", "schools").error
        #expect(error.contains("there are: hospitals, metar@, taf@, hospitals, nyc-sat"))
    }

    @Test func `a second enable says so and changes nothing`() throws {
        _ = try shelf.run("enable", "hospitals")
        let (status, output, _) = try shelf.run("enable", "hospitals")
        #expect(status == 0 && output == "hospitals is enabled already\n")
        #expect(shelf.target("hospitals") == "\(library)/sources.d/hospitals.source")
    }

    @Test func `a source without definition is refused with a list of available definitions`() throws {
        let (status, _, error) = try shelf.run("enable", "schools")
        #expect(status == 1)
        #expect(error.contains("no definition of schools in \(library)/sources.d"))
        #expect(error.contains("there are: hospitals, metar@, taf@"))
    }

    @Test func `a folder that cannot be listed is not said to lack the definition`() throws {
        try File.write("no folder", library + "/sources.d/examples")
        let (status, _, error) = try shelf.run("enable", "schools")
        #expect(status == 1 && error.contains("cannot list the definitions: "))
        #expect(!error.contains("no definition of schools"))
        #expect(try shelf.run("enable", "hospitals").status == 0)
    }

    @Test func `an invalid name is refused`() throws {
        #expect(try shelf.run("enable", "../passwd").status == 64)
    }

    @Test func `if no link can be created, the daemon adds the source`() throws {
        try daemon.answer(
            "AddSource",
            #"{"source": {"context": {"name": "metar@KPWM"}, "runtime": {"health": "empty", "records": 0, "rejected": 0, "generation": 0}}}"#
        )
        let running = try Running(
            ["enable", "metar@KPWM", "--config", "/proc/nothing", "--library", library], on: daemon)
        #expect(try running.end() == 0)
        #expect(added == ["context": ["name": "metar@KPWM"], "persist": true])
    }

    @Test func `the sources with the areas of zones are enabled with those of the alerts`() throws {
        let folder = library + "/sources.d"
        for name in ["zones-europe", "zones-nuts-2013@", "zones-us@"] {
            try File.write("[Source]\n", "\(folder)/\(name).source")
        }
        try File.write(
            "[Alert]\nZones=EMMA_ID:zones-europe NUTS3:zones-nuts-2013@3 X:absent\n",
            "\(folder)/alerts-europe@.source")
        try File.write("[Alert]\nZones=zones-us@%i\n", "\(folder)/alerts-us@.source")
        let output = try shelf.run("enable", "alerts-europe@france", "alerts-us@ME").output
        #expect(shelf.target("zones-europe") == "\(folder)/zones-europe.source")
        #expect(shelf.target("zones-nuts-2013@3") == "\(folder)/zones-nuts-2013@.source")
        #expect(shelf.target("zones-us@ME") == "\(folder)/zones-us@.source")
        #expect(output.split(separator: "\n").count == 5)
        #expect(try shelf.run("enable", "alerts-europe@spain").output.split(separator: "\n").count == 1)
    }

    @Test func `disable removes the link and deletes no data`() throws {
        _ = try shelf.run("enable", "hospitals")
        #expect(try shelf.run("disable", "hospitals").status == 0)
        #expect(shelf.target("hospitals") == nil)
        #expect(daemon.asked.allSatisfy { $0.method == "ListSources" })
    }

    @Test func `disable leaves a file that a user wrote`() throws {
        mkdir(shelf.configuration + "/sources.d", 0o755)
        try File.write("[Source]\n", shelf.configuration + "/sources.d/own.source")
        let (status, _, error) = try shelf.run("disable", "own")
        #expect(status == 73 && error.contains("is a file, not a link"))
        #expect(File.read(shelf.configuration + "/sources.d/own.source") != nil)
    }

    @Test func `an airport in lower or upper case stands for its report and its forecast`() throws {
        #expect(try shelf.run("add", "kpwm").status == 0)
        #expect(shelf.target("metar@KPWM") != nil && shelf.target("taf@KPWM") != nil)
    }

    @Test func `a new source is sent to the daemon with its settings`() throws {
        try daemon.answer(
            "AddSource",
            #"{"source": {"context": {"name": "news"}, "runtime": {"health": "empty", "records": 0, "rejected": 0, "generation": 0}}}"#
        )
        _ = try shelf.run(
            "add", "news", "--kind", "feed", "--url", "https://example.org/feed", "--every", "15min", "--set",
            "Record.Omit=a",
            "--set", "Record.Omit=b", "--transient")
        #expect(
            added == [
                "context": [
                    "name": "news", "kind": "feed", "url": "https://example.org/feed",
                    "options": ["Source": ["Refresh": "15min"], "Record": ["Omit": ["a", "b"]]],
                ], "persist": false,
            ])
    }

    @Test(arguments: ["webcal:", "webcals:", "WEBCAL:", "feed:", "feed:https:", "Feeds:", "pcast:", "itpc:"])
    func `an address of a calendar, feed or podcast program is added by https`(_ scheme: String) throws {
        let address = "https://calendar.example.org/family.ics?key=1"
        try daemon.answer(
            "Discover", "{\"url\": \"\(address)\", \"kind\": \"calendar\", \"feeds\": []}")
        daemon.serve()
        try daemon.answer(
            "AddSource",
            #"{"source": {"context": {"name": "x"}, "runtime": {"health": "empty", "records": 0, "rejected": 0, "generation": 0}}}"#
        )
        _ = try shelf.run("add", "\(scheme)//calendar.example.org/family.ics?key=1", "--transient")
        let asked = daemon.asked.filter { $0.method == "Discover" || $0.method == "AddSource" }
        #expect(asked.map { $0.parameters["context"]?["url"]?.string } == [address, address])
        #expect(added?["context"]?["kind"] == "calendar")
    }

    @Test func `remove removes the link and the data`() throws {
        _ = try shelf.run("enable", "hospitals")
        try daemon.answer("RemoveSource", "{}")
        #expect(try shelf.run("remove", "hospitals").status == 0)
        #expect(shelf.target("hospitals") == nil)
        #expect(daemon.asked.last?.parameters == ["name": "hospitals"])
    }
}
