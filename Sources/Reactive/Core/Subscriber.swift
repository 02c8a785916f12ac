/// Receives one subscription, then values as it requests them, then at most one completion.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// The type of the received values.
    associatedtype Input

    /// The type of the failure.
    associatedtype Failure: Error

    /// Receives the subscription, which the subscriber keeps to request values and to cancel.
    func receive(subscription: any Subscription)

    /// Receives a value; returns the demand in addition to previous requests.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Receives the completion; nothing follows.
    func receive(completion: Subscribers.Completion<Failure>)
}

/// A subscriber of this module, which releases its subscription at cancellation and completion.
@usableFromInline
protocol OwnSubscriber: Subscriber {
    /// Whether this subscriber and those after it release the subscription; `true` by default.
    static var dropsSubscription: Bool { get }

    /// Whether this subscriber, or the next one that it passes all signals on to, ignores everything after
    /// the end and shows its subscription to nobody; `false` by default.
    static var ignoresLateSignals: Bool { get }
}

extension OwnSubscriber {
    @inlinable static var dropsSubscription: Bool { true }

    @inlinable static var ignoresLateSignals: Bool { false }
}

extension Subscriber {
    /// Whether the subscriber releases its subscription at cancellation and completion; a subject passes any
    /// other subscriber a subscription that holds nothing afterwards.
    @inlinable static var releasesSubscription: Bool {
        (Self.self as? any OwnSubscriber.Type)?.dropsSubscription ?? false
    }
}

extension Subscriber where Input == Void {
    /// Receives the only value of type `Void`.
    @inlinable
    public func receive() -> Subscribers.Demand { receive(()) }
}
