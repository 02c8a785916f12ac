public import AlmanacValues

/// The requested events of a subscription, its start, and its behaviour without a connection.
public nonisolated struct SubscriptionOptions: Equatable, Sendable {
    /// The sources, records and members whose changes are sent.
    public var selector: Selector
    /// The cursor after which the subscription starts; `nil` for the present.
    public var since: String?
    /// Whether a subscription without a cursor starts with all current records.
    public var snapshot: Bool
    /// Whether the daemon merges the unread events of a record into one.
    public var conflate: Bool
    /// The interval of heartbeats while nothing happens; `nil` for none.
    public var heartbeat: Duration?
    /// The delay before the first attempt to reconnect; it doubles with each failed attempt.
    public var shortestDelay: Duration = .milliseconds(250)
    /// The longest delay between attempts to reconnect.
    public var longestDelay: Duration = .seconds(15)

    /// Makes options; without arguments, all changes from now on.
    public init(
        _ selector: Selector = Selector(), since: String? = nil, snapshot: Bool = false,
        conflate: Bool = false, heartbeat: Duration? = nil
    ) {
        self.selector = selector
        self.since = since
        self.snapshot = snapshot
        self.conflate = conflate
        self.heartbeat = heartbeat
    }
}
