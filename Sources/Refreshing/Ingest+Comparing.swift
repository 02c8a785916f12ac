import Decoding
import Definitions
import Fetching
import Records
import Storing
import Weather

/// The step of an ingest that decides between a record and the stored one.
nonisolated extension Ingest {
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
        // Rows with one key are a sign of a Key= that is not unique; joins and feeds have them on purpose.
        let countsRepetitions = kind == .table || kind == .json
        return try Comparison(
            of: source, in: reader,
            merge: { first, later in
                guard merging != .newestReport else { return order.judge(later, over: first).record }
                let merged = merging.merge(first, with: later)
                if countsRepetitions, later != first, merged != first { leftOut.addRepetition() }
                return merged
            },
            resolve: entryResolution(
                after: resolution(of: source, in: reader, noting: leftOut)),
            bare: bare)
    }

    /// Removes from a record what is added to it when it is stored; `nil` if nothing is.
    private var bare: Comparison.Bare? {
        guard kind == .feed else { return nil }
        return { EntryOrder.bare($0) }
    }

    /// Returns the rule that decides between an entry of a feed and the stored one, after the rule of its
    /// order; other kinds have only that one.
    private func entryResolution(
        after rule: Comparison.Resolution?
    ) -> Comparison.Resolution? {
        guard kind == .feed else { return rule }
        let order = EntryOrder(moments)
        guard let rule else { return { order.judge($0, over: $1) } }
        return { new, stored in
            let record = rule(new, stored)
            return record == stored ? stored : order.judge(record, over: stored)
        }
    }

    /// The times at which the document was made and received.
    private var moments: [UTC] {
        guard case .document(_, let facts) = content else { return [now] }
        return [facts.received] + (facts.reference.map { [$0] } ?? [])
    }

    /// Whether none of some records counts beside the stored ones.
    func isOutdated(
        _ records: [Record], of source: String, in reader: StoreReader, noting leftOut: LeftOutReports
    ) throws(StoreError) -> Bool {
        guard let resolve = try resolution(of: source, in: reader, noting: leftOut) else { return false }
        for record in records {
            guard let stored = try reader.record(source, record.key)?.record else { return false }
            if stored == record, order.updated != nil { continue }
            guard stored != record else { return false }
            _ = resolve(record, stored)
            if !leftOut.contains(record.key) { return false }
        }
        return leftOut.recordCount > 0
    }

    /// Whether a document has older records than the stored ones, and no other news.
    func isBehind(_ comparison: Comparison, _ leftOut: LeftOutReports) -> Bool {
        isDocument && order.updated != nil && leftOut.recordCount > 0 && comparison.changedCount == 0
    }

    /// Returns the retention of stored records that a document lacks; an older one proves nothing.
    func keeping(beside report: IngestReport) -> RetentionRule {
        report.isBehind && !kind.decidesAbsence ? .all : keeping
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
    private func resolution(
        of source: String, in reader: StoreReader, noting leftOut: LeftOutReports
    ) throws(StoreError) -> Comparison.Resolution? {
        switch (content, kind.merging) {
        case (.document, _) where order.updated != nil, (.kept, _) where order.updated != nil:
            let (order, latest) = (order, now + EditionOrder.ahead)
            if isDocument { leftOut.run = try order.run(of: source, in: reader) }
            return { new, stored in
                let time = order.time(of: new, until: latest)
                let isOlder = time.map { time in
                    order.time(of: stored, until: latest).map { time < $0 } ?? false
                }
                return leftOut.add(isOlder: isOlder ?? false, new, beside: stored) ? stored : new
            }
        case (.document, .newestReport), (.kept, .newestReport):
            let order = ReportOrder(until: latest, isByArrival: isByArrival)
            return { new, stored in
                let (record, relation, received) = leftOut.judge(new, over: stored, by: order)
                leftOut.add(relation, of: new, beside: stored)
                leftOut.add(received: received)
                if isElsewhere, order.areEditions(new, stored) { leftOut.add(disagreeing: new) }
                return record
            }
        case (.document, .greatestWins) where !isByArrival:
            let (merging, latest) = (kind.merging, latest)
            return { new, stored in
                let counts =
                    merging.merge(stored, with: new) == new || merging.isGreater(stored, than: latest)
                leftOut.add(counts ? .counts : .older, of: new, beside: stored)
                return counts ? new : stored
            }
        default: return nil
        }
    }
}
