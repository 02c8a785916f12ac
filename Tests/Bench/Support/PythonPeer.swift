/// Other programs in Python, below `Peers`.
nonisolated enum PythonPeer {
    /// Returns a program as a side of a comparison; `nil` if Python or a package is not available.
    ///
    /// - Parameters:
    ///   - script: The name of the script, which is also that of its virtual environment.
    ///   - arguments: Its arguments, without the number of runs.
    /// - Returns: The side.
    static func side(_ script: String, _ arguments: [String]) -> CostComparison.Side? {
        command(script, arguments).map { .program($0) }
    }

    /// Returns the decoder among several packages that is the fastest at the moment.
    static func fastest(_ packages: [String], _ arguments: [String]) -> (
        name: String, side: CostComparison.Side
    )? {
        let all = packages.compactMap { name -> (name: String, command: [String], cost: Double)? in
            guard let command = command("weather", arguments + [name]) else { return nil }
            let line = command.map { "'\($0)'" }.joined(separator: " ") + " 2"
            guard let cost = BenchFiles.output(of: line).last.flatMap({ Double($0) }) else { return nil }
            print("  \(name): \(Goal.short(cost / 1e6)) ms of CPU")
            return (name, command, cost)
        }
        return all.min { $0.cost < $1.cost }.map { ($0.name, .program($0.command)) }
    }

    private static func command(_ script: String, _ arguments: [String]) -> [String]? {
        let folder = BenchFiles.root + "Tests/Bench/Peers/"
        guard let python = BenchFiles.output(of: "'\(folder)python' \(script)").last else { return nil }
        return [python, "\(folder)\(script).py"] + arguments
    }
}
