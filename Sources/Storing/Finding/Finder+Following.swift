import Records

extension Finder {
    /// Brings the indexes nearer to the log's end.
    ///
    /// A new store, one of before there were indexes, and one whose log no longer reaches back to them are
    /// looked through whole, also in steps.
    ///
    /// - Parameters:
    ///   - limit: The most records; 200 take 2 ms, 20 ms when SQLite joins the parts of its index.
    ///   - bytes: The data after which no further record is taken.
    /// - Returns: Whether more is left.
    /// - Throws: When the database cannot be used or a record is damaged; nothing of the step is kept then.
    public func follow(limit: Int = 200, bytes: Int = 1 << 18) throws(StoreError) -> Bool {
        try sound { () throws(StoreError) in
            var progress = try progress()
            if progress.stage == .following, progress.number == store.end { return false }
            return try store.transaction { () throws(StoreError) in
                try advance(&progress, limit, bytes)
                try statements.setProgress.run(
                    .int(progress.number), .int(progress.stage.rawValue), .int(progress.id))
                return progress.stage != .following || progress.number < store.end
            }
        }
    }

    private func progress() throws(StoreError) -> Progress {
        let found = try statements.progress.first { row in
            Stage(rawValue: row.int(1)).map { Progress(number: row.int(0), stage: $0, id: row.int(2)) }
        }
        // The log does not reach back, or is not the one that was followed: all is looked through.
        guard let known = found ?? nil, known.number >= store.oldest - 1, known.number <= store.end else {
            return Progress(number: store.end, stage: .dropping, id: 0)
        }
        return known
    }

    private func advance(_ progress: inout Progress, _ limit: Int, _ bytes: Int) throws(StoreError) {
        var (rows, rest): ([Place], Int) = (try places(progress, limit), bytes)
        let isLast = rows.count < limit
        rows.reverse()
        while rest > 0, let place = rows.popLast() {
            rest -= try update(place.source, place.key)
            progress.pass(place.number)
        }
        if isLast && rows.isEmpty { progress.turn() }
    }

    /// What the next step deals with.
    private func places(_ progress: Progress, _ limit: Int) throws(StoreError) -> [Place] {
        func read(_ row: Row) -> Place {
            Place(number: row.int(0), source: row.int(1), key: row.text(2) ?? "")
        }
        return switch progress.stage {
        case .following: try statements.changes.all(.int(progress.number), .count(limit), read: read)
        case .dropping: try statements.entries.all(.int(progress.id), .count(limit), read: read)
        case .adding: try statements.records.all(.int(progress.id), .count(limit), read: read)
        }
    }

    /// Makes the indexes say of a record what the store does.
    ///
    /// - Returns: About how many bytes that took.
    private func update(_ source: Int64, _ key: String) throws(StoreError) -> Int {
        let entry = try statements.entryOf.first(.int(source), .text(key)) {
            (id: $0.int(0), number: $0.int(1))
        }
        guard let (_, stored) = try store.stored(key, in: SourceRow(id: source, name: "")) else {
            if let entry { try drop(entry.id) }
            return 100
        }
        guard entry?.number != stored.number else { return 100 }
        if let entry {
            try statements.setEntry.run(.int(stored.number), .int(entry.id))
            try write(stored.record, entry.id, statements.setWords)
            try statements.dropSpot.run(.int(entry.id))
            try place(stored.record, entry.id)
        } else {
            let values: [Binding] = [.int(source), .text(key), .int(stored.number)]
            let id = try statements.addEntry.first(values) { $0.int(0) } ?? 0
            try write(stored.record, id, statements.addWords)
            try place(stored.record, id)
        }
        return 100 + stored.record.data.count
    }

    private func write(
        _ record: Record, _ id: Int64, _ statement: borrowing Statement
    ) throws(StoreError) {
        try statement.run(
            .text(record.title?.folded), .text(record.key.folded), .text(record.wording.folded), .int(id))
    }

    private func place(_ record: Record, _ id: Int64) throws(StoreError) {
        guard let position = record.position else { return }
        try statements.addSpot.run(.int(id), .real(position.latitude), .real(position.longitude))
    }

    private func drop(_ id: Int64) throws(StoreError) {
        try statements.dropWords.run(.int(id))
        try statements.dropSpot.run(.int(id))
        try statements.dropEntry.run(.int(id))
    }
}

/// What the indexes do next.
private enum Stage: Int64 {
    /// Following the log.
    case following
    /// Looking through the entries for those whose record is no more.
    case dropping
    /// Looking through the records for those that have no entry.
    case adding
}

/// How far the indexes have come.
private struct Progress {
    /// The number of the last change that was followed, or from which on it will be.
    var number: Int64
    var stage: Stage
    /// The last entry or record that was looked at.
    var id: Int64

    /// Notes that a row was dealt with.
    mutating func pass(_ row: Int64) {
        if stage == .following { number = row } else { id = row }
    }

    /// Nothing is left of this stage.
    mutating func turn() {
        id = 0
        stage = stage == .dropping ? .adding : .following
    }
}

/// A record that is to be looked at, and the number of the row that says so.
private struct Place {
    let number: Int64
    let source: Int64
    let key: String
}
