import Reactive
package import Records
package import Storing
import Systemd
package import Varlink

/// Sends commits and source states to subscribers; each event is encoded once per subscriber group.
package final class Broadcast {
    /// The runs of the log that cursors refer to.
    package let runs: Runs
    /// The number of the last change that was sent.
    package private(set) var end: Int64

    /// The encoders, one per wire format.
    private var encoders: [WireFormat: EventEncoder] = [:]
    private let sockets: SocketSet
    private let sources: any SubscribedSources
    private let wall: () -> UTC
    /// The sources whose states were sent, and when.
    private(set) var states = StateHistory()
    private var groups: [SubscriptionOptions.Identity: SubscriberGroup] = [:] {
        didSet { latest = nil }
    }
    /// The group that was requested last: thousands of subscribers request the same one.
    private var latest: (identity: SubscriptionOptions.Identity, group: SubscriberGroup)?
    /// The number of subscriber groups at which empty groups are removed next.
    private var tidyAt = Broadcast.few
    private static let few = 64

    /// Creates a broadcast without subscribers.
    ///
    /// - Parameters:
    ///   - runs: The runs of the log.
    ///   - end: The number of its last change.
    ///   - sockets: The sockets of all subscribers.
    ///   - sources: The sources that selectors are matched with.
    ///   - wall: The wall clock.
    package init(
        _ runs: Runs, end: Int64, in sockets: SocketSet, sources: any SubscribedSources,
        wall: @escaping () -> UTC
    ) {
        self.runs = runs
        self.end = end
        self.sockets = sockets
        self.sources = sources
        self.wall = wall
    }

    /// The cursor of the last change that was sent.
    package var cursor: Cursor { cursor(of: end) }

    /// Returns the cursor after a change; 0 means before all changes.
    package func cursor(of number: Int64, startsOver: Bool = false) -> Cursor {
        runs.cursor(of: number, startsOver: startsOver)
    }

    /// Whether this log contains the changes up to a cursor.
    func contains(_ cursor: Cursor) -> Bool { cursor.number <= end && runs.contains(cursor) }

    /// Sends the changes of a commit.
    package func send(_ commit: Commit) {
        guard let last = commit.changes.last else { return }
        end = last.number
        let wanting = selectGroups(wanting: commit.source)
        let changes = commit.changes.span
        for place in changes.indices {
            for group in wanting { group.send(changes[place]) }
        }
        for group in wanting { group.finishCommit(upTo: end) }
    }

    /// Returns the groups that want a source.
    ///
    /// Empty groups are removed: after they miss a change, they can accept no more subscribers.
    private func selectGroups(wanting source: String) -> [SubscriberGroup] {
        var wanting: [SubscriberGroup] = []
        var hasEmpty = false
        for group in groups.values {
            if group.isEmpty {
                hasEmpty = true
            } else if group.wantsSource(source) {
                wanting.append(group)
            }
        }
        if hasEmpty { groups = groups.filter { !$0.value.isEmpty } }
        return wanting
    }

    /// Sends the state of a source; `runtime` is `nil` if the source was removed.
    package func send(source name: String, runtime: (() -> JSON)?) {
        states.record(name, at: end)
        guard !groups.isEmpty else { return }
        let event = event(of: name, runtime: runtime?(), cursor: cursor)
        for encoder in encoders.values {
            let wanting = groups.values.filter { $0.encoder === encoder && $0.wantsSource(name) }
            guard !wanting.isEmpty else { continue }
            let message = encoder.encode(event)
            for group in wanting { group.send(message, mark: end) }
        }
    }

    /// Clears the cached matches of all groups after definitions changed.
    package func definitionsChanged() {
        for group in groups.values { group.forget() }
    }

    /// Returns the event with the current state of a source, for a subscriber that missed it and received
    /// changes up to a number.
    func state(of name: String, after number: Int64) -> [UInt8] {
        if let event = states.event(of: name, after: number) { return event }
        let runtime = SourceName(name).flatMap { sources.runtime(of: $0) }
        let event = event(of: name, runtime: runtime, cursor: cursor(of: number))
        states.remember(event, of: name, after: number)
        return event
    }

    /// Returns the event of a source, with the content of its definition unless it was removed.
    func event(of name: String, runtime: JSON?, cursor: Cursor) -> [UInt8] {
        let context = runtime == nil ? nil : SourceName(name).flatMap { sources.context(of: $0) }
        return SubscriptionEvent.source(
            name, context: context, runtime: runtime, cursor: cursor, at: wall())
    }

    /// Returns the subscriber group with this identity, and creates it if there is none.
    ///
    /// - Throws: An error if no memory is available for it.
    func group(_ identity: SubscriptionOptions.Identity) throws(SystemError) -> SubscriberGroup {
        if let latest, latest.identity == identity { return latest.group }
        if let group = groups[identity] {
            latest = (identity, group)
            return group
        }
        tidy()
        let encoder = try encoder(as: identity.form)
        let group = SubscriberGroup(identity.selector, encoder: encoder, after: end) { [sources] name in
            sources.isWanted(name, by: identity.selector)
        }
        groups[identity] = group
        return group
    }

    private func encoder(as form: WireFormat) throws(SystemError) -> EventEncoder {
        if let encoder = encoders[form] { return encoder }
        let encoder = try EventEncoder(as: form, runs: runs, in: sockets)
        encoders[form] = encoder
        return encoder
    }

    /// Removes empty groups; waiting until the number of groups has doubled keeps the cost per group
    /// constant.
    private func tidy() {
        guard groups.count >= tidyAt else { return }
        groups = groups.filter { !$0.value.isEmpty }
        tidyAt = max(Self.few, groups.count * 2)
    }
}
