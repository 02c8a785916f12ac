/// An object that sends on a channel and is notified of its progress.
public protocol ChannelOwner: AnyObject {
    /// Called at the end of a turn in which everything has been sent.
    func channelDrained()
    /// Called when the log no longer holds the next frame for the channel; see `Channel.follow`.
    ///
    /// - Parameter mark: The mark of the last frame that is sent completely.
    func channelFellBehind(at mark: Int64)
    /// Called before the connection is closed because the peer has not read for too long: the peer may still
    /// find bytes that are sent within this call when it reads again, after everything sent before.
    func channelIsStuck()
    /// Called when the connection has ended; the channel clears its reference to the owner.
    func channelClosed()
}
