import Reactive
import Records
import Showing
import Systemd

/// The first report of an airport that was just added.
struct Arrival {
    private let session: Session
    private let name: String

    init(_ session: Session, _ name: String) { (self.session, self.name) = (session, name) }

    /// Waits until the daemon has asked for it, and tells what came.
    ///
    /// A daemon that does not run, or has not yet seen the link, asks later: that is no fault.
    ///
    /// - Throws: When the upstream was asked and has no report of such a station.
    func check() throws(Complaint) {
        guard let before = try? appearance(), let answer = try? Refreshing(session, [name], [before]).run(),
            answer["started"]?.array?.isEmpty == false, let source = try? session.daemon.source(name)
        else { return }
        if source.runtime.records > 0 { return Command.tell(session, "\(name) has its first report") }
        let why =
            source.runtime.failure.map { $0.line.plain } ?? "the upstream has none; is there such a station?"
        throw Complaint(
            .temporary, "no report of \(name) yet: \(why)", hints: ["to stop asking: almanac disable \(name)"]
        )
    }

    /// The source, as soon as the daemon has seen it; within two seconds.
    private func appearance() throws(Complaint) -> Source? {
        for _ in 0..<20 {
            if let source = try session.daemon.source(name) { return source }
            var isOver = false
            let timer = session.daemon.loop.after(.milliseconds(100), slack: .milliseconds(10)) {
                isOver = true
            }
            defer { timer.cancel() }
            try session.daemon.turn { isOver }
        }
        return nil
    }
}
