/// The phase of a subscriber.
@usableFromInline
@frozen
enum Phase: UInt8 {
    /// No subscription yet.
    case waiting
    /// Subscribed.
    case live
    /// The upstream is cancelled and the last signals are being delivered.
    case closing
    /// Completed or cancelled: no more signals pass.
    case over
}
