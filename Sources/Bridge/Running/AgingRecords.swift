import AlmanacValues
import Records
import Showing

/// The records of stations and places, as far as time alone makes them old: a report stays the same record
/// when its station falls silent.
struct AgingRecords {
    private struct Entry {
        let item: Item
        let kind: String
    }

    /// The members that are kept: those on which the age depends.
    private static let kept: Set<String> = ["received", "time", "until"]

    /// The records by source and key.
    private var entries: [String: [ByteKey: Entry]] = [:]

    /// Adds or replaces a record of a source of some kind; one of another kind never becomes old.
    mutating func put(_ item: Item, kind: String?) {
        guard let kind, Device.lifetime(ofKind: kind) != nil else { return remove(item) }
        let data = (item.data.object ?? []).filter { AgingRecords.kept.contains($0.name) }
        let small = Item(source: item.source, key: item.key, at: item.at, data: .object(data))
        entries[item.source, default: [:]][ByteKey(item.key)] = Entry(item: small, kind: kind)
    }

    /// Removes a record.
    mutating func remove(_ item: Item) { entries[item.source]?[ByteKey(item.key)] = nil }

    /// Removes all records.
    mutating func removeAll() { entries = [:] }

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
