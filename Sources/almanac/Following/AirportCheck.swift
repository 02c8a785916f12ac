import AlmanacClient
import AlmanacValues
import Reactive
import Showing

/// Checks the first report of an airport that was just added.
struct AirportCheck {
    private let name: String
    private let daemon: Daemon
    private let output: Output

    init(of name: String, daemon: Daemon, output: Output) {
        self.name = name
        self.daemon = daemon
        self.output = output
    }

    /// Waits for the daemon's first attempt and prints the result.
    ///
    /// A daemon that is not running, or has not noticed the link yet, fetches later: this is not an error.
    ///
    /// - Throws: A complaint if the upstream has no report for this station.
    func check() throws(CommandError) {
        guard let before = try? appearance(), let report = try? refresh(before), !report.started.isEmpty,
            let source = try? daemon.source(name)
        else { return }
        if source.runtime.records > 0 { return output.printMessage("\(name) has its first report") }
        let why =
            source.runtime.failure.map { $0.line.plain } ?? "the upstream has none; does this station exist?"
        throw CommandError(
            .temporary, "no report of \(name) yet: \(why)", hints: ["to stop asking: almanac disable \(name)"]
        )
    }

    private func refresh(_ source: Source) throws(CommandError) -> RefreshReport {
        try Refreshing(Selector(sources: [name]), before: [source], daemon: daemon, output: output).run()
    }

    /// Returns the source once the daemon has noticed it, within two seconds.
    private func appearance() throws(CommandError) -> Source? {
        for _ in 0..<20 {
            if let source = try daemon.source(name) { return source }
            var isOver = false
            let timer = daemon.loop.after(.milliseconds(100), slack: .milliseconds(10)) { isOver = true }
            defer { timer.cancel() }
            try daemon.run { isOver }
        }
        return nil
    }
}
