/// Where a subscriber stands.
@usableFromInline
@frozen
enum Phase: UInt8 {
    /// No subscription yet.
    case waiting
    /// Subscribed.
    case live
    /// Ended or cancelled: nothing is let through any more.
    case over
}
