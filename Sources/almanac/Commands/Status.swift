import Records
import Showing

extension Command {
    /// How the daemon fares, or one source.
    static let status = Command(
        "status", "[SOURCE]...", count: 0...1000, "How the daemon fares, or everything about a source",
        details: [
            "Of a source: where it comes from, what its last attempt did step by step, and what comes next."
        ]
    ) { session throws(Complaint) in
        let names = session.invocation.operands
        return names.isEmpty ? try daemonStatus(session) : try sourceStatus(session, names)
    }

    private static func daemonStatus(_ session: Session) throws(Complaint) -> ExitStatus {
        let status = try session.daemon.ask("GetStatus")
        if session.output.json != nil {
            session.output.write(status)
        } else {
            session.output.show(StatusPage(status: status, sources: try session.daemon.sources()))
        }
        return .success
    }

    private static func sourceStatus(_ session: Session, _ names: [String]) throws(Complaint) -> ExitStatus {
        let sources = try session.daemon.sources(names)
        if session.output.json != nil {
            session.output.write(sources.map(\.json))
        } else {
            session.output.show(Pages(sources.map { SourcePage($0) }))
        }
        return .success
    }
}
