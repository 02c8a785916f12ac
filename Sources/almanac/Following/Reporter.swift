import Showing

/// Hands on what happens, in one of the forms that `watch` knows.
protocol Reporter {
    /// With what it begins.
    var opening: Opening { get }
    /// Called once before the first event.
    func begin()
    /// Called when what was known is no longer true and all records follow anew.
    func startOver()
    /// Hands on an event.
    func take(_ event: Event) throws(Complaint)
}

extension Reporter {
    var opening: Opening { .changes }
    func begin() {}
    func startOver() {}
}

/// With what a reporter begins.
nonisolated enum Opening {
    /// With the first change.
    case changes
    /// With all records, unless it goes on from a cursor.
    case records
    /// With all records in any case: it shows the present state.
    case state
}

/// The reporter that the options ask for.
func makeReporter(_ session: Session) throws(Complaint) -> any Reporter {
    let format = session.invocation["format"] ?? (session.output.json == nil ? nil : "json")
    if let command = session.invocation["exec"] {
        return CommandReporter(
            command, session.output,
            echo: try format.map { name throws(Complaint) in
                try lineReporter(name, session)
            })
    }
    return try lineReporter(format ?? "plain", session)
}

private func lineReporter(_ format: String, _ session: Session) throws(Complaint) -> any Reporter {
    switch format {
    case "plain": return PlainReporter(session.output)
    case "json": return JSONReporter(session.output)
    case "waybar": return BarReporter(session.output, begin: "") { $0.waybar($1) }
    case "i3bar": return BarReporter(session.output, begin: Board.i3barHeader + "\n") { $0.i3bar($1) }
    default:
        guard format.contains("{") else {
            throw .usage(
                "--format \(format) is none of plain, json, waybar, i3bar, and has no {...}", see: "watch")
        }
        do {
            return TemplateReporter(try Template(format), session.output)
        } catch {
            throw .usage("\(error)", see: "watch")
        }
    }
}
