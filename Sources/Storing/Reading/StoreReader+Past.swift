public import Records

/// The records as they were at a past moment, from the current ones and the log of changes going back.
///
/// The answer for a moment is the state after the last change whose commit was at or before it. The log has
/// the commits in order, apart from those of a clock that was set back.
extension StoreReader {
    /// Returns a record as it was at a moment.
    ///
    /// - Parameters:
    ///   - key: The key of the record.
    ///   - source: The source.
    ///   - moment: The moment.
    /// - Returns: The record, or that there was none or that it is not known.
    /// - Throws: `StoreError` if the database cannot be read or a row is damaged.
    public func record(_ key: String, of source: String, at moment: UTC) throws(StoreError) -> PastRecord {
        try connection.reading { () throws(StoreError) in
            guard let row = try row(of: source) else { return .unknown(from: nil) }
            var looks = Int.max
            return try past(key, of: row, at: moment, reach: reach(of: row), &looks)
        }
    }

    /// Returns a page of the records of a source as they were at a moment.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - key: The last key of the page before; empty for the first page.
    ///   - moment: The moment.
    ///   - limit: The maximum number of keys to examine.
    ///   - looks: The approximate maximum number of changes to examine.
    ///   - bytes: The amount of data that fills a page.
    /// - Returns: The page.
    /// - Throws: `StoreError` if the database cannot be read or a row is damaged.
    public func pastPage(
        of source: String, after key: String = "", at moment: UTC, limit: Int, looks: Int = .max,
        bytes: Int = StoreReader.pageBytes
    ) throws(StoreError) -> PastPage {
        try connection.reading { () throws(StoreError) in
            var page = PastPage()
            guard let row = try row(of: source) else { return page }
            let reach = try reach(of: row)
            let keys = try statements.pastKeys.all(.int(row.id), .text(key), .count(limit)) {
                $0.text(0) ?? ""
            }
            var (looks, room) = (looks, bytes)
            for key in keys {
                page.next = key
                switch try past(key, of: row, at: moment, reach: reach, &looks) {
                case .present(let record):
                    page.records.append(record)
                    room -= record.record.data.count
                case .absent: break
                case .unknown(let from): page.unknown.append((key, from))
                }
                if looks <= 0 || room <= 0 { return page }
            }
            if keys.count < limit { page.next = nil }
            return page
        }
    }

    /// Returns the earliest moment from which on the log has every change of a source; `nil` if it has none.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public func reach(of source: String) throws(StoreError) -> UTC? {
        guard let row = try row(of: source) else { return nil }
        return try reach(of: row)
    }

    /// Searches for a change of a source at or before a moment, from its newest one back.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - moment: The moment.
    ///   - number: The number at which an earlier call stopped; `nil` for the first call.
    ///   - looks: The maximum number of changes to examine.
    /// - Returns: Whether there was one.
    /// - Throws: `StoreError` if the database cannot be read.
    public func knows(
        _ source: String, at moment: UTC, from number: Int64? = nil, looks: Int
    ) throws(StoreError) -> PastSource {
        try connection.reading { () throws(StoreError) in
            guard let row = try row(of: source) else { return .new(since: nil) }
            var place = number ?? row.number
            var first: UTC?
            for _ in 0..<looks {
                guard let link = try link(place, of: row, nil) else {
                    return place == 0 ? .new(since: first) : .known
                }
                if link.at <= moment { return .known }
                first = link.at
                place = link.next
                if place == 0 { return .new(since: first) }
            }
            return .searching(place)
        }
    }

    /// The time of the oldest change of the log from which on none of a source lacks its content. A change
    /// whose content was dropped still has its time.
    private func reach(of source: SourceRow) throws(StoreError) -> UTC? {
        let trimmed = try statements.trimmedOf.first(.int(source.id)) { $0.int(0) } ?? 0
        return try moment(of: max(bounds().oldest, trimmed))
    }

    private func moment(of number: Int64) throws(StoreError) -> UTC? {
        try statements.moment.first(.int(number)) { $0.moment(0) }
    }
}

