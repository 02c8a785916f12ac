public import Records

extension Store {
    /// Removes a source: its records as changes, a bounded part a call, and with the last its state, its
    /// rejects and its document.
    ///
    /// - Parameters:
    ///   - source: The source; one that is not known is removed already.
    ///   - moment: The moment that the changes bear.
    ///   - earlier: The call before this one of the same removal; `nil` for its first.
    ///   - limit: The most records to remove in this call.
    /// - Returns: The changes, and whether nothing is left.
    /// - Throws: When nothing of this part could be kept.
    public func removeSource(
        _ source: String, at moment: UTC, after earlier: Commit? = nil, limit: Int = 500
    ) throws(StoreError) -> (commit: Commit, isDone: Bool) {
        guard let row = try row(of: source) else {
            return (
                Commit(
                    source: source, changes: [], generation: 0, recordCount: 0, end: end, hasChanged: false),
                true
            )
        }
        let keys = try statements.keys.all(.int(row.id), .text(""), .count(limit)) { $0.text(0) ?? "" }
        let commit = try commit(keys.map(Difference.remove), of: source, at: moment, after: earlier)
        guard keys.count < limit else { return (commit, false) }
        try transaction { () throws(StoreError) in
            try writing.dropState.run(.int(row.id))
            try writing.dropRejects.run(.int(row.id))
        }
        try documents.remove(source)
        try DocumentOrder.remove(source, in: directory)
        return (commit, true)
    }
}
