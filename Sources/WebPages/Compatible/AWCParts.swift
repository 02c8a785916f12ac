import AlmanacValues

/// The elements of an answer from its last writing, which are used again for records that have not changed.
///
/// They belong to one list of records in one format.
public final class AWCParts {
    private struct Part {
        let source: String
        let generation: Int
        let bytes: [UInt8]
    }

    /// The parts by the keys of their records.
    private var parts: [String: Part] = [:]

    /// Makes an empty list.
    public init() {}

    /// Returns the bytes of a record, which are written unless they are known.
    func bytes(of item: Item, _ write: () -> [UInt8]) -> [UInt8] {
        guard let generation = item.generation else { return write() }
        if let part = parts[item.key], part.generation == generation, part.source == item.source {
            return part.bytes
        }
        let bytes = write()
        parts[item.key] = Part(source: item.source, generation: generation, bytes: bytes)
        return bytes
    }
}
