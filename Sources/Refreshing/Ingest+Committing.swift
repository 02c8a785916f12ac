import Definitions
import Fetching
import Records
import Storing
import Systemd

/// The step of an ingest that commits the differences from the stored records.
nonisolated extension Ingest {
    /// Compares decoded records with the stored ones, and commits the differences as one transaction.
    ///
    /// - Returns: The results, and the commits in the order of the log.
    /// - Throws: An error if nothing could be committed.
    func commit(
        _ decoded: IngestPortions, to store: Store, at moment: UTC
    ) throws -> (results: Results, commits: [Commit]) {
        // An error after a part was committed would withhold that part from the subscribers.
        try store.together {
            var results: Results = [:]
            var commits: [Commit] = []
            for (name, portion) in decoded.portions.sorted(by: { $0.key < $1.key }) {
                if let silence = decoded.silence(of: portion) {
                    results[name] = .failure(silence)
                    continue
                }
                var report = portion.report
                let own = try commit(portion, of: name, adding: &report, to: store, at: moment)
                report.bytes /= decoded.portions.count
                for commit in own { report.add(commit, stampedBy: kind.stamps) }
                results[name] = .success(report)
                commits += own
            }
            return (results, commits)
        }
    }

    /// Commits a part of the differences or, after the last part, the rejects.
    ///
    /// - Parameters:
    ///   - part: The differences; `nil` after the last part.
    ///   - source: The name of the source.
    ///   - earlier: The commit of the part before.
    ///   - report: The report with the rejects.
    ///   - isLast: Whether no further transaction belongs to the document.
    ///   - store: The store.
    ///   - moment: The moment of the changes.
    /// - Returns: The commit.
    /// - Throws: An error if the part could not be committed.
    static func commit(
        _ part: [Difference]?, of source: String, after earlier: Commit?, report: IngestReport,
        isLast: Bool, to store: Store, at moment: UTC
    ) throws(StoreError) -> Commit {
        try store.commit(
            part ?? [], of: source, at: moment, after: earlier, isLast: isLast,
            rejects: part == nil && report.isOfDocument && !report.isBehind ? report.rejects : nil,
            names: earlier == nil ? report.names : [:])
    }

    private func commit(
        _ portion: IngestPortions.Portion, of name: String, adding report: inout IngestReport,
        to store: Store, at moment: UTC
    ) throws(StoreError) -> [Commit] {
        let leftOut = LeftOutReports(order, judged: portion.judged)
        let comparison = try comparison(of: name, in: store, noting: leftOut)
        try comparison.add(portion.records) { portion.arrivals.stamped($0) }
        for key in portion.kept { try comparison.keep(key) }
        comparison.mark(portion.unconfirmed)
        if isBehind(comparison, leftOut) { report.isBehind = true }
        comparison.finish(
            keeping: keeping(beside: report), because: reasons(of: name, beside: report, in: store))
        report.add(leftOut, at: now)
        var commits: [Commit] = []
        var part: [Difference]?
        repeat {
            part = try comparison.next()
            commits.append(
                try Ingest.commit(
                    part, of: name, after: commits.last, report: report, isLast: true, to: store,
                    at: moment))
        } while part != nil
        if kind.isListedInOrder { storeOrder(comparison, of: name, commits) }
        return commits
    }

    /// Stores the order of a document; without it, lists are in the order of keys.
    private func storeOrder(_ comparison: Comparison, of name: String, _ commits: [Commit]) {
        do {
            try comparison.storeListedOrder(at: commits.compactMap(\.changes.last?.number).last)
        } catch {
            log(.debug, "\(name) is listed by key: \(error)")
        }
    }
}
