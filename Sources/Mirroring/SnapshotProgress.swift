import Records
import Storing

/// The records of a snapshot that have arrived, so that those that it lacks can be removed at its end.
struct SnapshotProgress {
    /// The greatest number of records, whose fingerprints need about 64 MB.
    static let longest = 4_000_000

    /// The fingerprints of the keys, by source.
    private var seen: [SourceName: Set<UInt64>] = [:]
    /// The sources of which no record is removed, since an event that names no key was about one of them.
    private var spared: Set<SourceName> = []
    /// Whether no record at all is removed, since an event names no source.
    private var sparesAll = false
    /// The number of fingerprints.
    private(set) var count = 0
    /// Whether the store has noted that the mirror is incomplete.
    var isNoted = false

    /// The greatest generation of a record, by source.
    private(set) var generations: [SourceName: Int] = [:]

    /// Records that the snapshot has a record.
    mutating func record(_ change: MirroredChange, of source: SourceName) {
        insert(change.difference.key, of: source)
        generations[source] = max(generations[source] ?? 0, change.generation)
    }

    /// Records that the snapshot has a record that we cannot use: the last good one remains.
    mutating func record(_ event: UnusableEvent) {
        guard let source = event.source else { return sparesAll = true }
        if let key = event.key { insert(key, of: source) } else { spared.insert(source) }
    }

    /// Whether a record with that key has arrived, or may have.
    func contains(_ key: String, of source: SourceName) -> Bool {
        sparesAll || spared.contains(source)
            || seen[source]?.contains(SnapshotProgress.fingerprint(key)) ?? false
    }

    private mutating func insert(_ key: String, of source: SourceName) {
        let isNew = seen[source, default: []].insert(SnapshotProgress.fingerprint(key)).inserted
        count += isNew ? 1 : 0
    }

    private static func fingerprint(_ key: String) -> UInt64 { RecordHash(Array(key.utf8)).low }
}
