/// A publisher that begins only when told to, so that all subscribers can be there first.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Begins; cancelling what is returned disconnects.
    func connect() -> any Cancellable
}
