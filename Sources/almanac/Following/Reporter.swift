import AlmanacValues
import Records
import Showing

/// Outputs events in one of the formats of `watch`.
protocol Reporter {
    /// The initial state that the reporter needs.
    var opening: Opening { get }
    /// Called once before the first event.
    func start()
    /// Called when a new snapshot replaces everything that was reported.
    func startOver()
    /// Called when the connection is lost, or cannot be established.
    func lost()
    /// Called each half minute, for reporters whose output depends on the time.
    func refresh()
    /// Shows why warnings may be missing.
    ///
    /// - Returns: Whether the output has a place for it.
    func show(unknown: [Gap]) -> Bool
    /// Outputs an event.
    func report(_ event: Event) throws(CommandError)
}

extension Reporter {
    var opening: Opening { .changes }
    func start() {}
    func startOver() {}
    func lost() {}
    func refresh() {}
    func show(unknown: [Gap]) -> Bool { false }
}

/// The initial state of a subscription.
nonisolated enum Opening {
    /// No snapshot: only changes.
    case changes
    /// A snapshot, unless the subscription resumes from a cursor.
    case records
    /// A snapshot in any case, for reporters that show the current state.
    case state
}

/// Returns the reporter for the options.
///
/// - Parameters:
///   - invocation: The options.
///   - subject: The sources that are followed.
///   - output: The output.
/// - Returns: The reporter.
/// - Throws: A complaint about a format that is none.
func makeReporter(
    for invocation: Invocation, of subject: BarReporter.Subject, output: Output
) throws(CommandError) -> any Reporter {
    let format = invocation["format"] ?? (output.json == nil ? nil : "json")
    if let command = invocation["exec"] {
        return CommandReporter(
            command, output: output,
            echo: try format.map { name throws(CommandError) in
                try lineReporter(for: name, of: subject, output: output)
            }, failed: try failedChange(for: invocation))
    }
    if invocation.has("on-failure") { throw .usage("--on-failure is for --exec", see: "watch") }
    return try lineReporter(for: format ?? "plain", of: subject, output: output)
}

/// Returns what counts failures of the command; `nil` if the first one ends the program, whatever follows.
private func failedChange(for invocation: Invocation) throws(CommandError) -> FailedChange? {
    switch invocation["on-failure"] {
    case nil, "exit": return nil
    case "skip":
        guard let state = invocation["state"] else {
            throw .usage(
                "--on-failure skip counts failures beside the file of --state, which is missing", see: "watch"
            )
        }
        return FailedChange(beside: state)
    case .some(let other): throw .usage("--on-failure \(other) is not one of exit, skip", see: "watch")
    }
}

private func lineReporter(
    for format: String, of subject: BarReporter.Subject, output: Output
) throws(CommandError) -> any Reporter {
    switch format {
    case "plain": return PlainReporter(output)
    case "json": return JSONReporter(output)
    case "waybar": return BarReporter(output, of: subject, begin: "") { $0.waybar($1) }
    case "i3bar":
        return BarReporter(output, of: subject, begin: Board.i3barHeader + "\n") { $0.i3bar($1) }
    default:
        guard let template = try Template(format: format, of: "watch") else {
            let names = ["plain", "json", "waybar", "i3bar"]
            throw .usage(
                "--format \(format) is not one of \(names.joined(separator: ", ")), and has no {...}"
                    + names.suggestion(for: format), see: "watch")
        }
        return TemplateReporter(template, output: output)
    }
}
