import Decoding
import Definitions
package import Fetching
import Records
import Storing
import Weather

/// A document, or a join of stored records, and all that a worker needs to store its records.
///
/// A batch is an ingest for several sources. The document is decoded, its records are compared with the
/// stored ones, and the differences are committed.
package nonisolated struct Ingest: Sendable {
    /// The size in bytes up to which the worker that commits decodes a document itself.
    static let smallSize = 65_536

    /// The origin of the records.
    enum Content: Sendable {
        /// A new document.
        case document(Body, DocumentFacts)
        /// Messages that the upstream has pushed, received at a moment; the last document stays.
        case pushed(Body, received: UTC)
        /// The last accepted document, decoded once more.
        case kept
        /// The last accepted document, which the upstream has confirmed.
        case confirmed
        /// The stored records as time has changed them.
        case stored
        /// The stored records of these sources, joined.
        case join(of: Set<SourceName>)
        /// An answer without content, which says that there is nothing; whether the one before was such, too.
        case nothing(isRepeated: Bool)
    }

    /// The sources of the records.
    enum Target: Sendable {
        /// All records belong to one source.
        case source(String)
        /// Each record belongs to the source whose instance equals its key, ignoring case; keyed by the
        /// instance in capitals.
        case instances([String: String])
    }

    /// The report of each source that the document contains, or the reason why its part cannot be decoded.
    package typealias Results = [String: Result<IngestReport, FetchFailure>]

    /// The origin of the records.
    let content: Content
    /// The sources of the records.
    let target: Target
    /// The kind that decodes the document.
    let kind: Kind
    /// The settings of the definition; those of a batch share them.
    let options: Options
    /// The times that order documents and records.
    let order: IngestOrder
    /// Whether the report that arrived last counts, whatever its time.
    let isByArrival: Bool
    /// Whether reports without a time get that of their reception.
    let stampsReports: Bool
    /// Whether a document without a record is a failure, as for a station.
    let needsRecords: Bool
    /// The rule for a document with far fewer records than are stored; `nil` if it may have any number.
    let shrinking: ShrinkGuard?
    /// The field with the end of a record; `nil` if records have none.
    let ends: FieldPath?
    /// The retention of stored records that the document lacks.
    let keeping: RetentionRule
    /// The reason why stored records are removed that the content lacks, unless something else explains it;
    /// `nil` if it is not known.
    var absence: RemovalReason? = .upstream
    /// The folder of accepted documents.
    let documents: Documents
    /// Whether a new document is kept there.
    let keepsDocument: Bool
    /// Whether a power cut must not lose it.
    let needsDurableDocument: Bool
    /// The smallest number that the document of the stored records can have; `nil` if it is unknown.
    let documentSerial: Int64?
    /// The time by the wall clock.
    let now: UTC
    /// The time that the ages of records count against.
    let ages: UTC
    /// The known stations.
    let stations: StationTable
    /// The report before decoding, with the facts of the document.
    let report: IngestReport
    /// Whether an alert that the document lacks may be over: no other address fails, which may have it.
    var countsAbsence = true
    /// Whether an alert that the document states is at the upstream, too: no broker sent it.
    var countsPresence = true
    /// Whether the document before is of another address.
    var isElsewhere = false
    /// Whether decoding fails if it takes long, because other documents wait.
    var isBrief = false

    /// The names of the sources.
    var sources: [String] {
        switch target {
        case .source(let name): [name]
        case .instances(let names): Array(names.values)
        }
    }

    /// The sources that must not change while they are joined.
    var sides: [String] { if case .join(let names) = content { names.map(\.text) } else { [] } }

    /// Whether the worker that commits can also decode the content.
    var isSmall: Bool {
        // Another process takes longer than a commit.
        if kind.needsProcess { return false }
        return switch content {
        case .document(let body, _): body.count <= Ingest.smallSize
        // They are waited for, as a report is.
        case .pushed(let body, _): body.count <= 4 * Ingest.smallSize
        case .stored, .nothing: true
        case .kept, .confirmed, .join: false
        }
    }
}
