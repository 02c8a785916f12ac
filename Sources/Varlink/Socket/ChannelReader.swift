/// Who reads what comes in on a channel.
protocol ChannelReader: AnyObject {
    /// There is something to read, or the end.
    func channelIsReadable()
    /// The peer has closed both directions. Nothing can be sent any more, but input may be left.
    func channelHungUp()
    /// All that waited has been sent.
    func channelDrained()
    /// The channel is closed; it lets go of the reader.
    func channelClosed()
}
