import Glibc
import TestDaemon

/// Available definitions, a directory for their links, and a daemon.
@MainActor struct DefinitionShelf {
    let daemon: ScriptedDaemon
    /// The directory with the available definitions in `sources.d`.
    let library: String
    /// The directory in which `sources.d` with the links is created.
    let configuration: String

    init() throws {
        daemon = try ScriptedDaemon()
        library = daemon.directory + "/lib"
        configuration = daemon.directory + "/etc"
        for directory in [configuration, library, library + "/sources.d"] { mkdir(directory, 0o755) }
        for name in ["metar@", "taf@", "hospitals"] {
            try File.write("[Source]\n", "\(library)/sources.d/\(name).source")
        }
    }

    /// Runs `almanac` until it exits.
    func run(_ words: String...) throws -> Ended {
        try daemon.run(words + ["--config", configuration, "--library", library])
    }

    /// Returns the target of a source's link; `nil` if there is none.
    func target(_ name: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = readlink("\(configuration)/sources.d/\(name).source", &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
}
