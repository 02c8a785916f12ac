/// Receives a subscription once, then values as it asks for them, then at most one completion.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// What is received.
    associatedtype Input

    /// Why the values may end early.
    associatedtype Failure: Error

    /// The beginning: the subscriber keeps the subscription to request values and to cancel.
    func receive(subscription: any Subscription)

    /// A value; returns how many more are wanted on top of what was requested before.
    func receive(_ input: Input) -> Subscribers.Demand

    /// The end; nothing follows.
    func receive(completion: Subscribers.Completion<Failure>)

    /// Whether this subscriber lets go of its subscription when it cancels and when it ends; false by default.
    ///
    /// The layer's own do; to any other a subject hands a subscription that holds nothing afterwards. There is no need
    /// to implement it.
    var _dropsSubscription: Bool { get }

    /// What a chain of publishers one after the other goes on with; `nil`, by default, for any subscriber but the
    /// last of such a chain. There is no need to implement it.
    var _tail: AnyObject? { get }
}

extension Subscriber {
    /// Not known.
    @inlinable public var _dropsSubscription: Bool { false }

    /// None.
    @inlinable public var _tail: AnyObject? { nil }
}

/// A subscriber of the layer, which lets go of its subscription at the end.
@usableFromInline
protocol OwnSubscriber: Subscriber {}

extension OwnSubscriber {
    @inlinable var _dropsSubscription: Bool { true }
}

extension Subscriber where Input == Void {
    /// Hands over the only value that there is.
    @inlinable
    public func receive() -> Subscribers.Demand { receive(()) }
}
