public import Records

/// A part of the log, newest first.
public struct LogSlice: Sendable {
    /// The wanted changes, trimmed ones included.
    public let changes: [Change]
    /// The number of the last change that was examined, before which the next part begins; `nil` at the end.
    public let next: Int64?
}

extension StoreReader {
    /// Returns a part of the log, newest first, after examining a bounded number of changes.
    ///
    /// - Parameters:
    ///   - number: The end of the previous part: only changes before that number.
    ///   - start: Only changes after this number.
    ///   - limit: The maximum number of wanted changes.
    ///   - looks: The maximum number of changes to examine.
    ///   - bytes: The amount of data after which no further change is added.
    ///   - isWanted: Whether the changes of a source at a moment are wanted.
    /// - Returns: The part.
    /// - Throws: `StoreError` if the database cannot be read or a change is damaged.
    public func log(
        before number: Int64, after start: Int64, limit: Int, looks: Int, bytes: Int,
        where isWanted: (_ source: String, _ at: UTC) -> Bool
    ) throws(StoreError) -> LogSlice {
        try connection.reading { () throws(StoreError) in
            var wanted: [Int64] = []
            var last = number
            var count = 0
            try statements.logBefore.each(.int(number), .int(start), .count(looks)) { row in
                last = row.int(0)
                count += 1
                if isWanted(row.text(1) ?? "", row.moment(2)) { wanted.append(last) }
                return wanted.count < limit
            }
            let isEnd = count < looks && wanted.count < limit
            return try part(wanted, next: isEnd ? nil : last, bytes: bytes)
        }
    }

    /// Reads changes until their data fill a part.
    private func part(_ numbers: [Int64], next: Int64?, bytes: Int) throws(StoreError) -> LogSlice {
        var found: [Change] = []
        var rest = bytes
        for number in numbers {
            let change = try statements.change.first(.int(number)) { row throws(StoreError) in
                try Change(row)
            }
            guard let change else { continue }
            found.append(change)
            rest -= change.size
            if rest <= 0, number != numbers.last { return LogSlice(changes: found, next: number) }
        }
        return LogSlice(changes: found, next: next)
    }

    /// Returns the moment of the oldest change that the log has of all sources, and its number; `nil` if the
    /// log is empty.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public func beginning() throws(StoreError) -> (number: Int64, at: UTC)? {
        let oldest = try bounds().oldest
        return try statements.moment.first(.int(oldest)) { $0.moment(0) }.map { (oldest, $0) }
    }
}
