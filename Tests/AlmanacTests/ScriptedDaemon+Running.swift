/// How a run of `almanac` ended.
typealias Ended = (status: Int32, output: String, error: String)

extension ScriptedDaemon {
    /// Runs `almanac` to its end.
    func run(_ words: String..., environment: [String: String] = [:]) throws -> Ended {
        try run(words, environment: environment)
    }

    /// Runs `almanac` to its end.
    func run(_ words: [String], environment: [String: String] = [:]) throws -> Ended {
        let running = try Running(words, on: self, environment: environment)
        let status = try running.end()
        return (status, running.output, running.error)
    }
}
