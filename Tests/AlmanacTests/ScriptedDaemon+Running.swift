import TestDaemon

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
}
