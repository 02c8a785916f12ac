extension Store {
    /// Reads the runs of a database and adds the run that this opening begins.
    ///
    /// A new database stores its first run at once. In a database from before there were runs, the epoch
    /// becomes the first run. The run of any other opening is only stored with its first change: until then
    /// no cursor can name it, and an opening that changes nothing leaves nothing behind.
    ///
    /// - Returns: The runs, the last of which numbers the next change, and whether the last one is stored.
    static func beginRun(
        _ connection: Connection, after end: Int64
    ) throws(StoreError) -> (runs: Runs, isStored: Bool) {
        let stored = try connection.prepare("SELECT name, first, sum FROM run ORDER BY first")
            .all { row throws(StoreError) in try Runs.Run(row) }
        guard let first = stored.first else {
            let (run, isNew) = try firstRun(connection)
            var runs = Runs([run])
            if !isNew || end > 0 { runs.append(.random(first: end + 1)) }
            return (runs, isNew && end == 0)
        }
        guard first.first == 0, let last = stored.last, last.first <= end else {
            throw .damage("open \(connection.path)", "its log of changes lacks its end or its first run")
        }
        var runs = Runs(stored)
        runs.append(.random(first: end + 1))
        return (runs, false)
    }

    /// Stores the first run of a database.
    private static func firstRun(_ connection: Connection) throws(StoreError) -> (run: Runs.Run, isNew: Bool)
    {
        let epoch = try connection.text("SELECT value FROM meta WHERE name = 'epoch'")
        let run = epoch.map { Runs.Run(name: $0, first: 0) } ?? .random(first: 0)
        let insertion = try connection.prepare(WriteStatements.addRun)
        try connection.writing { () throws(StoreError) in
            try insertion.run(.int(run.first), .text(run.name), .int(run.checksum))
            try connection.execute("DELETE FROM meta WHERE name = 'epoch'")
        }
        return (run, epoch == nil)
    }

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
