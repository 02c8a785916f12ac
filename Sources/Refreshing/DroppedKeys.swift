import Decoding
import Records

/// The keys of the records that a document has, but that could not be read or were left out by a condition; a
/// bounded number of hashes.
nonisolated struct DroppedKeys: Sendable {
    /// The maximum number of hashes, of eight bytes each.
    private static let most = 100_000

    private var hashes: Set<UInt64> = []
    /// The number of omissions, and of rejects that do not state a key.
    private var count = 0
    /// The number of them whose keys are known nevertheless.
    private var known = 0

    /// Adds those of a part of the document.
    mutating func add(_ decoded: Decoded) {
        count += decoded.rejects.count { $0.key == nil } + decoded.omitted["where", default: 0]
        known += decoded.dropped.count
        for key in decoded.dropped + decoded.rejects.compactMap(\.key) where hashes.count < DroppedKeys.most {
            hashes.insert(hash(key))
        }
    }

    /// Whether a record is among them.
    func contains(_ key: String) -> Bool { hashes.contains(hash(key)) }

    /// Whether the keys of all are known, so that any other record is not in the document.
    var areAllKnown: Bool { known >= count && hashes.count < DroppedKeys.most }

    private func hash(_ key: String) -> UInt64 { RecordHash(Array(key.utf8)).low }
}
