public import AlmanacValues

/// An event of a subscription that resumes, or a change of its connection.
public nonisolated enum SubscriptionNotice: Sendable {
    /// The connection is established.
    case connected(ReplicaBeginning)
    /// The daemon sent an event.
    case event(Event)
    /// There is no connection; the subscription tries again.
    case lost(AlmanacError)
    /// The log no longer contains the changes after this cursor; a snapshot follows.
    case cursorExpired(String)
}
