/// The optional fields of a channel, which few channels need.
final class ChannelExtras {
    /// The subjects of the channel's publishers.
    var subjects: ChannelSubjects?
    /// Called when the channel falls behind; without it, the owner is notified.
    var fellBehind: ((Int64) -> Void)?
    /// Whether another process may hold the descriptor too.
    var isShared = false
    /// The ledger entry of the channel; `nil` without one.
    var note: LedgerNote?
}
