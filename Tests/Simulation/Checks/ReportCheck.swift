/// Checks that a source that fails again and again for one reason is reported once.
struct ReportCheck {
    private struct Report {
        let reason: String
        /// The process that wrote it; its successor may not know what it wrote.
        let process: Int
    }

    /// The reasons that are no failures of the upstream, whose end is not reported.
    private static let passing = ["offline", "waiting"]

    private var reports: [String: Report] = [:]

    /// Receives an entry of the journal about a source.
    mutating func take(_ message: Substring, source: String, reason: String) {
        let world = World.current
        guard message.hasPrefix("cannot refresh") else { return reports[source] = nil }
        let report = Report(reason: reason, process: world.machine.starts)
        defer { reports[source] = report }
        guard let last = reports[source], last.process == report.process, last.reason == reason else {
            return
        }
        // A station without a report is no failure either.
        let isSilence = reason == "empty" && source.contains("@")
        if !isSilence, !Self.passing.contains(reason) {
            world.fail("\(source) is reported twice as failing: \(message)")
        }
    }
}
