import AlmanacValues
import Records
import Showing

/// The records of stations and places, as far as time alone makes them old: a report stays the same record
/// when its station falls silent.
///
/// They outlast a connection with the broker: the next one begins with the changes since its checkpoint, which
/// have no report of a silent station.
final class AgingRecords {
    private struct Entry {
        let item: Item
        let kind: String
        /// The number of the last snapshot that had started when the record arrived.
        let round: Int
    }

    /// The members that are kept: those on which the age depends.
    private static let kept: Set<String> = ["received", "time", "until"]

    /// The records by source and key.
    private var entries: [String: [ByteKey: Entry]] = [:]
    /// The number of the last snapshot.
    private var round = 0
    /// Whether these are all records of the daemon, and not only those that changed since the start.
    private(set) var isComplete = false
    /// The records that arrived or were removed since the daemon was asked for all of them, which its answer may
    /// have in an earlier state; `nil` if it was not.
    private var news: [String: Set<ByteKey>]?

    /// Adds or replaces a record of a source of some kind; one of another kind never becomes old.
    func put(_ item: Item, kind: String?) {
        news?[item.source, default: []].insert(ByteKey(item.key))
        store(item, kind: kind)
    }

    /// Starts to add all records of the daemon.
    func startLoading() { news = [:] }

    /// Adds a record of the daemon, unless a later event brought or removed it.
    func load(_ item: Item, kind: String?) {
        guard news?[item.source]?.contains(ByteKey(item.key)) != true else { return }
        store(item, kind: kind)
    }

    /// Finishes to add all records of the daemon.
    func finishLoading() {
        news = nil
        isComplete = true
    }

    private func store(_ item: Item, kind: String?) {
        guard let kind, Device.lifetime(ofKind: kind) != nil else { return discard(item) }
        let data = (item.data.object ?? []).filter { AgingRecords.kept.contains($0.name) }
        let small = Item(source: item.source, key: item.key, at: item.at, data: .object(data))
        entries[item.source, default: [:]][ByteKey(item.key)] = Entry(
            item: small, kind: kind, round: round)
    }

    /// Removes a record.
    func remove(_ item: Item) {
        news?[item.source, default: []].insert(ByteKey(item.key))
        discard(item)
    }

    private func discard(_ item: Item) { entries[item.source]?[ByteKey(item.key)] = nil }

    /// Starts a snapshot; the records before it stay until its end, which a lost connection may prevent.
    func startRound() { round += 1 }

    /// Finishes a snapshot, and removes the records that it lacks.
    func finishRound() {
        let current = round
        isComplete = true
        entries = entries.mapValues { $0.filter { $0.value.round == current } }
    }

    /// Returns the keys of the records of a source that are old, in order.
    func old(of source: String, at now: UTC) -> [String] {
        let old = (entries[source] ?? [:]).values.filter { $0.item.isOld(as: $0.kind, at: now) }
        return old.map { $0.item.key }.sorted { $0.precedes($1) }
    }
}

extension Item {
    /// Whether a record is no longer the present state of its station or place, as in the templates of
    /// `Device`.
    fileprivate func isOld(as kind: String, at now: UTC) -> Bool {
        guard let seconds = Device.lifetime(ofKind: kind) else { return false }
        let lifetime = Duration.seconds(seconds)
        switch kind {
        case "forecast": return at.map { now >= $0 + lifetime } ?? true
        case "taf" where data["until"]?.utc != nil: return isOver(at: now)
        default: return isExpired(at: now, after: lifetime)
        }
    }
}
