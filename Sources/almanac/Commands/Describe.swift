import AlmanacClient
import AlmanacValues
import Programs
import Showing

extension Command {
    /// Shows the schema of a source's records.
    static let describe = Command(
        "describe", operands: "SOURCE", count: 1...1,
        summary: "Show the origin of a source and the schema of its records",
        details: [
            "Each member with its type, unit and meaning; with --json as a JSON Schema. A type with ? is that "
                + "of the present records, which neither the kind nor the definition declares."
        ],
        options: [Option("names", summary: "print only the paths of the members, one per line")]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let description = try daemon.ask(.description(of: invocation.operands[0]))
        if invocation.has("names") {
            for name in SchemaPage.names(of: description.schema) { Terminal.write(visible(name) + "\n") }
        } else if output.json != nil {
            output.write(description.json)
        } else if let source = description.source {
            output.show(SchemaPage(source, schema: description.schema))
        }
        return .success
    }
}
