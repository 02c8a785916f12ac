public import AlmanacValues

/// The state that follows when a replica has connected.
public nonisolated enum ReplicaBeginning: Hashable, Sendable {
    /// All records: those that are not among them until the replica is complete no longer exist.
    case everything
    /// The changes after those that were passed earlier.
    case changes
    /// The changes from now on; those since the last ones that were passed, if any, are not known.
    case present
}

/// The view that a replica keeps up to date: messages, pages, a screen.
///
/// The replica has taken over an event before it calls the sink. Every method may be left out; one that is
/// ignores what it reports.
public protocol ReplicaSink: AnyObject {
    /// Records or changes follow. `event` is the overflow that made the daemon start over; `nil` at the start
    /// of a connection.
    func expect(_ beginning: ReplicaBeginning, by event: Event?)
    /// A record of a snapshot, or one that was added or changed.
    func put(_ item: Item, by event: Event)
    /// A record was removed.
    func remove(_ item: Item, by event: Event)
    /// The state or definition of a source changed, or it was removed; `before` is `nil` if the replica did
    /// not know it.
    func change(_ source: String, from before: Source?, by event: Event)
    /// The daemon has listed all sources.
    func list(_ sources: [Source])
    /// Everything up to the present was passed; of a snapshot, what was not passed no longer exists.
    func complete(_ isSnapshot: Bool, by event: Event)
    /// The daemon has accepted the subscription, with warnings about its selector.
    func accept(by event: Event)
    /// The log no longer has the changes after a cursor; everything follows.
    func expire(_ cursor: String)
    /// The connection was lost or could not be made, or the daemon refused a subscription that is tried
    /// again; called for each attempt.
    func lose(_ error: AlmanacError)
    /// The daemon counts as reached or, after the replica's patience, as lost.
    func reach(_ isReached: Bool)
    /// The daemon refused the subscription, which has ended.
    func refuse(_ error: AlmanacError)
}

extension ReplicaSink {
    /// Ignores what follows.
    public func expect(_ beginning: ReplicaBeginning, by event: Event?) {}
    /// Ignores records.
    public func put(_ item: Item, by event: Event) {}
    /// Ignores removed records.
    public func remove(_ item: Item, by event: Event) {}
    /// Ignores sources.
    public func change(_ source: String, from before: Source?, by event: Event) {}
    /// Ignores lists of sources.
    public func list(_ sources: [Source]) {}
    /// Ignores the end of a snapshot or of missed changes.
    public func complete(_ isSnapshot: Bool, by event: Event) {}
    /// Ignores warnings about the selector.
    public func accept(by event: Event) {}
    /// Ignores an expired cursor.
    public func expire(_ cursor: String) {}
    /// Ignores failed attempts.
    public func lose(_ error: AlmanacError) {}
    /// Ignores whether the daemon can be reached.
    public func reach(_ isReached: Bool) {}
    /// Ignores a refusal.
    public func refuse(_ error: AlmanacError) {}
}
