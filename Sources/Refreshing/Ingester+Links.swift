import Decoding
import Definitions
import Fetching
import Reactive
import Records
import Storing

/// The documents that an index of alerts links to, read on the worker.
extension Ingester {
    /// Plans the links of a document.
    func links(of document: Document, for definition: Definition) -> AnyPublisher<LinkPlan?, FetchFailure> {
        bulk.runs { [now = wall()] desk in
            let recall = try desk.reader().keysByName(of: definition.name.text)
            return try LinkPlan(document, of: definition, at: now, recall: recall)
        }.mapError(FetchFailure.init(ingest:)).eraseToAnyPublisher()
    }

    /// Plans the links of the index that is kept.
    func keptLinks(
        for definition: Definition, notBefore serial: Int64?
    ) -> AnyPublisher<LinkPlan?, FetchFailure> {
        bulk.runs { [documents, now = wall()] desk in
            let recall = try desk.reader().keysByName(of: definition.name.text)
            return try LinkPlan(
                keptBy: documents, notBefore: serial, of: definition, at: now, recall: recall)
        }.mapError(FetchFailure.init(ingest:)).eraseToAnyPublisher()
    }

    /// Returns the addresses in the archive of messages that others name, and that were never read.
    func referenced(of definition: Definition) -> AnyPublisher<[String], FetchFailure> {
        bulk.runs { [now = wall()] desk in
            let recall = try desk.reader().keysByName(of: definition.name.text)
            return try LinkPlan.referenced(of: definition, at: now, recall: recall)
        }.mapError(FetchFailure.init(ingest:)).eraseToAnyPublisher()
    }

    /// Returns the addresses in the archive of messages that some messages name, and that are unknown.
    func referenced(
        by messages: [[UInt8]], of definition: Definition
    ) -> AnyPublisher<[String], FetchFailure> {
        bulk.runs { [now = wall()] desk in
            let recall = try desk.reader().keysByName(of: definition.name.text)
            return try LinkPlan.referenced(by: messages, of: definition, at: now, recall: recall)
        }.mapError(FetchFailure.init(ingest:)).eraseToAnyPublisher()
    }

    /// Returns the bytes of an answer; none of one without a document.
    func bytes(of answer: Answer) -> AnyPublisher<[UInt8], FetchFailure> {
        guard case .document(let document) = answer else {
            return Empty().setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        return bulk.runs { _ in try document.body.prefix(document.body.count) }
            .mapError(FetchFailure.init(ingest:)).eraseToAnyPublisher()
    }
}
