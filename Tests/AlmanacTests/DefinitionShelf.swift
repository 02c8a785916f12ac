import Glibc

/// Definitions that wait to be enabled, a place for links to them, and a daemon.
@MainActor struct DefinitionShelf {
    let daemon: ScriptedDaemon
    /// Where they wait, in its `sources.d`.
    let library: String
    /// Where `sources.d` with the links is made.
    let configuration: String

    init() throws {
        daemon = try ScriptedDaemon()
        (library, configuration) = (daemon.directory + "/lib", daemon.directory + "/etc")
        for directory in [configuration, library, library + "/sources.d"] { mkdir(directory, 0o755) }
        for name in ["metar@", "taf@", "hospitals"] {
            try File.write("[Source]\n", "\(library)/sources.d/\(name).source")
        }
    }

    /// Runs `almanac` to its end.
    func run(_ words: String...) throws -> Ended {
        try daemon.run(words + ["--config", configuration, "--library", library])
    }

    /// What the link of a source leads to; `nil` when there is none.
    func target(_ name: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = readlink("\(configuration)/sources.d/\(name).source", &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
}
