import AlmanacClient
import AlmanacValues
import Showing

extension Command {
    /// Shows the state of the daemon or of one source.
    static let status = Command(
        "status", operands: "[SOURCE]...", count: 0...1000,
        summary: "Show the state of the daemon, or all details of a source",
        details: [
            "For a source: its origin, the steps of its last attempt, and the time of the next one."
        ]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let names = invocation.operands
        if names.isEmpty {
            try showDaemon(daemon, on: output)
        } else {
            try showSources(daemon.sources(names), on: output)
        }
        return .success
    }

    private static func showDaemon(_ daemon: Daemon, on output: Output) throws(CommandError) {
        let status = try daemon.ask(.status())
        if output.json != nil {
            output.write(status.json)
        } else {
            output.show(StatusPage(status: status, sources: try daemon.sources()))
        }
    }

    private static func showSources(_ sources: [Source], on output: Output) {
        if output.json != nil {
            output.write(sources.map(\.json))
        } else {
            output.show(PageSequence(sources.map { SourcePage($0) }))
        }
    }
}
