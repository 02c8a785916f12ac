/// A publisher that follows the rules for any subscriber of this module: nothing follows the end, and there
/// is one subscription.
///
/// A stateless operator between such a publisher and a subscriber that has its own check needs neither a
/// check nor a subscription of its own: it passes both on.
@usableFromInline
protocol Orderly: Publisher {
    /// Whether the rules are followed; `true` by default.
    static var isOrderly: Bool { get }
}

extension Orderly {
    @inlinable static var isOrderly: Bool { true }
}

extension Publisher {
    /// Whether the publisher is known to follow the rules.
    @inlinable static var followsRules: Bool { (Self.self as? any Orderly.Type)?.isOrderly ?? false }
}

extension Subscriber {
    /// Whether the subscriber is known to ignore everything after the end and to show its subscription to
    /// nobody, so that nothing need check the signals before it.
    @inlinable static var needsNoCheck: Bool {
        (Self.self as? any OwnSubscriber.Type)?.ignoresLateSignals ?? false
    }
}
