/// A publisher that is told from outside what to publish.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Publishes a value to everyone who is subscribed now, in the order of subscription.
    ///
    /// While a value is being delivered, another one waits until all have the first.
    func send(_ value: Output)

    /// Ends the subject, for good.
    func send(completion: Subscribers.Completion<Failure>)

    /// Hands over the subscription to an upstream that this subject republishes.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Publishes the only value that there is.
    @inlinable
    public func send() { send(()) }
}
