import Records
import TestDaemon
import Varlink

/// The exit status and the output of a run.
typealias Ended = (status: Int32, output: String, error: String)

extension ScriptedDaemon {
    /// Runs `almanac` until it exits.
    func run(_ words: String..., environment: [String: String] = [:]) throws -> Ended {
        try run(words, environment: environment)
    }

    /// Runs `almanac` until it exits.
    func run(_ words: [String], environment: [String: String] = [:]) throws -> Ended {
        let running = try Running(words, on: self, environment: environment)
        let status = try running.end()
        return (status, running.output, running.error)
    }

    /// Answers `ListSources` with sources, and as soon as one was added, with its first answer, for which
    /// `almanac add` would wait two seconds.
    func serve(_ sources: [JSON] = []) {
        let runtime: JSON = [
            "health": "fresh", "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": 1,
        ]
        on("ListSources") { [unowned self] call in
            let isAdded = asked.contains { $0.method == "AddSource" }
            let name = isAdded ? call.parameters["selector"]?["sources"]?.array?.first : nil
            let first = name.map { JSON.object([.init("context", ["name": $0]), .init("runtime", runtime)]) }
            call.reply(["sources": .array((first.map { [$0] } ?? []) + sources)])
        }
    }
}
