import Definitions

/// The ingests of sources whose upstreams push messages, one at a time for each source: each compares its
/// records with those that the one before has stored.
final class IngestTurns {
    private var waiting: [String: [() -> Void]] = [:]

    /// Runs a job once no other one of a source is running.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - job: The job; it must call its argument once, at its end.
    func run(_ source: String, _ job: @escaping (_ leave: @escaping () -> Void) -> Void) {
        let start = { [unowned self] in job { [unowned self] in leave(source) } }
        guard waiting[source] == nil else {
            waiting[source]?.append(start)
            return
        }
        waiting[source] = []
        start()
    }

    private func leave(_ source: String) {
        guard var jobs = waiting[source], !jobs.isEmpty else {
            waiting[source] = nil
            return
        }
        let next = jobs.removeFirst()
        waiting[source] = jobs
        next()
    }
}

nonisolated extension Ingest {
    /// The name of the source that only one ingest may change at a time; `nil` if several may.
    ///
    /// Stored records that only time changes do not wait: that an alert is over is not delayed by an index.
    var nameInTurn: String? {
        guard kind.decidesAbsence, case .source(let name) = target else { return nil }
        if case .stored = content { return nil }
        return name
    }
}
