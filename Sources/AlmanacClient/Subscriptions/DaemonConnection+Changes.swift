public import Reactive

extension DaemonConnection {
    /// Subscribes to changes over a connection of its own, for each subscriber of the publisher.
    ///
    /// When the connection ends, the subscription connects again after a delay and resumes with the cursor of
    /// the last event; if the log no longer contains the missed changes, with a snapshot. It fails only if
    /// the daemon refuses it. Without demand, nothing is read, and the daemon ends the connection after
    /// minutes.
    public func changes(_ options: SubscriptionOptions) -> AnyPublisher<SubscriptionNotice, AlmanacError> {
        AnyPublisher(ResumingChanges(connection: self, options: options))
    }
}
