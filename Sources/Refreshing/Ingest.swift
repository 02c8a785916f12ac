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
        case .stored, .nothing: true
        case .kept, .confirmed, .join: false
        }
    }

    /// Begins the comparison of a source's records with the stored ones.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - reader: The reader of the stored records.
    ///   - leftOut: The collection of the reports that do not replace the stored ones.
    /// - Returns: The comparison.
    /// - Throws: `StoreError` if the database cannot be read.
    func comparison(
        of source: String, in reader: StoreReader, noting leftOut: LeftOutReports
    ) throws(StoreError) -> Comparison {
        let merging = kind.merging
        let order = ReportOrder(until: latest)
        return try Comparison(
            of: source, in: reader,
            merge: {
                merging == .newestReport ? order.judge($1, over: $0).record : merging.merge($0, with: $1)
            },
            resolve: resolution(noting: leftOut))
    }

    /// Whether none of some records counts beside the stored ones.
    func isOutdated(_ records: [Record], of source: String, in reader: StoreReader) throws(StoreError) -> Bool
    {
        let leftOut = LeftOutReports()
        guard let resolve = resolution(noting: leftOut), !records.isEmpty else { return false }
        for record in records {
            guard let stored = try reader.record(source, record.key)?.record, stored != record else {
                return false
            }
            _ = resolve(record, stored)
            if !leftOut.contains(record.key) { return false }
        }
        return true
    }

    /// The latest time that a report can have. One that is too far in the future was dated by a wrong clock:
    /// any report replaces it, or it would stay for weeks.
    private var latest: UTC {
        guard case .document(_, let facts) = content else { return now + ReportClock.ahead }
        return max(facts.reference ?? now, now) + ReportClock.ahead
    }

    /// The rule that decides between a report and the stored one; `nil` if any record replaces the stored
    /// one.
    ///
    /// A cache may return an older report after a newer one, and a file may be one.
    private func resolution(noting leftOut: LeftOutReports) -> Comparison.Resolution? {
        switch (content, kind.merging) {
        case (.document, .newestReport), (.kept, .newestReport):
            let order = ReportOrder(until: latest, isByArrival: isByArrival)
            return { new, stored in
                let (record, relation, received) = order.judge(new, over: stored)
                leftOut.note(relation, of: new, beside: stored)
                leftOut.note(received: received)
                return record
            }
        case (.document, .greatestWins) where !isByArrival:
            let (merging, latest) = (kind.merging, latest)
            return { new, stored in
                let counts =
                    merging.merge(stored, with: new) == new || merging.isGreater(stored, than: latest)
                leftOut.note(counts ? .counts : .older, of: new, beside: stored)
                return counts ? new : stored
            }
        default: return nil
        }
    }
}
