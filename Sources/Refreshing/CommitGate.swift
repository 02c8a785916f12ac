import Reactive
import Records
package import Storing

/// Tracks which sources have data and which are being changed.
///
/// A document is committed in parts. Until the last one, the stored records of its source are neither the old
/// nor the new ones.
package final class CommitGate {
    /// The result of an ingest or a removal for one source.
    package nonisolated enum End: Hashable, Sendable {
        /// The records of the source changed.
        case changed
        /// The document was accepted and changed nothing.
        case same
        /// The document could not be read; the records are unchanged.
        case unread
        /// The source was removed with all its records.
        case gone
    }

    private struct Entry {
        var isKnown = false
        /// Whether only a part of the last document is stored.
        var isIncomplete = false
        var underWay = 0
        /// The number of changes that have begun.
        var begun = 0
    }

    /// Publishes a source whose change has ended, and whether it differs from before.
    let ended = PassthroughSubject<(name: String, isOther: Bool), Never>()
    private var entries: [String: Entry] = [:]

    /// Creates a gate; sources that were fetched before or have records count as having data.
    ///
    /// - Parameter states: The stored states of sources.
    package init(_ states: [SourceState]) {
        for state in states where state.fetched != nil || state.recordCount > 0 {
            entries[state.name] = Entry(isKnown: true, isIncomplete: state.isIncomplete)
        }
    }

    /// Records that a change of a source begins.
    package func recordStart(_ name: String) {
        entries[name, default: Entry()].underWay += 1
        entries[name, default: Entry()].begun += 1
    }

    /// Records whether a commit completes its document.
    func record(_ commit: Commit) { entries[commit.source, default: Entry()].isIncomplete = !commit.isLast }

    /// Records that a change of a source has ended.
    package func recordEnd(_ name: String, with end: End) {
        var entry = entries[name] ?? Entry()
        let wasKnown = entry.isKnown
        entry.underWay -= 1
        if end != .unread { entry.isKnown = end != .gone }
        entries[name] = entry
        ended.send((name, end == .changed || wasKnown != entry.isKnown))
    }

    /// Returns those of the named sources for which nothing was accepted yet, sorted.
    func missing(of names: [String]) -> [String] {
        names.filter { entries[$0]?.isKnown != true }.sorted { $0.precedes($1) }
    }

    /// Returns a value that stays the same until one of the named sources is changed; `nil` while one is
    /// being changed, or after only a part of its last document could be stored.
    func stamp(of names: [String]) -> Int? {
        var sum = 0
        for name in names {
            guard let entry = entries[name] else { continue }
            if entry.underWay > 0 || entry.isIncomplete { return nil }
            sum += entry.begun
        }
        return sum
    }
}
