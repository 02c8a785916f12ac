/// What few channels have.
final class ChannelExtras {
    /// Who is told by publishers.
    var signals: Signals?
    /// Told that the log no longer reaches back; else the owner is.
    var fellBehind: ((Int64) -> Void)?
    /// Somebody else may have the descriptor too.
    var isShared = false
    /// Where it is noted how far the channel is; `nil` when it is not.
    var note: ChannelNote?
}
