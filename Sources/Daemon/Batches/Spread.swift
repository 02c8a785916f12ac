import Decoding
import Fetching
import Records
import Storing

/// A document that is to be spread over several sources, with all that a worker needs for it.
///
/// Each record goes to the source whose instance is its key, whatever the case of either.
nonisolated struct Spread: Sendable {
    /// How it is read.
    let kind: Kind
    /// The settings of the definition that all sources share.
    let options: Options
    /// The document.
    let body: Body
    /// What is known of it.
    let context: DocumentContext
    /// Which stored records stay that the document does not have.
    let keeping: Keeping
    /// The sources, by their instances in capitals.
    let sources: [String: String]

    /// What of a document belongs to one source.
    struct Portion: Sendable {
        var records: [Record] = []
        var findings = Findings()

        /// Why there is no record; `nil` when there is one.
        var failure: FetchFailure? { records.isEmpty ? findings.silence : nil }
    }

    /// Decodes the document.
    ///
    /// - Returns: What belongs to each source, by the source's name; records of others are left out.
    /// - Throws: When the document as a whole cannot be read.
    func portions() throws -> [String: Portion] {
        var decoder = try kind.decoder(options: options, context: context)
        var (out, portions): (Decoded, [String: Portion]) = (Decoded(), [:])
        try body.forEachSlice { slice in
            try decoder.decode(slice, into: &out)
            deal(&out, to: &portions)
        }
        try decoder.finish(into: &out)
        deal(&out, to: &portions)
        return portions
    }

    /// Stores what belongs to each source, as one transaction.
    ///
    /// - Returns: By the source's name, what was found and committed, or why its report cannot be read.
    /// - Throws: When nothing could be kept.
    func store(
        _ portions: [String: Portion], in store: Store, at moment: UTC
    ) throws -> [String: Result<(Findings, [Commit]), FetchFailure>] {
        try store.together {
            var results: [String: Result<(Findings, [Commit]), FetchFailure>] = [:]
            for (name, portion) in portions.sorted(by: { $0.key < $1.key }) {
                if let failure = portion.failure {
                    results[name] = .failure(failure)
                } else {
                    results[name] = .success(try commit(portion, of: name, to: store, at: moment))
                }
            }
            return results
        }
    }

    private func deal(_ out: inout Decoded, to portions: inout [String: Portion]) {
        for record in out.records {
            if let name = sources[record.key.uppercased()] {
                portions[name, default: Portion()].records.append(record)
            }
        }
        for reject in out.rejects {
            if let name = owner(of: reject) { portions[name, default: Portion()].findings.add(reject) }
        }
        out.removeAll()
    }

    /// Whom something concerns that could not be read: the first source that it names.
    private func owner(of reject: Reject) -> String? {
        if let key = reject.key { return sources[key.uppercased()] }
        let words = reject.found.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.lazy.compactMap { sources[$0.uppercased()] }.first
    }

    private func commit(
        _ portion: Portion, of name: String, to store: Store, at moment: UTC
    ) throws -> (Findings, [Commit]) {
        let merging = kind.merging
        let comparison = try Comparison(
            of: name, in: store, merge: { merging.merge($0, $1) },
            supersedes: kind.hasNewest ? { merging.merge($1, $0) == $0 } : nil)
        try comparison.add(portion.records)
        comparison.finish(keeping: keeping)
        var (commits, findings): ([Commit], Findings) = ([], portion.findings)
        findings.records = comparison.recordCount
        while let part = try comparison.next() {
            commits.append(try store.commit(part, of: name, at: moment, after: commits.last))
        }
        commits.append(
            try store.commit([], of: name, at: moment, after: commits.last, rejects: findings.rejects))
        return (findings, commits)
    }
}
