import Records
import Showing

extension Command {
    /// All sources and how they fare.
    static let list = Command(
        "list", "[SOURCE]...", count: 0...1000,
        "All sources, or those that patterns match, and how they fare",
        details: [
            "A source whose last attempt failed still shows its last good data; the reason stands below it."
        ],
        options: [
            Option("failing", "only those that fail"), Option("names", "only their names, one a line"),
            Option("kinds", "what kinds of sources almanacd knows, one a line"),
        ]
    ) { session throws(Complaint) in
        if session.invocation.has("kinds") { return try listKinds(session) }
        let isPicky = session.invocation.has("failing")
        let sources = try session.daemon.sources(session.invocation.operands)
            .filter { !isPicky || $0.runtime.health == .failing }
        if session.invocation.has("names") {
            for source in sources { Terminal.write(source.name + "\n") }
        } else if session.output.json != nil {
            session.output.write(sources.map(\.json))
        } else {
            session.output.show(SourceList(sources))
        }
        return .success
    }

    private static func listKinds(_ session: Session) throws(Complaint) -> ExitStatus {
        let kinds = try session.daemon.ask("GetStatus")["kinds"]?.array ?? []
        for kind in kinds.compactMap(\.string) { Terminal.write(kind + "\n") }
        return .success
    }
}
