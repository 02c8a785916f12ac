package import Reactive
package import Records
import Storing

/// The writing to the disk that fails at the moment, such as because the disk is full: a failure of the
/// daemon, not of an upstream.
///
/// Each kind of writing has failed until an attempt of the same kind succeeds: a disk that is nearly full
/// may have room for a state, but none for the records of a large document.
package final class WriteFailures {
    /// Something that the daemon writes.
    package enum Work: Hashable {
        /// The records of a source.
        case records(String)
        /// The states of sources.
        case states
        /// The published file of a source.
        case file(String)
        /// The log and the database, which are trimmed and merged.
        case upkeep
        /// The search indexes.
        case index
        /// The log as long as it may be, for which the disk has too little space.
        case space
    }

    private struct Failure {
        let reason: String
        let since: UTC
    }

    /// Publishes when the failures have changed.
    package let changes = PassthroughSubject<Void, Never>()
    private let wall: () -> UTC
    private var failures: [Work: Failure] = [:]

    /// Creates a list without failures.
    package init(wall: @escaping () -> UTC) { self.wall = wall }

    /// The failures, the most important first.
    package var current: [DaemonFailure] {
        [
            failure("the records of", \.recordsSource), failure("the states of sources", .states),
            failure("the published files of", \.fileSource), failure("the upkeep of the database", .upkeep),
            failure("the search indexes", .index), failure("the whole log", .space),
        ].compactMap(\.self)
    }

    /// Records that an attempt failed.
    package func fail(_ work: Work, _ error: any Error) {
        let failure = Failure(reason: WriteFailures.reason(error), since: failures[work]?.since ?? wall())
        let isNews = failures[work]?.reason != failure.reason
        failures[work] = failure
        if isNews { changes.send(()) }
    }

    /// Records that an attempt succeeded.
    package func succeed(_ work: Work) {
        if failures.removeValue(forKey: work) != nil { changes.send(()) }
    }

    /// Records that changed records were stored, so that there is room for those of others, too.
    package func storedRecords() {
        let names = failures.keys.filter { $0.recordsSource != nil }
        for work in names { failures[work] = nil }
        if !names.isEmpty { changes.send(()) }
    }

    /// Forgets the failures of a source that was removed.
    package func forget(_ name: String) {
        succeed(.records(name))
        succeed(.file(name))
    }

    private func failure(_ what: String, _ work: Work) -> DaemonFailure? {
        failures[work].map { DaemonFailure("cannot write \(what): \($0.reason)", since: $0.since) }
    }

    /// Returns the failure of the sources with a kind of work; `nil` if there is none.
    private func failure(_ what: String, _ source: (Work) -> String?) -> DaemonFailure? {
        let failed = failures.compactMap { work, failure in source(work).map { ($0, failure) } }
            .sorted { $0.0.precedes($1.0) }
        guard let first = failed.min(by: { $0.1.since < $1.1.since }) else { return nil }
        let others = failed.count == 1 ? "" : " and \(failed.count - 1) more"
        return DaemonFailure(
            "cannot write \(what) \(first.0)\(others): \(first.1.reason)", since: first.1.since)
    }

    /// Returns the reason of an error, with the remedy if there is one.
    private static func reason(_ error: any Error) -> String {
        guard let error = error as? StoreError else { return "\(error)" }
        return error.message + (error.isOfFullDisk ? "; free some disk space" : "")
    }
}

extension WriteFailures.Work {
    /// The source whose records are written.
    fileprivate var recordsSource: String? { if case .records(let name) = self { name } else { nil } }
    /// The source whose file is written.
    fileprivate var fileSource: String? { if case .file(let name) = self { name } else { nil } }
}
