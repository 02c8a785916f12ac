/// Where a subscriber stands.
@usableFromInline
@frozen
enum Phase: UInt8 {
    /// No subscription yet.
    case waiting
    /// Subscribed.
    case live
    /// The upstream is cancelled and the last signals are being delivered.
    case closing
    /// Ended or cancelled: nothing is let through any more.
    case over
}
