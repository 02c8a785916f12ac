public import Records

extension Store {
    /// Removes a source: each call removes a bounded number of its records as changes, the last call also its
    /// state, its rejects and its document.
    ///
    /// The files go first and the rest in one transaction: nothing can fail after the changes are committed,
    /// which would keep them from the subscribers.
    ///
    /// - Parameters:
    ///   - source: The source; an unknown one counts as removed.
    ///   - moment: The moment of the changes.
    ///   - earlier: The result of the previous call for the same removal; `nil` for the first.
    ///   - limit: The maximum number of records to remove in this call.
    ///
    /// - Returns: The changes, and whether the removal is complete.
    /// - Throws: `StoreError` if nothing of this part was stored.
    public func removeSource(
        _ source: String, at moment: UTC, after earlier: Commit? = nil, limit: Int = 500
    ) throws(StoreError) -> (commit: Commit, isDone: Bool) {
        guard let row = try row(of: source) else {
            return (
                Commit(
                    source: source, changes: [], generation: 0, recordCount: 0, end: end, hasChanged: false,
                    isLast: true),
                true
            )
        }
        let keys = try statements.keys.all(.int(row.id), .text(""), .count(limit)) { $0.text(0) ?? "" }
        let isDone = keys.count < limit
        try documents.remove(source)
        try DocumentOrder.remove(source, in: directory)
        return try transaction { () throws(StoreError) in
            let commit = try commit(
                keys.map { .remove($0, because: .definition) }, of: source, at: moment, after: earlier,
                isLast: isDone)
            guard isDone else { return (commit, false) }
            try writing.dropState.run(.int(row.id))
            try writing.dropRejects.run(.int(row.id))
            try writing.dropNames.run(.int(row.id))
            return (commit, true)
        }
    }
}
