import Records

/// Shares of the log: a source that changes much does not push out the changes of the others.
///
/// While the log exceeds its size, the oldest changes of a source that holds more than a quarter of it lose
/// their content. Their rows stay, since the numbers of changes have no gaps: cursors of other sources remain
/// usable. A subscriber to that source which has not received such a change starts over with a snapshot.
extension Store {
    /// The part of the log that a source may hold while the log exceeds its size.
    private static let share = 4
    /// The number of changes among which a call looks for those of a source; 20,000 take about 5 ms.
    private static let looks: Int64 = 20_000

    /// Drops the content of the oldest changes of the source with the largest part of the log.
    ///
    /// - Parameters:
    ///   - excess: The size by which the log shall shrink, in bytes.
    ///   - limit: The maximum number of changes.
    /// - Returns: Whether that dropped or may drop something; otherwise no source holds more than its share,
    ///   or only one holds any.
    /// - Throws: `StoreError` if nothing was dropped.
    func trimShares(by excess: Int, limit: Int) throws(StoreError) -> Bool {
        guard excess > 0 else { return false }
        let total = try loggedBytes()
        let share = total / Store.share
        let parts = try writing.largestParts.all(.count(share)) { LogPart($0) }
        for part in parts where part.bytes < total {
            let place = max(part.trimmed, trimPlaces[part.source] ?? 0, oldest - 1)
            guard place < end - 1 else { continue }
            let surplus = min(excess, part.bytes - share)
            trimPlaces[part.source] = try transaction { () throws(StoreError) in
                try trim(part, after: place, by: surplus, limit: limit)
            }
            return true
        }
        return false
    }

    /// Drops the content of changes of a source after a number, until the surplus is gone.
    ///
    /// - Returns: The number up to which nothing is left to drop.
    private func trim(
        _ part: LogPart, after place: Int64, by surplus: Int, limit: Int
    ) throws(StoreError) -> Int64 {
        let last = min(place + Store.looks, end - 1)
        let trimmed = try oldest(of: part, in: place + 1...last, by: surplus, limit: limit)
        for change in trimmed.changes {
            try writing.trimChange.run(.int(change.number), .int(change.sum))
            try writing.dropMove.run(.int(change.number))
            try writing.dropBody.run(.int(change.number))
        }
        guard let number = trimmed.changes.last?.number else { return last }
        try writing.setTrimmed.run(.int(part.source), .count(trimmed.bytes), .int(number))
        return number
    }

    /// Returns the number of the oldest change in the log of which a source has the content.
    func oldestContent(of source: SourceRow) throws(StoreError) -> Int64 {
        let trimmed = try statements.trimmedOf.first(.int(source.id)) { $0.int(0) } ?? 0
        return max(oldest, trimmed + 1)
    }

    /// Returns the oldest changes of a source among some numbers, with their new checksums, and the size of
    /// their content.
    private func oldest(
        of part: LogPart, in numbers: ClosedRange<Int64>, by surplus: Int, limit: Int
    ) throws(StoreError) -> (changes: [(number: Int64, sum: Int64)], bytes: Int) {
        var (found, bytes): ([(number: Int64, sum: Int64)], Int) = ([], 0)
        try writing.oldestOfSource.each(
            .int(part.source), .int(numbers.lowerBound - 1), .int(numbers.upperBound), .count(limit)
        ) { row throws(StoreError) in
            guard bytes < surplus else { return false }
            let change = try Change(trimmed: row)
            found.append((change.number, change.checksum(ChangeLinks(row), former: nil)))
            bytes += max(0, row.count(13) - change.trimmedSize)
            return true
        }
        return (found, bytes)
    }
}

/// The part of the log that the changes of a source hold.
private struct LogPart {
    /// The number of the source's row.
    let source: Int64
    /// Its size, in bytes.
    let bytes: Int
    /// The number of the last change whose content was dropped.
    let trimmed: Int64

    /// Reads `source, bytes, trimmed`.
    init(_ row: Row) {
        source = row.int(0)
        bytes = row.count(1)
        trimmed = row.int(2)
    }
}
