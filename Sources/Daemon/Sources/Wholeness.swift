import Reactive
import Records
import Storing

/// Which sources have anything, and which are just being changed: what is stored of those is neither the old
/// nor the new, because a document is committed part by part.
final class Wholeness {
    /// How a source came out of being changed.
    nonisolated enum End: Hashable, Sendable {
        /// Its records are other than before.
        case changed
        /// Its document was accepted and is what was there.
        case same
        /// Its document could not be read; what was there still is.
        case unread
        /// It was removed with all its records.
        case gone
    }

    private struct Entry {
        var isKnown = false
        var underWay = 0
        /// How often it began to be changed.
        var begun = 0
    }

    /// A source is whole again; whether it is other than before.
    let ended = PassthroughSubject<(name: String, isOther: Bool), Never>()
    private var entries: [String: Entry] = [:]

    /// - Parameter states: What is known of sources from before.
    init(_ states: [SourceState]) {
        for state in states where state.fetched != nil || state.recordCount > 0 {
            entries[state.name] = Entry(isKnown: true)
        }
    }

    /// A source is being changed from now on.
    func begin(_ name: String) {
        entries[name, default: Entry()].underWay += 1
        entries[name, default: Entry()].begun += 1
    }

    /// A source is whole again.
    func end(_ name: String, _ end: End) {
        var entry = entries[name] ?? Entry()
        let wasKnown = entry.isKnown
        entry.underWay -= 1
        if end != .unread { entry.isKnown = end != .gone }
        entries[name] = entry
        ended.send((name, end == .changed || wasKnown != entry.isKnown))
    }

    /// Those of some sources of which nothing was accepted yet, sorted.
    func missing(of names: [String]) -> [String] {
        names.filter { entries[$0]?.isKnown != true }.sorted { $0.precedes($1) }
    }

    /// What stays the same as long as none of some sources is changed; `nil` while one is.
    func stamp(of names: [String]) -> Int? {
        var sum = 0
        for name in names {
            guard let entry = entries[name] else { continue }
            if entry.underWay > 0 { return nil }
            sum += entry.begun
        }
        return sum
    }
}
