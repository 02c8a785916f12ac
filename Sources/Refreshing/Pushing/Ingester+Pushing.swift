import Alerts
import Definitions
import Fetching
import Reactive
import Records
import Storing

/// The messages that an upstream pushes.
extension Ingester {
    /// Ingests messages beside the last document, which they do not replace; what they lack says nothing.
    ///
    /// - Parameters:
    ///   - messages: The messages; those that a heartbeat has named have an address.
    ///   - failures: Those that the archive does not have.
    ///   - definition: The definition of the source.
    /// - Returns: The report; cold.
    func ingest(
        pushed messages: [AlertBundle.Linked], failures: [AlertBundle.Failure] = [],
        for definition: Definition
    ) -> AnyPublisher<IngestReport, FetchFailure> {
        let tag = LinkPlan.tag(of: definition)
        let bundle = AlertBundle(pushed: messages, failures: failures, tag: tag)
        let body = Body(bundle.bytes)
        var report = IngestReport()
        // The rejects of the last document stay.
        report.isOfDocument = false
        report.bytes = body.count
        var ingest = Ingest(
            .pushed(body, received: wall()), into: .source(definition.name.text), definition: definition,
            needsRecords: false, at: wall(), ages: confirmed.now, documents: documents, keepsDocument: false,
            after: nil, stations: stations.table(for: definition.kind), report: report)
        ingest.countsAbsence = false
        return self.report(of: ingest)
    }

    /// Returns the addresses in the archive of the messages that a heartbeat, or other messages, name, and
    /// that were never read; the latest first.
    func unread(
        namedBy heartbeat: AlertHeartbeat, of definition: Definition
    ) -> AnyPublisher<[String], FetchFailure> {
        bulk.runs { [now = wall()] desk in
            let recall = try desk.reader().keysByName(of: definition.name.text)
            guard let archive = try AlertArchive(definition.options) else { return [] }
            let tag = LinkPlan.tag(of: definition)
            let named = try archive.wanted(namedBy: heartbeat, at: now, tag: tag, recall: recall)
            let others = try archive.wanted(at: now, tag: tag, recall: recall)
            return named + others.filter { !named.contains($0) }
        }.mapError(FetchFailure.init(ingest:)).eraseToAnyPublisher()
    }
}
