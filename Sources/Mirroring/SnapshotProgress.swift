import Records
import Storing

/// The records of a snapshot that have arrived, so that those that it lacks can be removed at its end.
struct SnapshotProgress {
    /// The fingerprints of the keys, by source.
    private var seen: [SourceName: Set<UInt64>] = [:]
    /// Whether the store has noted that the mirror is incomplete.
    var isNoted = false

    /// The greatest generation of a record, by source.
    private(set) var generations: [SourceName: Int] = [:]

    /// Notes a record.
    mutating func note(_ change: MirroredChange, of source: SourceName) {
        seen[source, default: []].insert(SnapshotProgress.fingerprint(change.difference.key))
        generations[source] = max(generations[source] ?? 0, change.generation)
    }

    /// Whether a record with that key has arrived.
    func contains(_ key: String, of source: SourceName) -> Bool {
        seen[source]?.contains(SnapshotProgress.fingerprint(key)) ?? false
    }

    private static func fingerprint(_ key: String) -> UInt64 { RecordHash(Array(key.utf8)).low }
}
