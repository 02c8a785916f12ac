import Decoding
import Records

/// The keys of the records that a document has, but that could not be read or were left out by a condition; a
/// bounded number of hashes.
nonisolated struct DroppedKeys: Sendable {
    /// The maximum number of hashes, of eight bytes each.
    private static let most = 100_000

    private var hashes: Set<UInt64> = []
    /// The number of rejects and omissions that may be a record each, with those whose keys are not known.
    private var count = 0
    /// The number of them whose keys are known.
    private var known = 0

    /// Adds those of a part of the document.
    mutating func add(_ decoded: Decoded) {
        // A reject with a key is about a record that was kept, unless that key was dropped.
        let named = Set(decoded.rejects.compactMap(\.key))
        count += decoded.rejects.count { $0.key == nil } + decoded.dropped.count { named.contains($0) }
        count += decoded.omitted["where", default: 0]
        known += decoded.dropped.count
        for key in decoded.dropped where hashes.count < DroppedKeys.most { hashes.insert(hash(key)) }
    }

    /// Whether a record is among them.
    func contains(_ key: String) -> Bool { hashes.contains(hash(key)) }

    /// Whether a record may be a part of one of them: the key of an occurrence begins with that of its event
    /// and a slash.
    func mayContain(_ key: String) -> Bool {
        let bytes = key.utf8
        return bytes.indices.contains { place in
            bytes[place] == .slash && contains(String(Substring(bytes[..<place])))
        }
    }

    /// Whether the keys of all are known, so that any other record is not in the document.
    var areAllKnown: Bool { known >= count && hashes.count < DroppedKeys.most }

    private func hash(_ key: String) -> UInt64 { RecordHash(Array(key.utf8)).low }
}
