import AlmanacValues
import Reactive
import Records

/// The sources with their states, and when these were published.
final class SourceTable {
    private struct Entry {
        var state: StateMessage
        var published: (state: StateMessage, at: LoopTime)?
    }

    /// The shortest time between two messages about a source.
    static let interval = Duration.seconds(60)

    private let clock: AnyScheduler
    private let wall: () -> UTC
    private let publish: (_ source: String, _ payload: [UInt8]) -> Void
    private var entries: [String: Entry] = [:]
    /// The numbers of records that the broker refused, by source; sources without any are absent.
    var missing: [String: Int] = [:]
    /// The records that time makes old, which the messages name.
    let records: AgingRecords

    /// Makes an empty table.
    ///
    /// - Parameters:
    ///   - clock: The clock of the interval.
    ///   - records: The records that time makes old.
    ///   - wall: Returns the time.
    ///   - publish: Publishes the state of a source; without content if the source was removed.
    init(
        _ clock: AnyScheduler, records: AgingRecords, wall: @escaping () -> UTC,
        publish: @escaping (String, [UInt8]) -> Void
    ) {
        self.clock = clock
        self.records = records
        self.wall = wall
        self.publish = publish
    }

    /// The names of the sources.
    var names: [String] { Array(entries.keys) }

    /// Replaces the table with all sources of the daemon.
    func replace(with sources: [Source]) {
        let names = Set(sources.map(\.name))
        for name in entries.keys where !names.contains(name) { remove(name) }
        for source in sources { put(source) }
    }

    /// Adds a source, or replaces its state.
    func put(_ source: Source) {
        let published = entries[source.name]?.published
        entries[source.name] = Entry(state: state(of: source.name, source.runtime), published: published)
        publishIfDue(source.name)
    }

    /// Publishes the states of sources of which other records are old than the last messages say, without
    /// regard to the interval: their devices would seem available until it ends.
    func publishOld() {
        for (name, entry) in entries where entry.published != nil {
            let old = records.old(of: name, at: wall())
            guard old != entry.state.old else { continue }
            var state = entry.state
            state.old = old
            entries[name] = Entry(state: state, published: (state, clock.now))
            publish(name, state.payload(at: wall()))
        }
    }

    /// Removes a source that the daemon has removed.
    func remove(_ source: String) {
        entries[source] = nil
        publish(source, [])
    }

    private func state(of source: String, _ runtime: Runtime) -> StateMessage {
        var state = StateMessage(runtime, at: wall())
        state.missing = missing[source] ?? 0
        state.old = records.old(of: source, at: wall())
        return state
    }

    private func publishIfDue(_ source: String) {
        guard let entry = entries[source], entry.state != entry.published?.state else { return }
        // A new source is not announced as waiting, since its first response would then have to wait, too.
        guard entry.state.standing != .waiting || entry.published != nil else { return }
        if let at = entry.published?.at, clock.now - at < SourceTable.interval { return }
        entries[source]?.published = (entry.state, clock.now)
        publish(source, entry.state.payload(at: wall()))
    }
}
