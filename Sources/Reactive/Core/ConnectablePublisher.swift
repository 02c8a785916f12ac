/// A publisher that starts only when `connect()` is called, so that all subscribers can be attached first.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts publishing; cancelling the result disconnects.
    func connect() -> any Cancellable
}
