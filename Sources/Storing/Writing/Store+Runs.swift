extension Store {
    /// Stores the run of this opening with its first change, unless it is already stored.
    func storeRun() throws(StoreError) {
        guard !isRunStored else { return }
        let run = runs.last
        try writing.addRun.run(.int(run.first), .text(run.name), .int(run.checksum))
        isRunStored = true
    }

    /// Removes the runs that no valid cursor can name; call it within a transaction.
    ///
    /// - Parameter oldest: The number of the oldest change in the log.
    /// - Returns: The runs that remain.
    /// - Throws: `StoreError` if the database fails.
    func prunedRuns(before oldest: Int64) throws(StoreError) -> Runs {
        var pruned = runs
        let removed = try pruned.prune(before: oldest) { () throws(StoreError) in
            try writing.sourceNumbers.all { $0.int(0) }
        }
        for run in removed { try writing.dropRun.run(.int(run.first)) }
        return pruned
    }
}