/// The walk back along the changes of one record.
extension StoreReader {
    /// The number of changes of a record after which the walk tries to skip the others, and the number of
    /// changes of all records among which it looks for one of the record.
    private static let (longWalk, skipLooks): (Int, Int64) = (1000, 20_000)

    private func past(
        _ key: String, of source: SourceRow, at moment: UTC, reach: UTC?, _ looks: inout Int
    ) throws(StoreError) -> PastRecord {
        looks -= 1
        let current = try stored(key, in: source)?.record
        if let current, current.at <= moment { return .present(current.unmarked(after: moment)) }
        let newest = if let current { current.number } else { try lastRemoval(of: key, in: source) }
        var walk = PastWalk(number: newest, current: current?.record.position)
        var steps = 0
        while let link = try pastLink(walk.number, of: source, key), link.at > moment {
            walk.pass(link)
            looks -= 1
            steps += 1
            guard steps == StoreReader.longWalk else { continue }
            looks -= Int(StoreReader.skipLooks) / 10
            try skip(to: moment, in: &walk, of: source, key)
        }
        if let change = try change(walk.number, of: source, key)?.change {
            return change.data.map { .present(StoredRecord(change, data: $0, position: walk.position)) }
                ?? .absent
        }
        let isReached = reach.map { $0 <= moment } ?? false
        guard let number = walk.later, let later = try change(number, of: source, key)?.change else {
            return isReached && current == nil ? .absent : .unknown(from: current?.at ?? reach)
        }
        guard isReached, let reach else { return .unknown(from: later.at) }
        return try later.before(since: reach, position: walk.position)
    }

    private func pastLink(
        _ number: Int64, of source: SourceRow, _ key: String
    ) throws(StoreError) -> PastLink? {
        try statements.pastLink.first(.int(number)) { PastLink($0, of: source, key) } ?? nil
    }

    /// Moves a walk to a change of the record that closely follows a moment in the order of the log, if there
    /// is one.
    private func skip(
        to moment: UTC, in walk: inout PastWalk, of source: SourceRow, _ key: String
    ) throws(StoreError) {
        var (low, high) = (try bounds().oldest, walk.number)
        while low < high {
            let middle = low + (high - low) / 2
            guard let at = try self.moment(of: middle) else { return }
            if at <= moment { low = middle + 1 } else { high = middle }
        }
        let found = try statements.pastSkip.first(
            .int(low), .int(min(walk.number, low + StoreReader.skipLooks)), .int(source.id), .text(key)
        ) { $0.int(0) }
        guard let found, found < walk.number else { return }
        walk.number = found
        let place = try statements.pastMove.first(.int(found), .int(source.id), .text(key)) {
            $0.position(0, 1)
        }
        walk.position = place ?? walk.current
    }
}

extension StoredRecord {
    /// The record as a change left it.
    fileprivate init(_ change: Change, data: [UInt8], position: Position?) {
        self.init(
            source: change.source,
            record: Record(key: change.key, title: change.title, position: position, data: data),
            number: change.number, generation: change.generation, at: change.at)
    }

    /// Returns the record without a mark that it is missing in documents, which it got after a moment.
    fileprivate func unmarked(after moment: UTC) -> StoredRecord {
        guard let mark = record.data.markedSince, mark > moment, let data = record.data.unmarked else {
            return self
        }
        var record = record
        record.data = data
        return StoredRecord(source: source, record: record, number: number, generation: generation, at: at)
    }
}

extension Change {
    /// Returns the record before this change, whose own change the log no longer has.
    fileprivate func before(since reach: UTC, position: Position?) throws(StoreError) -> PastRecord {
        guard kind != .added else { return .absent }
        guard let data = try formerData else { return .unknown(from: at) }
        return .present(
            StoredRecord(
                source: source, record: Record(key: key, title: nil, position: position, data: data),
                number: 0, generation: 0, at: reach))
    }

    private var formerData: [UInt8]? {
        get throws(StoreError) {
            if kind == .removed { return former }
            guard let data, let previous else { return nil }
            do {
                return try JSON(parsing: data).patched(with: JSON(parsing: previous)).canonicalBytes
            } catch {
                throw .damage("read change \(number)", "it is not JSON")
            }
        }
    }
}
