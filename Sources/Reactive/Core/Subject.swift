/// A publisher that publishes the values sent to it.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Publishes a value to all current subscribers, in the order of subscription.
    ///
    /// A value sent during a delivery waits until all subscribers have received the current one.
    func send(_ value: Output)

    /// Completes the subject.
    func send(completion: Subscribers.Completion<Failure>)

    /// Passes the subscription to an upstream that this subject republishes.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Publishes the only value of type `Void`.
    @inlinable
    public func send() { send(()) }
}
