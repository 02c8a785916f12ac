extension Runs {
    /// Reads the runs of a database and adds the run that this opening begins.
    ///
    /// A new database stores its first run at once. In a database from before there were runs, the epoch
    /// becomes the first run. The run of any other opening is only stored with its first change: until then
    /// no cursor can name it, and an opening that changes nothing leaves nothing behind.
    ///
    /// - Returns: The runs, the last of which numbers the next change, and whether the last one is stored.
    static func open(
        in connection: Connection, after end: Int64
    ) throws(StoreError) -> (runs: Runs, isStored: Bool) {
        let stored = try connection.prepare("SELECT name, first, sum FROM run ORDER BY first")
            .all { row throws(StoreError) in try Run(row) }
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
    private static func firstRun(_ connection: Connection) throws(StoreError) -> (run: Run, isNew: Bool) {
        let epoch = try connection.text("SELECT value FROM meta WHERE name = 'epoch'")
        let run = epoch.map { Run(name: $0, first: 0) } ?? .random(first: 0)
        let insertion = try connection.prepare(WriteStatements.addRun)
        try connection.writing { () throws(StoreError) in
            try insertion.run(.int(run.first), .text(run.name), .int(run.checksum))
            try connection.execute("DELETE FROM meta WHERE name = 'epoch'")
        }
        return (run, epoch == nil)
    }
}
