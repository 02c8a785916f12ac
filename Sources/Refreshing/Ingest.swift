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
        /// The last accepted document, decoded once more.
        case kept
        /// The stored records as time has changed them.
        case stored
        /// The stored records of these sources, joined.
        case join(of: Set<SourceName>)
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
    /// Whether the document comes from an upstream, whose caches may return an older report after a newer.
    let isFromUpstream: Bool
    /// Whether a document without a record is a failure, as for a station.
    let needsRecords: Bool
    /// The rule for a document with far fewer records than are stored; `nil` if it may have any number.
    let shrinking: ShrinkGuard?
    /// The retention of stored records that the document lacks.
    let keeping: RetentionRule
    /// The folder of accepted documents.
    let documents: Documents
    /// Whether a new document is kept there.
    let keepsDocument: Bool
    /// The time by the wall clock.
    let now: UTC
    /// The known stations.
    let stations: StationTable
    /// The report before decoding, with the facts of the document.
    let report: IngestReport

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
        case .stored: true
        case .kept, .join: false
        }
    }

    /// Begins the comparison of a source's records with the stored ones.
    func comparison(of source: String, in reader: StoreReader) throws(StoreError) -> Comparison {
        let merging = kind.merging
        return try Comparison(
            of: source, in: reader, merge: { merging.merge($0, with: $1) }, supersedes: supersedes)
    }

    /// The rule that decides whether a record may replace the stored one; `nil` if any record may.
    ///
    /// A report of an upstream replaces older ones only. One that is too far in the future was dated by a wrong
    /// clock: any report replaces it, or it would stay for weeks.
    private var supersedes: Comparison.Supersession? {
        guard isFromUpstream, kind.hasNewest, case .document(_, let facts) = content else { return nil }
        let merging = kind.merging
        let limit = max(facts.reference ?? facts.received, facts.received) + ReportClock.ahead
        return { merging.merge($1, with: $0) == $0 || merging.isGreater($1, than: limit) }
    }
}
