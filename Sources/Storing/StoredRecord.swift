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
        sum.add(record.hash)
        return sum.value
    }
}

extension Change {
    /// The sum that its row bears, over all that the change says; the source by its name.
    var checksum: Int64 {
        var sum = Checksum()
        sum.add(number)
        sum.add(source)
        sum.add(key)
        sum.add(kind.rawValue)
        sum.add(title)
        sum.add(at.microseconds)
        sum.add(Int64(generation))
        sum.add(data)
        sum.add(patch)
        sum.add(previous)
        return sum.value
    }
}
