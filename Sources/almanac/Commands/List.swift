import AlmanacClient
import AlmanacValues
import Programs
import Records
import Showing

extension Command {
    /// Lists all sources and their states.
    static let list = Command(
        "list", operands: "[SOURCE]...", count: 0...1000,
        summary: "List all sources, or those that match patterns, with their states",
        details: [
            "A source whose last attempt failed still shows its last good data, and below it the reason; "
                + "one without data is failing, or waiting for its first answer. A definition that cannot be used "
                + "is a failing source without data. If a source is not well, the last line counts those that "
                + "are not; the first lines say what almanacd itself cannot do, such as write to a full disk."
        ],
        options: [
            Option("failing", summary: "list only failing sources"),
            Option("names", summary: "print only the names, one per line"),
            Option("kinds", summary: "print the supported kinds of sources, one per line"),
        ]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        if invocation.has("kinds") { return try listKinds(daemon) }
        let all = try daemon.sources(invocation.operands)
        let sources = invocation.has("failing") ? all.filter { $0.standing == .failing } : all
        if invocation.has("names") {
            for source in sources { Terminal.write(source.name + "\n") }
        } else if output.json != nil {
            output.write(sources.map(\.json))
            for failure in daemon.failures() { Terminal.warn(visible(failure.line(on: output.paper).plain)) }
        } else {
            let failures = daemon.failures()
            output.show(
                all.isEmpty
                    ? SourceList([], failures: failures)
                    : SourceList(sources, of: all, failures: failures, ifEmpty: "no source is failing"))
        }
        return .success
    }

    private static func listKinds(_ daemon: Daemon) throws(CommandError) -> CommandStatus {
        for kind in try daemon.ask(.status()).kinds { Terminal.write(kind + "\n") }
        return .success
    }
}
