import Records
import Showing

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
            })
    }
    return try lineReporter(for: format ?? "plain", of: subject, output: output)
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
