public import Records

/// A record as the store keeps it.
public struct StoredRecord: Hashable, Sendable {
    /// The source's name.
    public let source: String
    /// The record.
    public let record: Record
    /// The number of the change that made it what it is.
    public let number: Int64
    /// The source's generation with that change.
    public let generation: Int
    /// When that change was committed.
    public let at: UTC

    /// Makes a stored record of its parts.
    public init(source: String, record: Record, number: Int64, generation: Int, at: UTC) {
        (self.source, self.record, self.number) = (source, record, number)
        (self.generation, self.at) = (generation, at)
    }
}

extension StoredRecord {
    /// The sum that its row bears, over all that the row says.
    var checksum: Int64 {
        var sum = Checksum()
        sum.add(record.key)
        sum.add(number)
        sum.add(Int64(generation))
        sum.add(at.microseconds)
        sum.add(record.sum)
        return sum.value
    }
}

extension Record {
    /// What stands for it in the sums of rows, which outlive the way in which records are compared.
    fileprivate var sum: RecordHash {
        let content = RecordHash(data)
        guard title != nil || position != nil || group != nil else { return content }
        var sum = Checksum()
        sum.add(content)
        sum.add(title)
        sum.add(group)
        if let position {
            sum.add(Int64(bitPattern: position.latitude.bitPattern))
            sum.add(Int64(bitPattern: position.longitude.bitPattern))
        }
        return sum.hash
    }
}

/// The changes before one, by number; 0 where there was none.
struct ChangeLinks {
    /// The change before of the same record.
    var record: Int64
    /// The change before of the same source.
    var source: Int64
}

extension Change {
    /// The sum that its row bears, over all that the row says; the source by its name.
    func checksum(_ links: ChangeLinks) -> Int64 {
        var sum = Checksum()
        for text in [source, key, kind.rawValue, title] { sum.add(text) }
        for value in [number, at.microseconds, Int64(generation), links.record, links.source] {
            sum.add(value)
        }
        for bytes in [data, patch, previous] { sum.add(bytes) }
        // A change that moved nothing has the sum that it had before moves were kept.
        if let place = previousPosition {
            for degrees in [place.latitude, place.longitude] {
                sum.add(Int64(bitPattern: degrees.bitPattern))
            }
        }
        return sum.value
    }
}
