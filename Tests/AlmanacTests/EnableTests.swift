import Glibc
import Records
import Systemd
import Testing
import Varlink

@MainActor @Suite struct EnableTests {
    private let daemon: ScriptedDaemon
    private let configuration: String
    private let library: String

    init() throws {
        daemon = try ScriptedDaemon()
        configuration = daemon.directory + "/etc"
        library = daemon.directory + "/lib"
        for directory in [configuration, library, library + "/sources.d"] { mkdir(directory, 0o755) }
        for name in ["metar@", "taf@", "hospitals"] {
            try File.write("[Source]\n", "\(library)/sources.d/\(name).source")
        }
    }

    private func run(_ words: String...) throws -> (status: Int32, output: String, error: String) {
        let running = try Running(words + ["--config", configuration, "--library", library], on: daemon)
        let status = try running.end()
        return (status, running.output, running.error)
    }

    private func target(_ name: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = readlink("\(configuration)/sources.d/\(name).source", &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }

    @Test func `enable links an instance to its template`() throws {
        #expect(try run("enable", "metar@KPWM").status == 0)
        #expect(target("metar@KPWM") == "\(library)/sources.d/metar@.source")
    }

    @Test func `for the user it links below the user's configuration, which is made when it is missing`()
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

    @Test func `a variable that is no absolute path does not count`() throws {
        let running = try Running(
            ["--user", "enable", "hospitals", "--library", library], on: daemon,
            environment: ["XDG_CONFIG_HOME": "config"])
        #expect(try running.end() == 0)
        #expect(running.output.hasPrefix(daemon.directory + "/.config/almanac/sources.d/"))
    }

    @Test func `enable again says so and changes nothing`() throws {
        _ = try run("enable", "hospitals")
        let (status, output, _) = try run("enable", "hospitals")
        #expect(status == 0 && output == "hospitals is enabled already\n")
        #expect(target("hospitals") == "\(library)/sources.d/hospitals.source")
    }

    @Test func `what has no definition is refused with those that there are`() throws {
        let (status, _, error) = try run("enable", "schools")
        #expect(status == 1)
        #expect(error.contains("no definition of schools in \(library)/sources.d"))
        #expect(error.contains("there are: hospitals, metar@, taf@"))
    }

    @Test func `a name that cannot be one is refused`() throws {
        #expect(try run("enable", "../passwd").status == 64)
    }

    @Test func `where no link can be made the daemon is asked to keep the source`() throws {
        try daemon.answer(
            "AddSource",
            #"{"source": {"context": {"name": "metar@KPWM"}, "runtime": {"health": "empty", "records": 0, "rejected": 0, "generation": 0}}}"#
        )
        let running = try Running(
            ["enable", "metar@KPWM", "--config", "/proc/nothing", "--library", library], on: daemon)
        #expect(try running.end() == 0)
        #expect(daemon.asked.last?.parameters == ["context": ["name": "metar@KPWM"], "persist": true])
    }

    @Test func `disable takes the link away and asks nobody to delete data`() throws {
        _ = try run("enable", "hospitals")
        #expect(try run("disable", "hospitals").status == 0)
        #expect(target("hospitals") == nil)
        #expect(daemon.asked.isEmpty)
    }

    @Test func `disable leaves a file that somebody wrote`() throws {
        mkdir(configuration + "/sources.d", 0o755)
        try File.write("[Source]\n", configuration + "/sources.d/own.source")
        let (status, _, error) = try run("disable", "own")
        #expect(status == 73 && error.contains("is a file of its own"))
        #expect(File.read(configuration + "/sources.d/own.source") != nil)
    }

    @Test func `an airport in any case is its report and its forecast`() throws {
        #expect(try run("add", "kpwm").status == 0)
        #expect(target("metar@KPWM") != nil && target("taf@KPWM") != nil)
    }

    @Test func `a new source is told to the daemon with its settings`() throws {
        try daemon.answer(
            "AddSource",
            #"{"source": {"context": {"name": "news"}, "runtime": {"health": "empty", "records": 0, "rejected": 0, "generation": 0}}}"#
        )
        _ = try run(
            "add", "news", "--kind", "feed", "--url", "https://example.org/feed", "--every", "15min", "--set",
            "Record.Omit=a",
            "--set", "Record.Omit=b", "--transient")
        #expect(
            daemon.asked.last?.parameters == [
                "context": [
                    "name": "news", "kind": "feed", "url": "https://example.org/feed",
                    "options": ["Source": ["Refresh": "15min"], "Record": ["Omit": ["a", "b"]]],
                ], "persist": false,
            ])
    }

    @Test func `remove takes the link away and has the data deleted`() throws {
        _ = try run("enable", "hospitals")
        try daemon.answer("RemoveSource", "{}")
        #expect(try run("remove", "hospitals").status == 0)
        #expect(target("hospitals") == nil)
        #expect(daemon.asked.last?.parameters == ["name": "hospitals"])
    }
}

@MainActor @Suite struct ArrivalTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        mkdir(daemon.directory + "/sources.d", 0o755)
        for name in ["metar@", "taf@"] {
            try File.write("[Source]\n", "\(daemon.directory)/sources.d/\(name).source")
        }
        try daemon.answer("Refresh", #"{"started": ["metar@ZZZZ"], "skipped": []}"#)
    }

    private func add(records: Int) throws -> (status: Int32, output: String, error: String) {
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "metar@ZZZZ"}, "runtime":
             {"health": "fresh", "records": \(records), "rejected": 0, "generation": 1, "fetchedUSec": 1}}]}
            """)
        let words = ["add", "zzzz", "--config", daemon.directory + "/etc", "--library", daemon.directory]
        mkdir(daemon.directory + "/etc", 0o755)
        let running = try Running(words, on: daemon)
        return (try running.end(), running.output, running.error)
    }

    @Test func `an airport that does not report is said so`() throws {
        let (status, _, error) = try add(records: 0)
        #expect(status == 75)
        #expect(error.hasPrefix("almanac: no report of metar@ZZZZ yet: the upstream has none"))
    }

    @Test func `an airport that reports is said so`() throws {
        let (status, output, _) = try add(records: 1)
        #expect(status == 0 && output.hasSuffix("metar@ZZZZ has its first report\n"))
    }
}
