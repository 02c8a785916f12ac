/// Who sends on a channel, and goes on when something has become of what was sent.
public protocol ChannelOwner: AnyObject {
    /// All that was sent before is gone; at the end of a turn.
    func channelDrained()
    /// The log that the channel followed no longer reaches back; see `Channel.follow`.
    ///
    /// - Parameter mark: That of the last frame that is sent whole, or will be.
    func channelFellBehind(at mark: Int64)
    /// The peer has taken nothing for too long, and the connection ends now: what is sent within this call the peer may
    /// still find when it reads again, after all that it was begun to be sent.
    func channelIsStuck()
    /// The connection has ended; the channel lets go of its owner.
    func channelClosed()
}
