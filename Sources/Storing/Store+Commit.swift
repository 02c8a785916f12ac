public import Records

extension Store {
    /// Makes the records of a source what the differences say, as one transaction.
    ///
    /// What is so already makes no change. The caller bounds how much one commit does: 500 differences
    /// take about 10 ms. A document that is committed in parts hands each part the commit before, so that
    /// all have one generation; what must not be known before the whole document is kept goes with the last.
    ///
    /// - Parameters:
    ///   - differences: What a `Comparison` found, in order; none to keep only what else is given.
    ///   - source: The source.
    ///   - moment: The moment that the changes bear.
    ///   - earlier: The commit of the same document before this one; `nil` for its first.
    ///   - state: The source's state, kept with the changes.
    ///   - rejects: What could not be read, kept with the changes; `nil` leaves those of before.
    ///   - requests: States of requests, kept with the changes.
    /// - Returns: The changes with their numbers.
    /// - Throws: When nothing of it could be kept.
    public func commit(
        _ differences: [Difference], of source: String, at moment: UTC, after earlier: Commit? = nil,
        saving state: SourceState? = nil, rejects: [Reject]? = nil, requests: [RequestState] = []
    ) throws(StoreError) -> Commit {
        try transaction { () throws(StoreError) in
            var pen = Pen(
                store: self, source: try row(making: source), at: moment,
                isContinuing: earlier?.hasChanged ?? false)
            for difference in differences { try pen.apply(difference) }
            try pen.finish()
            if let state { try write(state, of: pen.source.id) }
            if let rejects { try write(rejects, of: pen.source) }
            for request in requests { try write(request) }
            if let last = pen.changes.last {
                if end == 0 { oldest = 1 }
                end = last.number
            }
            return Commit(
                source: source, changes: pen.changes, generation: pen.source.generation,
                recordCount: pen.source.records, end: end, hasChanged: pen.hasChanged)
        }
    }

    /// The row of a source, made when there is none.
    func row(making name: String) throws(StoreError) -> SourceRow {
        if let row = try row(of: name) { return row }
        let sum = SourceRow(id: 0, name: name).checksum
        let id = try writing.addSource.first(.text(name), .int(0), .int(0), .int(0), .int(sum)) { $0.int(0) }
        guard let id else { throw .damage("add source \(name)", "it got no number") }
        return SourceRow(id: id, name: name)
    }
}
