public import AlmanacValues

/// The contents of a replica, and its behaviour without a connection.
public nonisolated struct ReplicaOptions: Sendable {
    /// The records, where they begin, and how often to connect.
    public var subscription: SubscriptionOptions
    /// The sources whose definitions and states the replica has; `nil` for none.
    public var sources: Selector?
    /// Whether the sources are listed before the first record of a connection is passed, so that the sink
    /// knows the source of each record.
    public var waitsForSources = true
    /// The time without the daemon after which it counts as lost.
    public var patience = Duration.zero
    /// The delay after which a subscription that the daemon refused is tried again, such as one too many;
    /// `nil` if the refusal is final.
    public var refusalDelay: Duration?

    /// Makes options: by default with the sources whose records are selected.
    public init(_ subscription: SubscriptionOptions) {
        self.subscription = subscription
        let selector = subscription.selector
        sources = Selector(sources: selector.sources, kinds: selector.kinds, tags: selector.tags)
    }
}
