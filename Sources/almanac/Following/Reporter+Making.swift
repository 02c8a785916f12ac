import Showing

/// Returns the reporter for the options.
func makeReporter(_ invocation: Invocation, _ output: Output) throws(CommandError) -> any Reporter {
    let format = invocation["format"] ?? (output.json == nil ? nil : "json")
    if let command = invocation["exec"] {
        return CommandReporter(
            command, output,
            echo: try format.map { name throws(CommandError) in
                try lineReporter(name, output)
            })
    }
    return try lineReporter(format ?? "plain", output)
}

private func lineReporter(_ format: String, _ output: Output) throws(CommandError) -> any Reporter {
    switch format {
    case "plain": return PlainReporter(output)
    case "json": return JSONReporter(output)
    case "waybar": return BarReporter(output, begin: "") { $0.waybar($1) }
    case "i3bar": return BarReporter(output, begin: Board.i3barHeader + "\n") { $0.i3bar($1) }
    default:
        guard format.contains("{") else {
            throw .usage(
                "--format \(format) is not one of plain, json, waybar, i3bar, and has no {...}", see: "watch")
        }
        do {
            return TemplateReporter(try Template(format), output)
        } catch {
            throw .usage("\(error)", see: "watch")
        }
    }
}
